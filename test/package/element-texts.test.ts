// biome-ignore-all lint/suspicious/noTemplateCurlyInString: this text is the source of a template
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const folder = new URL("../../packages/element/src/", import.meta.url);
const sources = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));

/** What writes a text into a page by itself. A template's text is a node that a translator takes out of the page. */
const writers =
  /\b(?:innerHTML|outerHTML|innerText|nodeValue|insertAdjacent\w+|createTextNode)\b|\.(?:textContent|data) =|\b(?:html|svg)`|from "lit(?:-html|-element)?["/]/;

test("a text of the element is written by write() alone, which survives a translator", () => {
  for (const name of sources) {
    const code = readFileSync(new URL(name, folder), "utf8");
    const rest = name === "nodes.ts" ? code.replace("place.textContent = text;", "") : code;
    assert.doesNotMatch(rest, writers, name);
  }
});

test("what would write a text by itself is found", () => {
  for (const code of [
    "place.textContent = text",
    "html`<b>${text}</b>`",
    'import { html } from "lit";',
    "text.data = more",
  ]) {
    assert.match(code, writers);
  }
});
