import assert from "node:assert/strict";
import { before, test } from "node:test";
import { createElement } from "react";
import { renderToString as renderReact } from "react-dom/server";
import { createSSRApp, h } from "vue";
import { renderToString as renderVue } from "vue/server-renderer";

// What is rendered here is the frameworks' own, with the element registered or not: that its import does not throw where
// there is no browser is ours. Whole Next and Nuxt pages: `npm run long frameworks`.
const tag = /<ventanilla-pay order="A-1" mode="redirect"><\/ventanilla-pay>/;

before(() => import("@ventanilla/element/define"));

test("SSR: on a server the element's import does not throw, and React renders the tag with its attributes", () => {
  const props = { order: "A-1", mode: "redirect", "onpay-approved": () => {} };
  assert.match(renderReact(createElement("ventanilla-pay", props)), tag);
});

test("SSR: on a server the element's import does not throw, and Vue renders the tag with its attributes", async () => {
  const app = createSSRApp({
    render: () => h("ventanilla-pay", { order: "A-1", mode: "redirect", onPayApproved() {} }),
  });
  assert.match(await renderVue(app), tag);
});
