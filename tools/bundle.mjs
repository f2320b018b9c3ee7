// Puts the compiled modules of a package for servers into one file for each entry, with chunks of what entries share:
// hundreds of small modules take longer to load than to run. A program is one file: what it shared would cut the entries
// into more chunks. Of the declarations stay those that an entry names. Part of
// packing, after the compiler. Argument: the package's folder.
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import process from "node:process";
import { build } from "esbuild";
import { sheets } from "./sheets.mjs";

const [, , folder] = process.argv;
const read = (path) => readFileSync(join(folder, path), "utf8");
const { exports, bin = {}, dependencies = {} } = JSON.parse(read("package.json"));

// The imports of chunks, undici's too, go before those of an entry. This one has to be the first.
const first = dependencies["@ventanilla/web"] ? 'import "@ventanilla/web/node-version";' : "";

const entries = Object.values(exports).flatMap((target) => target["@ventanilla/source"] ?? []);
const programs = Object.values(bin).map((path) => `src/${/import\("\.\.\/dist\/(.+)\.js"/.exec(read(path))[1]}.ts`);

/** Writes the files of these modules, and returns their paths. */
async function bundled(entryPoints, splitting) {
  const { metafile } = await build({
    absWorkingDir: folder,
    entryPoints,
    outdir: "dist",
    outbase: "src",
    chunkNames: "chunks/[hash]",
    bundle: true,
    splitting,
    format: "esm",
    platform: "node",
    target: "node22",
    packages: "external",
    banner: { js: first },
    plugins: [sheets],
    metafile: true,
  });
  return Object.keys(metafile.outputs);
}

const files = [...(await bundled(entries, true)), ...(await bundled(programs, false))];

/** The declarations that a declaration imports. */
const imported = (path) =>
  [...read(path).matchAll(/(?:from |import\()"(\.[^"]+)\.ts"/g)].map(([, module]) =>
    join(path, "..", `${module}.d.ts`),
  );

const declarations = new Set(entries.map((path) => join("dist", relative("src", path).replace(/\.ts$/, ".d.ts"))));
for (const path of declarations) for (const other of imported(path)) declarations.add(other);

// The element's file, where a package serves it.
const served = Object.values(exports).map((target) => String(target).replace("./", ""));
const kept = new Set([...files, ...declarations, ...served]);
for (const name of readdirSync(join(folder, "dist"), { recursive: true })) {
  const path = join("dist", name).replaceAll("\\", "/");
  if (/\.(?:[jt]s|map)$/.test(path) && !kept.has(path)) rmSync(join(folder, path));
  // The bundles have no source maps. Those of declarations lead to sources, which are not published.
  else if (path.endsWith(".d.ts"))
    writeFileSync(join(folder, path), read(path).replace(/\n\/\/# sourceMappingURL=.*\n?$/, "\n"));
}
