import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { brotliCompressSync } from "node:zlib";
import { VentanillaPay } from "@ventanilla/element";
import { Ajv } from "ajv";
import schema from "custom-elements-manifest/schema.json" with { type: "json" };
import { filesIn, isThere, jsonOf, root, textOf } from "./texts.ts";

type Named = { name: string; description?: string; type?: { text: string } };
type Kind = "attributes" | "events" | "slots" | "cssParts" | "cssProperties" | "cssStates";
type Declared = Record<Kind, Named[]> & { members: (Named & { kind: string; attribute?: string })[] };

const folder = "packages/element/";
const read = (path: string): string => textOf(folder + path);
const names = (list: { name: string }[]) => list.map(({ name }) => name).toSorted();

// Comments may name what does not exist.
const sources = filesIn(`${folder}src/**/*.ts`).map((name) => ({
  name,
  text: textOf(name).replace(/\/\*\*.*?\*\//gs, ""),
}));
const inSources = (pattern: RegExp) =>
  [...new Set(sources.flatMap(({ text }) => [...text.matchAll(pattern)].map(([, name = ""]) => name)))].toSorted();

/** The words of a union type, without those of types that it names. */
const wordsOf = (file: string, type: string): string[] =>
  new RegExp(`type ${type} = ([^;]*);`).exec(read(file))?.[1]?.match(/(?<=")\w+(?=")/g) ?? assert.fail(type);

const skip = isThere(`${folder}dist/custom-elements.json`) ? false : "not built: npm run build";

describe("what is built of the element", { skip }, () => {
  const manifest = skip ? { modules: [] } : jsonOf(`${folder}dist/custom-elements.json`);
  const [declared]: Declared[] = manifest.modules.flatMap(({ declarations }: { declarations: [] }) => declarations);
  const { attributes, members, slots, cssParts, cssProperties, cssStates, ...told } = declared ?? assert.fail();
  const all = [attributes, told.events, slots, cssParts, cssProperties, cssStates].flat();

  test("the manifest is valid by its schema and names built files; it knows what is public of the class and nothing else, every event, state, part, slot and custom property", () => {
    const ajv = new Ajv({ strict: false });
    assert.ok(ajv.validate(schema, manifest), ajv.errorsText());
    for (const [, path = ""] of JSON.stringify(manifest).matchAll(/"(?:module|path)":"\/?([^"]+)"/g))
      assert.ok(path.startsWith("dist/") && isThere(folder + path), path);

    // Lit knows a class's properties once this is read.
    assert.deepEqual(names(attributes), VentanillaPay.observedAttributes.toSorted());
    const fields = members.filter(({ kind }) => kind === "field").map(({ name }) => name);
    for (const name of VentanillaPay.elementProperties.keys()) assert.ok(fields.includes(String(name)), String(name));
    // The frameworks' types take the properties that a page may set.
    const taken = [...read("types/attributes.d.ts").matchAll(/^ +\| "(\w+)"/gm)].map(([, name]) => name);
    assert.deepEqual(new Set(taken), new Set(VentanillaPay.elementProperties.keys()));
    for (const { name } of members) assert.ok(name in VentanillaPay.prototype, `${name} is not public`);
    const outcomes = wordsOf("src/result.ts", "PayOutcome");
    const types = [...wordsOf("src/events.ts", "PayEventType"), ...outcomes].map((type) => `pay-${type}`);
    assert.deepEqual(names(told.events), types.toSorted());
    assert.deepEqual(names(cssStates), [...wordsOf("src/result.ts", "PayStatus"), ...outcomes].toSorted());
    assert.deepEqual(names(cssParts), inSources(/(?:\bpart(?:=|: )|makeButton\()"([a-z]+)/g));
    assert.deepEqual(names(slots), inSources(/(?:make\("slot", \{ name: |\.name = \w+ \? )"([a-z]+)/g));
    assert.deepEqual(names(cssProperties), inSources(/(?:var\(|getPropertyValue\(")(--ventanilla-[\w-]+)/g));
  });

  test("each of them is explained in a sentence, and has a row of the reference in both languages, as no other has", () => {
    for (const { name, description } of all) assert.match(description ?? "", /^[A-Z].+\.$/s, name);
    const own = members.filter(({ attribute }) => attribute === undefined);
    for (const page of ["reference/element.md", "es/referencia/elemento.md"]) {
      const rows = [...read(`../../docs/${page}`).matchAll(/^\| `([\w-]+)[^`]*`/gm)].map(([, name = ""]) => name);
      assert.deepEqual(rows.toSorted(), names([...all, ...own]), page);
    }
  });

  test("the data for editors has the same attributes, with their values, and events", () => {
    const [tag] = jsonOf(`${folder}dist/vscode.html-custom-data.json`).tags;
    const mode = tag.attributes.find(({ name }: Named) => name === "mode");
    assert.deepEqual(names(mode.values), ["auto", "modal", "popup", "redirect"]);
    const [element] = jsonOf(`${folder}dist/web-types.json`).contributions.html.elements;
    for (const one of [tag, element]) assert.deepEqual(names(one.attributes), names(attributes));
    assert.deepEqual(names(element.js.events), names(told.events));
  });

  test("the element with Lit, both languages and its looks is one file of at most 12,900 bytes (brotli), which needs nothing from its page; its integrity value is published, and in the README (UPDATE_INTEGRITY=1 writes it there)", () => {
    const text = read("dist/ventanilla-pay.min.js");
    const { length } = brotliCompressSync(text);
    assert.ok(length <= 12_900, `ventanilla-pay.min.js has ${length} bytes`);
    assert.doesNotMatch(text, /process\.env|^import\s|\bimport\(|\brequire\(/m);
    assert.match(text, /customElements\.define\(.ventanilla-pay./);
    const integrity = `sha384-${createHash("sha384").update(text).digest("base64")}`;
    assert.equal(read("dist/ventanilla-pay.min.js.sri").trim(), integrity);
    const readme = read("README.md");
    const written = readme.replaceAll(/integrity="[^"]*"/g, `integrity="${integrity}"`);
    if (process.env.UPDATE_INTEGRITY) writeFileSync(join(root, folder, "README.md"), written);
    else assert.deepEqual(readme.match(/(?<=integrity=")[^"]*/g), [integrity]);
  });
});

/** What writes a text into a page by itself. A template's text is a node that a translator takes out of the page. */
const writers =
  /\b(?:innerHTML|outerHTML|innerText|nodeValue|insertAdjacent\w+|createTextNode)\b|\.(?:textContent|data) =|\b(?:html|svg)`|from "lit(?:-html|-element)?["/]/;

test("a text of the element is written by write() alone, which survives a translator", () => {
  for (const { name, text } of sources) {
    const rest = name.endsWith("nodes.ts") ? text.replace("place.textContent = text;", "") : text;
    assert.doesNotMatch(rest, writers, name);
  }
});
