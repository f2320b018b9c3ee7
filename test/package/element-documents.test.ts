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
  await pay.checkStatus().then(() => pay.updateComplete);
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

test("the documents' page of another origin sets the element's headers before the element is there", () => {
  const shown = /#region pages-on-another-origin(?:(?!#endregion).)*requestInit = (?:(?!#endregion).)*element\.js"/s;
  assert.match(textOf("docs/guide/other-servers.md"), shown);
});

for (const document of ["jsdom", "happy-dom"]) {
  test(`in a document of ${document} the documents' page, and every mode in a form, are rendered, clicked and ended`, () => {
    const env = { ...process.env, DOCUMENT: document };
    const { status, stdout, stderr } = runNode([imported, "--input-type=module", `--eval=${script}`], env);
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
