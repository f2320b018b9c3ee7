import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { manifest } from "../../packages/create/src/shop-files.ts";
import { root } from "../package/texts.ts";
import { create, installWorkspace, run, scratchFolder } from "./made-shop.ts";

const shops = ["ts sqlite es", "ts postgres en", "js sqlite en", "js postgres es"] as const;
const folder = scratchFolder();
const pathOf = (shop: string) => join(folder, shop.replaceAll(" ", "-"));
const read = (shop: string, file: string) => readFileSync(join(pathOf(shop), file), "utf8");

before(async () => {
  for (const shop of shops) {
    const [code, database, language] = shop.split(" ");
    const { stderr } = await create(folder, [pathOf(shop), `--${code}`, `--${database}`, "--language", `${language}`]);
    assert.equal(stderr, "");
    installWorkspace(pathOf(shop));
  }
});

for (const shop of shops) {
  test(`${shop}: the shop has its files, and no other`, () => {
    const [code = "ts"] = shop.split(" ");
    const files = readdirSync(pathOf(shop), { recursive: true, encoding: "utf8", withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.parentPath.includes("node_modules"))
      .map(({ parentPath, name }) =>
        join(parentPath, name)
          .slice(pathOf(shop).length + 1)
          .replaceAll("\\", "/"),
      );
    const sources = "buyer html order orders pages payments products server settings shop texts".split(" ");
    assert.deepEqual(
      files.toSorted(),
      [
        ...".env .env.example .gitignore README.md package.json public/icon.svg public/pay.js public/style.css".split(
          " ",
        ),
        ...sources.map((name) => `src/${name}.${code}`),
        ...["dev", "sandbox", "test/payment.test", "test/scratch-database"].map((name) => `${name}.${code}`),
        ...(code === "ts" ? ["tsconfig.json"] : []),
      ].toSorted(),
    );
    assert.doesNotMatch(files.map((file) => read(shop, file)).join("\n"), /\{\{|\[\[/);
  });

  test(`${shop}: only .env holds a key, and only its owner can read it`, () => {
    assert.match(read(shop, ".env"), /^PAYMENTS_KEY=[\w+/]{43}=$/m);
    assert.match(read(shop, ".env.example"), /^PAYMENTS_KEY=$/m);
    assert.match(read(shop, ".gitignore"), /^\.env$/m);
    if (process.platform !== "win32") assert.equal(statSync(join(pathOf(shop), ".env")).mode & 0o777, 0o600);
  });

  test(`${shop}: it depends on what it imports, in the versions that this repository tests`, () => {
    const { dependencies, devDependencies } = JSON.parse(read(shop, "package.json")) as Record<
      "dependencies" | "devDependencies",
      Record<string, string>
    >;
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
      const installed = JSON.parse(readFileSync(join(root, "node_modules", name, "package.json"), "utf8")) as {
        version: string;
      };
      assert.equal(version, `^${installed.version}`, name);
    }
    const sources = readdirSync(join(pathOf(shop), "src")).map((name) => read(shop, `src/${name}`));
    const imported = sources.flatMap((text) =>
      [...text.matchAll(/ from "([^.@][^"/]*|@[^"/]+\/[^"/]+)/g)].map(([, name = ""]) => name),
    );
    const needed = new Set(imported.filter((name) => !name.startsWith("node:")));
    assert.deepEqual(Object.keys(dependencies).toSorted(), [...needed].toSorted());
  });
}

test("every package whose version is kept for the shops is one that a shop depends on", () => {
  const named = shops.flatMap((shop) => {
    const { dependencies, devDependencies } = JSON.parse(read(shop, "package.json")) as Record<string, object>;
    return Object.keys({ ...dependencies, ...devDependencies });
  });
  assert.deepEqual(Object.keys(manifest.devDependencies).toSorted(), [...new Set(named)].toSorted());
});

// Against the packages' declarations, as an installation has them.
const typeRoots = [join(root, "node_modules/@types")];
// JavaScript says no types of parameters; everything else is held to the same rules.
const strictJavaScript = {
  allowJs: true,
  checkJs: true,
  strict: true,
  noImplicitAny: false,
  noUnusedLocals: true,
  noEmit: true,
  target: "es2023",
  module: "nodenext",
  types: ["node"],
  skipLibCheck: true,
  typeRoots,
};

test("the shops in TypeScript pass the strict compiler with their own settings", async () => {
  const ours = { extends: "./ts-sqlite-es/tsconfig.json", compilerOptions: { typeRoots } };
  await compile("types", { ...ours, include: ["ts-*/src", "ts-*/test", "ts-*/dev.ts"] });
});

test("the shops in JavaScript pass it, too", () =>
  compile("javascript", {
    compilerOptions: strictJavaScript,
    files: shopsIn("js").map((path) => `${path}/src/server.js`),
  }));

const shopsIn = (code: string) =>
  shops.filter((shop) => shop.startsWith(code)).map((shop) => shop.replaceAll(" ", "-"));

async function compile(name: string, settings: object): Promise<void> {
  const file = join(folder, `${name}.json`);
  writeFileSync(file, JSON.stringify(settings));
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const { code, stdout } = await run(process.execPath, [tsc, "-p", file, "--checkers", "1"]);
  assert.equal(code, 0, stdout);
}

test("a made shop passes the linter and the formatter of this repository", async () => {
  const biome = join(root, "node_modules/@biomejs/biome/bin/biome");
  const { code, stderr } = await run(
    process.execPath,
    [biome, "check", "--vcs-enabled=false", `--config-path=${root}`, "src", "test", "public", "package.json"],
    { cwd: pathOf("js sqlite en") },
  );
  assert.equal(code, 0, stderr);
});

test("the shop speaks one language, and its programs are the same in both", () => {
  assert.match(read("ts sqlite es", "src/texts.ts"), /¡Gracias! Su pedido está pagado\./);
  assert.match(read("js sqlite en", "src/texts.js"), /Thank you! Your order is paid\./);
  assert.ok(existsSync(join(pathOf("js postgres es"), "README.md")));
  assert.match(read("js postgres es", "README.md"), /^## Puesta en producción$/m);
});
