// The element in a document without a browser, as in the unit tests of a shop's page; the page is the documents' own.
import assert from "node:assert/strict";
import { test } from "node:test";
import { runNode, textOf } from "./texts.ts";

const imported = `--import=${new URL("global-document.mjs", import.meta.url)}`;
const [, page = ""] = /```js translated\n(.*?)```/s.exec(textOf("docs/guide/test-your-shop.md")) ?? [];

const script = `${page}
  const told = [];
  addEventListener("pay-settled", ({ result }) => told.push(result.outcome));
  const { pay, button } = await checkoutPage();
  const before = [button.textContent.trim(), pay.status, pay.checkValidity()];
  globalThis.fetch = async (address) => {
    const [, attempt] = /attempts\\/([\\w-]+)/.exec(address) ?? [];
    const answer = { v: 1, attempt, order: "A-1001", outcome: "approved", verified: true, safeToRetry: false, message: "Paid." };
    return Response.json(answer);
  };
  button.click();
  const opened = pay.status;
  await pay.checkStatus();
  await pay.updateComplete;
  const note = pay.shadowRoot.querySelector("[part=message]").textContent;
  const after = [pay.status, pay.value !== "", button.hidden, note];

  globalThis.fetch = async () => new Response(null, { status: 204 });
  const modes = {};
  for (const mode of ["auto", "popup", "redirect", "modal"]) {
    document.body.innerHTML = '<form lang="en"><ventanilla-pay name="payment" required></ventanilla-pay></form>';
    const pay = Object.assign(document.querySelector("ventanilla-pay"), { order: mode, mode });
    await pay.updateComplete;
    pay.shadowRoot.querySelector("button").click();
    await pay.updateComplete;
    modes[mode] = pay.status;
    pay.cancel();
    document.querySelector("form").reset();
  }
  console.log(JSON.stringify({ before, opened, after, told, modes }));
  process.exit();
`;

const [, tag = "", elsewhere = ""] =
  /region pages-on-another-origin -->\n```html\n(<ventanilla-pay.*?>)<\/ventanilla-pay>\n(.*?)```/s.exec(
    textOf("docs/guide/other-servers.md"),
  ) ?? [];
const inOrder = [...elsewhere.matchAll(/<script [^>]*>(.*?)<\/script>/gs)]
  .map(([, code]) => code || 'await import("@ventanilla/element/define");')
  .join("\n");

const told = `
  const tokens = [];
  globalThis.fetch = async (_address, { headers }) => {
    tokens.push(new Headers(headers).get("X-Order-Token"));
    return new Response(null, { status: 204 });
  };
  document.body.innerHTML = '${tag}</ventanilla-pay>';
  ${inOrder}
  await pay.updateComplete;
  console.log(JSON.stringify(tokens));
  process.exit();
`;

test("on the documents' page of another origin the first question about the order has the token, too", () => {
  const options = [imported, "--input-type=module", `--eval=${told}`];
  const { status, stdout, stderr } = runNode(options, { ...process.env, DOCUMENT: "jsdom" });
  assert.deepEqual([status, stderr, stdout.trim()], [0, "", '["q3Jk"]']);
});

for (const document of ["jsdom", "happy-dom"]) {
  test(`in a document of ${document} the documents' page, and every mode in a form, are rendered, clicked and ended`, () => {
    const options = [imported, "--input-type=module", `--eval=${script}`];
    const { status, stdout, stderr } = runNode(options, { ...process.env, DOCUMENT: document });
    assert.deepEqual([status, stderr], [0, ""]);
    assert.deepEqual(JSON.parse(stdout), {
      before: ["Pay by card", "idle", true],
      opened: "open",
      after: ["approved", true, true, "PaidPaid."],
      told: ["approved"],
      modes: { auto: "open", popup: "open", redirect: "open", modal: "open" },
    });
  });
}
