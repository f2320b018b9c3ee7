import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { translate } from "../../packages/create/src/templates.ts";
import { phrasesOf, programs, templates } from "./phrases.ts";

const spanish = JSON.parse(readFileSync(join(templates, "spanish.json"), "utf8")) as Record<string, string>;
/** The same in both languages. */
const names = ["COLMADO LARIMAR", "SANTO DOMINGO", "Colmado Larimar", "Transaction Received", "trust proxy"];

test("every comment and every sentence of the programs is in Spanish, too", () => {
  assert.ok(programs.length > 10);
  const left = programs.flatMap((path) => {
    const text = translate(readFileSync(join(templates, path), "utf8"), spanish);
    const said = new Set(phrasesOf(text));
    return phrasesOf(readFileSync(join(templates, path), "utf8"))
      .filter((phrase) => said.has(phrase) && !names.includes(phrase) && spanish[phrase] !== phrase)
      .map((phrase) => `${path}: ${phrase}`);
  });
  assert.deepEqual(left, []);
});

test("every Spanish phrase is that of a program", () => {
  const all = programs.map((path) => readFileSync(join(templates, path), "utf8"));
  const unused = Object.entries(spanish).filter(
    ([english, phrase]) => english !== phrase && all.every((text) => translate(text, { [english]: phrase }) === text),
  );
  assert.deepEqual(unused, []);
});

test("a comment over several lines is written again over as many as it needs", () => {
  const source = "  // One two\n  // three.\n  next();\n";
  assert.equal(translate(source, { "One two three.": "Uno." }), "  // Uno.\n  next();\n");
  const long = "palabra ".repeat(30).trim();
  const lines = translate(source, { "One two three.": long }).split("\n");
  assert.ok(lines.length > 4 && lines.every((line) => line.length <= 120), lines.join("\n"));
});

test("the documents of a shop have the same commands and marks in both languages", () => {
  for (const file of ["README.md", "env.example"]) {
    const marks = (language: string) =>
      readFileSync(join(templates, language, file), "utf8").match(
        /\[\[\/?\w+\]\]|\{\{\w+\}\}|^\w+=.*$|`np[mx][^`]*`/gm,
      );
    assert.deepEqual(marks("es")?.toSorted(), marks("en")?.toSorted(), file);
  }
});
