import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { manifestIn, type Packed, run } from "./pack.ts";

const here = import.meta.dirname;

/** A merchant's server, which pages and forms can pay at. */
export const shopProgram = readFileSync(join(here, "shop.ts"), "utf8");

/** What a program makes a router of that is only looked at: nobody is at its bank. It imports `sqliteStore`. */
export const bareOptions = `{
  publicUrl: "http://127.0.0.1:9/payments",
  gateway: { sessionApiUrl: "http://127.0.0.1:9", gatewayUrl: "http://127.0.0.1:9" },
  merchant: { number: "349000000", terminal: "58585858", acquirer: "349", name: { owner: "SHOP", city: "SANTO DOMINGO", country: "DO" } },
  store: sqliteStore(":memory:"),
  encryptionKeys: ["0".repeat(64)],
  order: () => undefined,
  onPaid: () => {},
}`;

export function write(project: string, path: string, text: string): void {
  mkdirSync(dirname(join(project, path)), { recursive: true });
  writeFileSync(join(project, path), text);
}

/** Installs packed packages, and others from the registry, into a project. */
export function install(project: string, packed: readonly Packed[], ...others: string[]): void {
  const options = ["--no-audit", "--no-fund", "--ignore-scripts", "--prefer-offline", "--no-save"];
  run("npm", ["install", ...options, ...packed.map(({ tarball }) => tarball), ...others], project);
}

/** How the shop's program is compiled: as a module or, with `.cts`, to `require`. Every compiler knows these. */
export const compilations = {
  nodenext: { source: "shop.ts", module: "nodenext", moduleResolution: "nodenext", program: "shop.js" },
  bundler: { source: "shop.ts", module: "preserve", moduleResolution: "bundler", program: "shop.js" },
  require: { source: "shop.cts", module: "nodenext", moduleResolution: "nodenext", program: "shop.cjs" },
} as const;

/** The resolution that knows no `exports`, which TypeScript 7 no longer has. */
const former = {
  node10: { source: "shop.cts", module: "commonjs", moduleResolution: "node10", program: "shop.cjs" },
} as const;

const strict = {
  target: "es2023",
  lib: ["es2023"],
  types: ["node"],
  strict: true,
  noImplicitOverride: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: false,
  verbatimModuleSyntax: false,
  // As `tsc --init` writes it, and as TypeScript has it by itself from 6 on.
  esModuleInterop: true,
};

/** Every entry that a program can import, in one program, and a mistake that the compiler has to find. */
function entries(packed: readonly Packed[]): string {
  const names = packed.flatMap(({ folder }) => {
    const { name, exports } = manifestIn(folder);
    return Object.entries(exports).flatMap(([key, target]) =>
      typeof target !== "string" && "default" in target ? [`${name}${key.slice(1)}`] : [],
    );
  });
  const imports = names.map((name, i) => `import * as entry${i} from ${JSON.stringify(name)};\nvoid entry${i};\n`);
  return `${imports.join("")}import type { Money } from "@ventanilla/client";
// @ts-expect-error an amount is an integer and a currency
export const wrong: Money = 29.5;
`;
}

/**
 * Compiles the shop's program and one that imports every entry, strictly, with the packages' own declarations checked.
 * @param compiler the folder of a TypeScript package
 * @param options of this compiler
 * @returns the compiled program's path in the project
 */
export function compile(
  project: string,
  packed: readonly Packed[],
  how: keyof typeof compilations | keyof typeof former,
  compiler: string,
  ...options: string[]
): string {
  const { source, module, moduleResolution, program } = { ...compilations, ...former }[how];
  const folder = `compiled/${how}`;
  write(project, `${folder}/${source}`, shopProgram);
  const entriesSource = source.replace("shop", "entries");
  write(project, `${folder}/${entriesSource}`, entries(packed));
  const programs = {
    compilerOptions: { ...strict, module, moduleResolution, outDir: "out", rootDir: "." },
    files: [source],
  };
  write(project, `${folder}/tsconfig.json`, JSON.stringify(programs));
  // The element's declarations need a browser's.
  const all = { ...programs.compilerOptions, lib: [...strict.lib, "dom", "dom.iterable"], noEmit: true };
  write(project, `${folder}/entries.json`, JSON.stringify({ compilerOptions: all, files: [entriesSource] }));
  for (const config of ["tsconfig.json", "entries.json"]) {
    run(process.execPath, [join(compiler, "bin/tsc"), "-p", `${folder}/${config}`, ...options], project);
  }
  return `${folder}/out/${program}`;
}

/** Puts the page that pays into a folder of the project, to be built there. */
export function addPage(project: string, folder: string): void {
  cpSync(join(here, "pages"), join(project, folder), { recursive: true });
}
