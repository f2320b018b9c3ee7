import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../package/texts.ts";

/** The code of an example in a doc block. */
interface Example {
  path: string;
  line: number;
  code: string;
}

/** The examples in the doc blocks of the packages' sources. */
export function examplesOfSources(): Example[] {
  return globSync("packages/*/src/**/*.ts", { cwd: root }).flatMap(examplesOf);
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
