// The element in a document without a browser, as in the unit tests of a shop's page; the page is the documents' own.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { describe, test } from "node:test";

const guide = readFileSync(new URL("../../docs/guide/test-your-shop.md", import.meta.url), "utf8");
const [, page = ""] = /```js translated\n(.*?)```/s.exec(guide) ?? [];

/** Runs the documents' page, and a test of it, in a process that has this document for its own. */
async function run(document: string, script: string): Promise<unknown> {
  const child = spawn(
    process.execPath,
    [
      "--conditions=@ventanilla/source",
      `--import=${new URL("global-document.mjs", import.meta.url)}`,
      "--input-type=module",
      `--eval=${page}\n${script}\nprocess.exit();`,
    ],
    { env: { ...process.env, DOCUMENT: document }, cwd: new URL("../..", import.meta.url) },
  );
  const [said, complaints] = await Promise.all([text(child.stdout), text(child.stderr)]);
  assert.equal(complaints, "");
  return JSON.parse(said);
}

const payment = `
  const told = [];
  addEventListener("pay-settled", ({ result }) => told.push(result.outcome));
  const { pay, button } = await checkoutPage();
  const before = [button.textContent.trim(), pay.status, pay.checkValidity()];
  globalThis.fetch = async (address) => {
    const [, attempt] = /attempts\\/([\\w-]+)/.exec(address) ?? [];
    return Response.json({
      v: 1, attempt, order: "A-1001", outcome: "approved", verified: true, safeToRetry: false, message: "Paid.",
    });
  };
  button.click();
  const opened = pay.status;
  await pay.checkStatus();
  await pay.updateComplete;
  const note = pay.shadowRoot.querySelector("[part=message]").textContent;
  console.log(JSON.stringify({ before, opened, after: [pay.status, pay.value !== "", button.hidden, note], told }));
`;

const modes = `
  const seen = {};
  globalThis.fetch = async () => new Response(null, { status: 204 });
  await checkoutPage();
  for (const mode of ["auto", "popup", "redirect", "modal"]) {
    document.body.innerHTML = \`<form lang="en"><ventanilla-pay order="\${mode}" mode="\${mode}" name="payment" required></ventanilla-pay></form>\`;
    const pay = document.querySelector("ventanilla-pay");
    await pay.updateComplete;
    pay.shadowRoot.querySelector("button").click();
    await pay.updateComplete;
    const { status } = pay;
    pay.cancel();
    document.querySelector("form").reset();
    pay.remove();
    seen[mode] = status;
  }
  console.log(JSON.stringify(seen));
`;

describe("the element in a document without a browser", { concurrency: true }, () => {
  for (const document of ["jsdom", "happy-dom"]) {
    test(`${document}: the documents' page renders, is clicked and ends as the answer says`, async () => {
      assert.deepEqual(await run(document, payment), {
        before: ["Pay by card", "idle", true],
        opened: "open",
        after: ["approved", true, true, "PaidPaid."],
        told: ["approved"],
      });
    });

    test(`${document}: every mode, in a form, is clicked, cancelled, reset and removed`, async () => {
      const opened = { auto: "open", popup: "open", redirect: "open", modal: "open" };
      assert.deepEqual(await run(document, modes), opened);
    });
  }
});
