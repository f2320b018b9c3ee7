import assert from "node:assert/strict";
import { before, test } from "node:test";
import { createElement } from "react";
import { renderToString as renderReact } from "react-dom/server";
import { createSSRApp, h } from "vue";
import { renderToString as renderVue } from "vue/server-renderer";

// Whole Next and Nuxt pages: `npm run test:frameworks`.
const tag = /<ventanilla-pay order="A-1" mode="redirect"><\/ventanilla-pay>/;

before(() => import("@ventanilla/element/define"));

test("SSR: React renders the tag with its attributes, without its listener, while the element is registered", () => {
  const props = { order: "A-1", mode: "redirect", "onpay-approved": () => {} };
  assert.match(renderReact(createElement("ventanilla-pay", props)), tag);
});

test("SSR: Vue renders the tag with its attributes, without its listener, while the element is registered", async () => {
  const app = createSSRApp({
    render: () => h("ventanilla-pay", { order: "A-1", mode: "redirect", onPayApproved() {} }),
  });
  assert.match(await renderVue(app), tag);
});
