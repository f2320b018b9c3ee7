import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { createServer, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { after, test } from "node:test";
import { promisify } from "node:util";
import type { HookContext, PaymentEvent } from "@ventanilla/express";
import type { Links } from "@ventanilla/links";
import { contact, openLinkShop } from "../links/shop.ts";
import { listen } from "../listen.ts";
import { documentAt } from "./documents.ts";
import { importProgram } from "./program.ts";

const page = "docs/guide/payment-links.md";
const secret = "a secret of the shop's, of more than 32 bytes";

/** The code of the guide in a language. */
const codeIn = (language: string): string =>
  documentAt(page)?.blocks.find((block) => block.language === language)?.code ?? assert.fail(`no ${language}`);

/** Whether a program of the operating system answers to its name. */
const isThere = (program: string): boolean => spawnSync(program, ["--version"]).status === 0;

const run = (program: string, ...args: string[]): Promise<string> =>
  promisify(execFile)(program, args, { env: { ...process.env, ORDER_SECRET: secret } }).then(({ stdout }) =>
    stdout.trim(),
  );

const signers: Record<string, { skip: boolean; sign(): Promise<string> }> = {
  JavaScript: {
    skip: false,
    async sign() {
      const { signOrder } = await importProgram<{ signOrder(order: object, secret: string): Promise<string> }>(
        page,
        "sign-order.ts",
      );
      const order = { order: "F-1001", amount: "2950.00", tax: "450.00", currency: "DOP", description: "Bizcocho" };
      return signOrder({ ...order, email: "ana@example.com", mobilePhone: "809-555-0101" }, secret);
    },
  },
  Python: { skip: !isThere("python3"), sign: () => run("python3", "-c", codeIn("python")) },
  PHP: { skip: !isThere("php"), sign: () => run("php", "-r", codeIn("php").replace("<?php", "")) },
};

for (const [language, { skip, sign }] of Object.entries(signers)) {
  test(`an order that the guide signs in ${language} is launched for what it costs`, { skip }, async () => {
    // Signed with the clock of the machine: the shop's own is that one, too.
    const shop = await openLinkShop({ orderKeys: [{ secret }], clock: { now: Date.now, move: () => {} } });
    const launch = await shop.browser().launch({ order: await sign() });
    assert.equal(launch.status, 200);
    const [attempt] = (await shop.payments.findOrder("F-1001")).attempts;
    assert.deepEqual([attempt?.amount.minor, attempt?.tax.minor, attempt?.amount.currency], [295_000, 45_000, "DOP"]);
  });
}

/** A mail server, and the first mail that it gets. Silent, it takes connections and says nothing. */
async function mailServer(): Promise<{ address: string; mail: Promise<string>; silence(): void; close(): void }> {
  const { promise: mail, resolve } = Promise.withResolvers<string>();
  let isSilent = false;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    if (isSilent) return;
    socket.write("220 mail\r\n");
    let data: string[] | undefined;
    createInterface({ input: socket }).on("line", (line) => {
      if (data === undefined) {
        if (line === "DATA") data = [];
        socket.write(line === "DATA" ? "354 go on\r\n" : line === "QUIT" ? "221 bye\r\n" : "250 ok\r\n");
      } else if (line === ".") {
        resolve(data.join("\n"));
        data = undefined;
        socket.write("250 ok\r\n");
      } else data.push(line);
    });
  });
  const port = await listen(server);
  after(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const silence = () => {
    isSilent = true;
  };
  return { address: `smtp://127.0.0.1:${port}`, mail, silence, close: () => void server.close() };
}

test("the guide's hook sends the receipt to the buyer, and a mail server that is down or silent holds up no payment", async () => {
  const { address, mail, silence, close } = await mailServer();
  const before = process.env.SMTP_URL;
  process.env.SMTP_URL = address;
  after(() => {
    if (before === undefined) delete process.env.SMTP_URL;
    else process.env.SMTP_URL = before;
  });
  const { onPaid } = await importProgram<{
    onPaid(pay: Links, payment: PaymentEvent, context: HookContext): Promise<boolean>;
  }>(page, "receipt-email.ts");
  const shop = await openLinkShop({
    router: { onPaid: async (payment, context) => assert.ok(await onPaid(shop.pay, payment, context)) },
  });
  const cake = { amount: { minor: 295_000, currency: "DOP" as const }, description: "Bizcocho de bodas" };
  const { code } = await shop.pay.create(cake);
  await shop.browser().pay(code);
  const sent = await mail;
  const plain = sent.replaceAll(/=\n/g, "").replaceAll("=3D", "=");
  assert.match(sent, new RegExp(`^To: ${contact.email}$`, "m"));
  assert.match(sent, /^Subject: Su recibo de Dulces Ana: Bizcocho de bodas$/m);
  assert.match(sent, /^Content-Type: text\/html/m);
  assert.match(plain, /<h1>Recibo de pago<\/h1>/);
  assert.ok(plain.includes(shop.pay.receiptUrl(code)));
  assert.equal((await shop.pay.find(code))?.paid.count, 1);

  // One that says nothing, and then one that is down.
  for (const breakDown of [silence, close]) {
    breakDown();
    const { code: next } = await shop.pay.create(cake);
    await shop.browser().pay(next);
    assert.equal((await shop.pay.find(next))?.paid.count, 1);
  }
});
