// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these texts are the sources of templates
import assert from "node:assert/strict";
import { test } from "node:test";
import { leanLit } from "../../tools/lean-lit.mjs";

/** Gives a file of the element to the build. */
function build(code: string): void {
  const refuse = (message: string) => {
    throw new Error(message);
  };
  leanLit().transform.handler.call({ error: refuse }, code, "/packages/element/src/view.ts");
}

const refused: Record<string, string> = {
  "a property": "html`<p .title=${title}></p>`",
  "a part of an attribute": 'html`<p class="note ${status}"></p>`',
  "a part of an attribute without quotes": "html`<p class=note-${status}></p>`",
  "an element itself": "html`<p ${ref(note)}></p>`",
  "a text area": "html`<textarea>${note}</textarea>`",
  "a comment": "html`<!-- ${note} -->`",
  "a text that ends like an attribute": "html`<p>left=${left}</p>`",
  "a list": "html`<ul>${notes.map((note) => html`<li></li>`)}</ul>`",
  "a fragment of SVG": "svg`<path />`",
  "a number in an attribute": "const properties = { width: { type: Number } };",
  "a converter that reads attributes": "const order = { converter: { fromAttribute: (text) => text } };",
  "the properties that changed": "updated(changed) {}",
  "a list of styles": "static styles = [base, own];",
  "a value that removes an attribute": 'import { html, nothing } from "lit";',
  "a decorator": 'import { property } from "lit/decorators.js";',
};

for (const [what, code] of Object.entries(refused)) {
  test(`the build ends where the element uses what is taken out of Lit: ${what}`, () => {
    assert.throws(() => build(code), /taken out of Lit/);
  });
}

test("the build takes texts, attributes, listeners and templates within templates", () => {
  build(
    'html`<p part="note" ?hidden=${hidden} title=${title} @click=${listener}>${text}${more ? html`<b></b>` : ""}</p>`',
  );
});

test("another version of Lit ends the build", () => {
  const messages: string[] = [];
  const { transform, buildEnd } = leanLit();
  const context = { error: (message: string) => void messages.push(message) };
  transform.handler.call(context, "export {};", "/node_modules/lit-html/lit-html.js");
  buildEnd.call(context, undefined);
  assert.match(messages[0] ?? "", /^not in this version of Lit: /);
  assert.equal(messages.at(-1), "not in this version of Lit: reactive-element.js, lit-element.js, css-tag.js");
});
