// Where a sentence of a reference page comes from, for the messages of tools/reference-page.mjs.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The sources' lines, without what makes them comments. */
function sourceLines() {
  const files = globSync("packages/{element,express,client}/src/**/*.ts", { cwd: root });
  return files.map((file) => ({
    file: file.replaceAll("\\", "/"),
    lines: readFileSync(join(root, file), "utf8")
      .split("\n")
      .map((line) => line.replace(/^\s*(?:\/\*\*|\*)?\s*/, "").replace(/\s*(?:\*\/)?\s*$/, "")),
  }));
}

/** `file:line` of a comment's sentence. Its first letter may be another: a page begins with a capital. */
export function placeOf(sentence) {
  const wanted = sentence.replaceAll(/\s+/g, " ").slice(1);
  for (const { file, lines } of sourceLines()) {
    const start = lines.join(" ").replaceAll(/ +/g, " ").indexOf(wanted);
    if (start === -1) continue;
    let length = 0;
    const line = lines.findIndex((each) => {
      length += each === "" ? 0 : each.replaceAll(/ +/g, " ").length + 1;
      return length > start;
    });
    return `${file}:${line + 1}`;
  }
  return "the sources";
}

/** Of sentences, the one with the most words in common, when that is half of them. */
export function nearestSentence(sentence, others) {
  const wordsOf = (text) => new Set(text.toLowerCase().match(/[\w`]+/g));
  const words = wordsOf(sentence);
  const likeness = (other) => words.intersection(wordsOf(other)).size / words.union(wordsOf(other)).size;
  return others.filter((other) => likeness(other) >= 0.5).toSorted((a, b) => likeness(b) - likeness(a))[0];
}
