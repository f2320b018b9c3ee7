// biome-ignore-all lint/suspicious/noTemplateCurlyInString: a test has the source of a template
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { brotliCompressSync } from "node:zlib";
import { type PayEventType, VentanillaPay } from "@ventanilla/element";
import { Ajv } from "ajv";

interface Named {
  name: string;
  description?: string;
  type?: { text: string };
}
interface Declared {
  attributes: Named[];
  members: (Named & { kind: string; attribute?: string; privacy?: string })[];
  events: Named[];
  slots: Named[];
  cssParts: Named[];
  cssProperties: Named[];
  cssStates: Named[];
}

const folder = new URL("../../packages/element/", import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, folder), "utf8");
const skip = existsSync(new URL("dist/custom-elements.json", folder)) ? false : "not built: npm run build";
const parsed = (name: string) => JSON.parse(read(`dist/${name}`));
// Lit knows a class's properties once this is read.
const { observedAttributes } = VentanillaPay;
const names = (list: Named[]) => list.map(({ name }) => name).toSorted();

function declared(): Declared {
  const { modules } = parsed("custom-elements.json") as { modules: { declarations: Declared[] }[] };
  return modules.flatMap(({ declarations }) => declarations)[0] as Declared;
}

const sources = readdirSync(new URL("src", folder), { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts"))
  .map((name) => ({ name, text: read(`src/${name}`) }));

/** The matches in the sources, each once. */
function inSources(pattern: RegExp): string[] {
  // Comments may name what does not exist.
  const text = sources.map((source) => source.text.replace(/\/\*\*.*?\*\//gs, "")).join("\n");
  return [...new Set([...text.matchAll(pattern)].map(([, name = ""]) => name))].toSorted();
}

test("the manifest is valid by its schema", { skip }, () => {
  const schema = JSON.parse(
    readFileSync(new URL("../../node_modules/custom-elements-manifest/schema.json", import.meta.url), "utf8"),
  ) as object;
  const ajv = new Ajv({ strict: false });
  assert.ok(ajv.validate(schema, parsed("custom-elements.json")), ajv.errorsText());
});

test("the manifest knows every attribute and property of the class, and nothing private", { skip }, () => {
  const { attributes, members } = declared();
  assert.deepEqual(names(attributes), observedAttributes.toSorted());
  const fields = members.filter(({ kind }) => kind === "field").map(({ name }) => name);
  for (const name of VentanillaPay.elementProperties.keys()) assert.ok(fields.includes(String(name)), String(name));
  for (const { name } of members) assert.ok(name in VentanillaPay.prototype, `${name} is not public`);
  assert.equal(attributes.find(({ name }) => name === "mode")?.type?.text, '"auto" | "popup" | "redirect" | "modal"');
});

test("the manifest names built files only", { skip }, () => {
  const named = [...read("dist/custom-elements.json").matchAll(/"(?:module|path)": "\/?([^"]+)"/g)];
  assert.ok(named.length > 0);
  for (const [, path = ""] of named) {
    assert.match(path, /^dist\//);
    assert.ok(existsSync(new URL(path, folder)), path);
  }
});

test("it names every event and state, every part, slot and custom property of the sources", { skip }, () => {
  const events: Record<PayEventType, true> = {
    before: true,
    blocked: true,
    open: true,
    closed: true,
    checking: true,
    pending: true,
    approved: true,
    declined: true,
    cancelled: true,
    expired: true,
    unknown: true,
    failed: true,
    settled: true,
  };
  const { before, blocked, closed, settled, ...states } = events;
  const { cssParts, cssProperties, cssStates, events: told, slots } = declared();
  assert.deepEqual(
    names(told),
    Object.keys(events)
      .map((name) => `pay-${name}`)
      .toSorted(),
  );
  assert.deepEqual(names(cssStates), ["idle", ...Object.keys(states)].toSorted());
  assert.deepEqual(names(cssParts), inSources(/(?:\bpart(?:=|: )|makeButton\()"([a-z]+)/g));
  assert.deepEqual(names(slots), inSources(/(?:make\("slot", \{ name: |\.name = \w+ \? )"([a-z]+)/g));
  assert.deepEqual(names(cssProperties), inSources(/(?:var\(|getPropertyValue\(")(--ventanilla-[\w-]+)/g));
});

test("each of them is explained in a sentence", { skip }, () => {
  const { attributes, events, slots, cssParts, cssProperties, cssStates } = declared();
  for (const { name, description } of [attributes, events, slots, cssParts, cssProperties, cssStates].flat()) {
    assert.match(description ?? "", /^[A-Z].+\.$/s, name);
  }
});

test("the data for editors has the same attributes, with their values", { skip }, () => {
  const { attributes } = declared();
  const [tag] = parsed("vscode.html-custom-data.json").tags;
  assert.equal(tag.name, "ventanilla-pay");
  assert.deepEqual(names(tag.attributes), names(attributes));
  const mode = tag.attributes.find(({ name }: Named) => name === "mode");
  assert.deepEqual(names(mode.values), ["auto", "modal", "popup", "redirect"]);
  const [element] = parsed("web-types.json").contributions.html.elements;
  assert.deepEqual(names(element.attributes), names(attributes));
  assert.equal(element.js.events.length, declared().events.length);
});

test("the element's reference has a row for each of them, and no other, in both languages", { skip }, () => {
  const { attributes, members, events, slots, cssParts, cssProperties, cssStates } = declared();
  const own = members.filter(({ attribute }) => attribute === undefined);
  const all = [attributes, own, events, slots, cssParts, cssProperties, cssStates].flat();
  for (const page of ["reference/element.md", "es/referencia/elemento.md"]) {
    const text = readFileSync(new URL(`../../docs/${page}`, import.meta.url), "utf8");
    const rows = [...text.matchAll(/^\| `([\w-]+)[^`]*`/gm)].map(([, name = ""]) => name);
    assert.deepEqual(rows.toSorted(), names(all), page);
  }
});

test("the frameworks' types accept exactly the properties that a page may set", () => {
  const text = read("types/attributes.d.ts");
  const taken = [...text.matchAll(/^ +\| "(\w+)"/gm)].map(([, name]) => name);
  assert.deepEqual(new Set(taken), new Set(VentanillaPay.elementProperties.keys()));
});

const single = "dist/ventanilla-pay.min.js";

test("the element with Lit, both languages and its looks is one file of at most 12,900 bytes (brotli), which needs nothing from its page", {
  skip,
}, () => {
  const text = read(single);
  const { length } = brotliCompressSync(text);
  assert.ok(length <= 12_900, `ventanilla-pay.min.js has ${length} bytes`);
  assert.doesNotMatch(text, /process\.env|^import\s|\bimport\(|\brequire\(/m);
  assert.match(text, /customElements\.define\(.ventanilla-pay./);
});

test("its integrity value is published and in the package's README (UPDATE_INTEGRITY=1 writes it there)", {
  skip,
}, () => {
  const integrity = `sha384-${createHash("sha384").update(read(single)).digest("base64")}`;
  assert.equal(read(`${single}.sri`).trim(), integrity);
  const readme = new URL("README.md", folder);
  const text = readFileSync(readme, "utf8");
  if (process.env.UPDATE_INTEGRITY) {
    writeFileSync(readme, text.replaceAll(/integrity="[^"]*"/g, `integrity="${integrity}"`));
  } else {
    assert.deepEqual(text.match(/(?<=integrity=")[^"]*/g), [integrity]);
  }
});

/** What writes a text into a page by itself. A template's text is a node that a translator takes out of the page. */
const writers =
  /\b(?:innerHTML|outerHTML|innerText|nodeValue|insertAdjacent\w+|createTextNode)\b|\.(?:textContent|data) =|\b(?:html|svg)`|from "lit(?:-html|-element)?["/]/;

test("a text of the element is written by write() alone, which survives a translator", () => {
  for (const { name, text } of sources) {
    const rest = name === "nodes.ts" ? text.replace("place.textContent = text;", "") : text;
    assert.doesNotMatch(rest, writers, name);
  }
});

test("what would write a text by itself is found", () => {
  const some = ["place.textContent = text", "html`<b>${text}</b>`", 'import { html } from "lit";', "text.data = more"];
  for (const code of some) assert.match(code, writers);
});
