// Puts the compiled modules of a package for servers into one file for each entry, with chunks of what entries share:
// hundreds of small modules take longer to load than to run. Of the declarations stay those that an entry names. Part of
// packing, after the compiler. Argument: the package's folder.
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import process from "node:process";
import { build } from "esbuild";
import { sheets } from "./sheets.mjs";

const [, , folder] = process.argv;
const read = (path) => readFileSync(join(folder, path), "utf8");
const { exports, bin = {} } = JSON.parse(read("package.json"));

const entries = Object.values(exports).flatMap((target) => target["@ventanilla/source"] ?? []);
const programs = Object.values(bin).map((path) => `src/${/import\("\.\.\/dist\/(.+)\.js"/.exec(read(path))[1]}.ts`);

const { metafile } = await build({
  absWorkingDir: folder,
  entryPoints: [...entries, ...programs],
  outdir: "dist",
  outbase: "src",
  chunkNames: "chunks/[hash]",
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node22",
  packages: "external",
  plugins: [sheets],
  metafile: true,
});

/** The declarations that a declaration imports. */
const imported = (path) =>
  [...read(path).matchAll(/(?:from |import\()"(\.[^"]+)\.ts"/g)].map(([, module]) =>
    join(path, "..", `${module}.d.ts`),
  );

const declarations = new Set(entries.map((path) => join("dist", relative("src", path).replace(/\.ts$/, ".d.ts"))));
for (const path of declarations) for (const other of imported(path)) declarations.add(other);

const kept = new Set([...Object.keys(metafile.outputs), ...declarations]);
for (const name of readdirSync(join(folder, "dist"), { recursive: true })) {
  const path = join("dist", name).replaceAll("\\", "/");
  if (/\.(?:[jt]s|map)$/.test(path) && !kept.has(path)) rmSync(join(folder, path));
  // The bundles have no source maps. Those of declarations lead to sources, which are not published.
  else if (path.endsWith(".d.ts"))
    writeFileSync(join(folder, path), read(path).replace(/\n\/\/# sourceMappingURL=.*\n?$/, "\n"));
}
