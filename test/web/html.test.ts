import assert from "node:assert/strict";
import { test } from "node:test";
import { html } from "@ventanilla/web";

test("a value is escaped for element content and for quoted attributes", () => {
  const name = `<b title='x'>"Ana" & Co</b>`;
  assert.equal(
    String(html`<p title="${name}">${name}</p>`),
    '<p title="&lt;b title=&#39;x&#39;&gt;&quot;Ana&quot; &amp; Co&lt;/b&gt;">&lt;b title=&#39;x&#39;&gt;&quot;Ana&quot; &amp; Co&lt;/b&gt;</p>',
  );
});

test("a template inside a template is not escaped again, lists are joined", () => {
  const rows = ["a", "<"].map((text) => html`<li>${text}</li>`);
  assert.equal(String(html`<ul>${[rows, "&", 0]}</ul>`), "<ul><li>a</li><li>&lt;</li>&amp;0</ul>");
});

test("undefined and false are left out, other text stays", () => {
  assert.equal(String(html`[${undefined}${false}${""}${"false"}]`), "[false]");
});

test("a backslash in a template is what JavaScript reads", () => {
  assert.equal(String(html`a\u0026\n${"b"}`), "a&\nb");
});
