import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";
import type { PaymentEvent } from "@ventanilla/express";
import type { Links } from "@ventanilla/links";
import { cake, contact, openLinkShop } from "../links/shop.ts";
import { root } from "../package/texts.ts";
import { blockOf, runProgram } from "./program.ts";

const page = "docs/guide/payment-links.md";
const secret = "a secret of the shop's, of more than 32 bytes";

/** Of JavaScript, the guide has the function alone: the order is Python's. */
const [order = ""] = /\{"order".*?\}/s.exec(blockOf(page, /^python /).code) ?? [];
const call = `console.log(await signOrder(${order}, process.env.ORDER_SECRET));`;

for (const [language, program, ...options] of [
  ["ts", process.execPath, "--input-type=module-typescript", "--eval"],
  ["python", "python3", "-c"],
  ["php", "php", "-r"],
] as const) {
  const skip = spawnSync(program, ["--version"]).status !== 0 && `no ${program} here`;
  test(`an order that the guide signs in ${language} is launched for what it costs`, { skip }, async () => {
    const { code } = blockOf(page, new RegExp(`^${language} [^]*sign_?order`, "i"));
    const script = language === "ts" ? `${code}\n${call}` : code.replace("<?php", "");
    const env = { ...process.env, ORDER_SECRET: secret };
    const { stdout } = await promisify(execFile)(program, [...options, script], { cwd: root, env });
    // Signed with the clock of the machine: the shop's own is that one, too.
    const shop = await openLinkShop({ orderKeys: [secret], clock: { now: Date.now, move: () => {} } });
    const launch = await shop.browser().launch({ order: stdout.trim() });
    assert.equal(launch.status, 200);
    const [attempt] = (await shop.payments.findOrder("F-1001")).attempts;
    assert.deepEqual([attempt?.amount.minor, attempt?.tax.minor, attempt?.amount.currency], [295_000, 45_000, "DOP"]);
  });
}

for (const [server, send] of Object.entries({
  "that is silent": () => new Promise<void>(() => {}),
  "that is down": () => Promise.reject(new Error("connect ECONNREFUSED")),
})) {
  test(`the guide's hook sends the receipt to the buyer; a mail server ${server} holds up no payment`, async () => {
    const { promise: sent, resolve } = Promise.withResolvers<Record<"to" | "subject" | "html" | "text", string>>();
    type Hook = { onPaid(pay: Links, payment: PaymentEvent): Promise<boolean> };
    const { onPaid } = await runProgram<Hook>({
      path: page,
      only: /sendReceipt/,
      replace: [[/^import .* from "nodemailer";$/m, ""]],
      given: () => ({ createTransport: () => ({ sendMail: async (mail: never) => resolve(mail) ?? send() }) }),
    });
    const shop = await openLinkShop({
      router: { onPaid: async (payment) => assert.ok(await onPaid(shop.pay, payment)) },
    });
    const { code } = await shop.pay.create(cake);
    await shop.browser().pay(code);
    assert.equal((await shop.pay.find(code))?.paid.count, 1);
    const { to, subject, html, text } = await sent;
    assert.deepEqual([to, subject], [contact.email, "Su recibo de Dulces Ana: Bizcocho de boda"]);
    assert.match(html, /<h1>Recibo de pago<\/h1>/);
    assert.ok(text.includes(shop.pay.receiptUrl(code)));
  });
}
