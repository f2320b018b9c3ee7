import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { root } from "../package/texts.ts";

/** Code to compile, at its line of a document. */
export interface Snippet {
  /** The document's path. */
  path: string;
  line: number;
  code: string;
  /** The name that other snippets of the document import it by: `payments.js`. Default: none */
  name?: string | undefined;
  /** Whether it goes on where the snippet before it ended. */
  continued?: boolean;
  /** Whether it has JSX in it. */
  jsx?: boolean;
  /** Whether it is the script of a page, whose writer knows what is in the page: nobody asks whether it was found. */
  isScript?: boolean;
  /** Whether it is the example of a doc block: its own values are declared nowhere. */
  isExample?: boolean;
}

/** Compiles as a reader with the strictest settings would, against the packages' sources. */
const options = {
  noEmit: true,
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: true,
  target: "es2023",
  lib: ["es2023", "dom", "dom.iterable", "dom.asynciterable"],
  module: "nodenext",
  jsx: "react-jsx",
  // A reader's own modules are JavaScript or TypeScript.
  allowImportingTsExtensions: true,
  customConditions: ["@ventanilla/source"],
  types: ["node"],
};

/** What a block without an import has from the file that it stands in. One with an import is a file, and has its own. */
const ofFragments = {
  ventanilla: 'typeof import("@ventanilla/express").ventanilla',
  payments: 'import("@ventanilla/express").Payments',
  express: 'typeof import("express")',
  helmet: 'typeof import("helmet").default',
  app: 'import("express").Express',
  server: 'import("node:http").Server',
};

/** The declarations of what a fragment uses and does not make. */
function declarationsFor(code: string): string {
  return Object.entries(ofFragments)
    .filter(([name]) => new RegExp(`\\b${name}\\b`).test(code))
    .filter(([name]) => !new RegExp(`\\b(?:const|import) (?:\\{[^}]*)?${name}\\b`).test(code))
    .map(([name, type]) => `declare const ${name}: ${type};`)
    .join(" ");
}

/** The compiler's complaints about the snippets, at their lines of the documents. */
export async function complaintsAbout(snippets: Snippet[]): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "ventanilla-documents-"));
  try {
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
    const settings = { compilerOptions: options, exclude: ["node_modules"] };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(settings));
    writeModules(folder, snippets);
    const tsc = join(root, "node_modules/typescript/bin/tsc");
    const output = await promisify(execFile)(
      process.execPath,
      [tsc, "-p", ".", "--pretty", "false", "--checkers", "1"],
      {
        cwd: folder,
      },
    ).then(
      () => "",
      ({ stdout, message }: { stdout: string; message: string }) => stdout || message,
    );
    return output
      .split("\n")
      .filter((line) => line !== "" && !excused.test(line))
      .map(inDocument);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const excused = /\/(?:script|example)-\d+\.ts.* is possibly 'null'|\/example-\d+\.ts.*: error TS(?:2304|2552|18004):/;

/** Each document has a folder, in which a reader's own modules are. */
function writeModules(folder: string, snippets: Snippet[]): void {
  cpSync(join(import.meta.dirname, "reader/globals.d.ts"), join(folder, "globals.d.ts"));
  const files = new Map<string, string[]>();
  const fragments = new Set<string>();
  let last = "";
  for (const { path, line, code, name, continued, jsx, isScript, isExample } of snippets) {
    const place = join(folder, path);
    if (!(continued && last.startsWith(place))) {
      last = join(
        place,
        name?.replace(/\.js(x?)$/, ".ts$1") ??
          `${isExample ? "example" : isScript ? "script" : "line"}-${line}.${jsx ? "tsx" : "ts"}`,
      );
      files.set(last, []);
      if (isExample || !(isScript || name || /^import /m.test(code))) fragments.add(last);
    }
    const lines = files.get(last) ?? [];
    lines.length = Math.max(lines.length, line - 1);
    lines.push(...code.split("\n"), "export {};");
    files.set(last, lines);
    cpSync(join(import.meta.dirname, "reader/modules"), place, { recursive: true });
  }
  for (const [file, lines] of files) {
    // The first line of a document is not code.
    if (fragments.has(file)) lines[0] = `${declarationsFor(lines.join("\n"))} ${lines[0] ?? ""}`;
    mkdirSync(join(file, ".."), { recursive: true });
    writeFileSync(file, lines.join("\n"));
  }
}

/** `docs/problems.md/line-25.ts(27,5): error …` as `docs/problems.md:27: …`. */
function inDocument(complaint: string): string {
  return complaint.replace(/^(.*\.(?:md|ts))\/.*?\((\d+),\d+\): error /, "$1:$2: ");
}
