import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { entriesOf, exportedNames } from "../package/sources.ts";
import { root } from "../package/texts.ts";
import type { Snippet } from "./typed.ts";

/** The code of an example in a doc block. */
interface Example {
  path: string;
  line: number;
  code: string;
}

/** The examples in the doc blocks of the packages' sources, with the imports that they leave out. */
export function examplesOfSources(): Snippet[] {
  return globSync("packages/*/src/**/*.ts", { cwd: root })
    .flatMap(examplesOf)
    .map((example) => ({ ...example, code: `${importsOf(example)} ${example.code}`, isExample: true }));
}

function examplesOf(path: string): Example[] {
  const found: Example[] = [];
  let example: Example | undefined;
  for (const [i, line] of readFileSync(join(root, path), "utf8").split("\n").entries()) {
    const [, text] = /^\s*\* ?(?!\/)(.*)$/.exec(line) ?? [];
    if (text === undefined || /^@\w/.test(text)) example = undefined;
    if (text === "@example") {
      example = { path, line: i + 2, code: "" };
      found.push(example);
    } else if (example && text !== undefined && !text.startsWith("```")) {
      example.code += `${text}\n`;
    }
  }
  return found;
}

/** What the packages export: an example names it without an import. */
const exported = ["web", "client", "element", "express", "sandbox", "store-contract", "links"].flatMap((name) =>
  entriesOf(name).flatMap(({ specifier, file }) =>
    file === undefined
      ? []
      : exportedNames(file).map((text) => ({
          specifier,
          name: text.replace(/^type /, ""),
          isType: text.startsWith("type "),
        })),
  ),
);

/** The imports that an example leaves out. */
function importsOf({ path, code }: Example): string {
  const own = `@ventanilla/${path.split("/")[1]}`;
  const names = new Set(code.match(/[A-Za-z]\w+/g));
  const declared = new Set([...code.matchAll(/\b(?:const|let|function|class) (\w+)/g)].map(([, name]) => name));
  const nearest = exported.toSorted(
    (a, b) => Number(!a.specifier.startsWith(own)) - Number(!b.specifier.startsWith(own)),
  );
  return [...names]
    .filter((name) => !declared.has(name))
    .flatMap((name) => nearest.find((one) => one.name === name) ?? [])
    .map(({ specifier, name, isType }) => `import ${isType ? "type " : ""}{ ${name} } from "${specifier}";`)
    .join(" ");
}
