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
import { blockOf, importProgram } from "./program.ts";

const page = "docs/guide/payment-links.md";
const secret = "a secret of the shop's, of more than 32 bytes";

const order = { order: "F-1001", amount: "2950.00", tax: "450.00", currency: "DOP", description: "Bizcocho" };
const reachedAt = { email: "ana@example.com", mobilePhone: "809-555-0101" };
type Signer = { signOrder(order: object, secret: string): Promise<string> };

/** The languages in which the guide signs an order, with what runs the code: of JavaScript, this process. */
const languages: [name: string, program?: string, option?: string][] = [
  ["JavaScript"],
  ["Python", "python3", "-c"],
  ["PHP", "php", "-r"],
];

async function signIn(language: string, program?: string, option = ""): Promise<string> {
  if (program === undefined)
    return (await importProgram<Signer>(page, /sign-order/)).signOrder({ ...order, ...reachedAt }, secret);
  const { code } = blockOf(page, new RegExp(`^${language.toLowerCase()} `));
  const env = { ...process.env, ORDER_SECRET: secret };
  return (await promisify(execFile)(program, [option, code.replace("<?php", "")], { env })).stdout.trim();
}

for (const [language, program, option] of languages) {
  const skip = program !== undefined && spawnSync(program, ["--version"]).status !== 0 && `no ${program} here`;
  test(`an order that the guide signs in ${language} is launched for what it costs`, { skip }, async () => {
    // Signed with the clock of the machine: the shop's own is that one, too.
    const shop = await openLinkShop({ orderKeys: [{ secret }], clock: { now: Date.now, move: () => {} } });
    const launch = await shop.browser().launch({ order: await signIn(language, program, option) });
    assert.equal(launch.status, 200);
    const [attempt] = (await shop.payments.findOrder("F-1001")).attempts;
    assert.deepEqual([attempt?.amount.minor, attempt?.tax.minor, attempt?.amount.currency], [295_000, 45_000, "DOP"]);
  });
}

/** A mail server, and the first mail that it gets. Silent, it takes connections and says nothing. */
async function mailServer() {
  const { promise: mail, resolve } = Promise.withResolvers<string>();
  const sockets = new Set<Socket>();
  const answers: Record<string, string> = { DATA: "354 go on\r\n", QUIT: "221 bye\r\n" };
  const talk = (socket: Socket) => {
    socket.write("220 mail\r\n");
    let data: string[] | undefined;
    createInterface({ input: socket }).on("line", (line) => {
      if (line === ".") resolve(data?.join("\n") ?? "");
      if (line === ".") data = undefined;
      if (data === undefined) socket.write(answers[line] ?? "250 ok\r\n");
      else data.push(line);
      if (line === "DATA") data = [];
    });
  };
  const server = createServer((socket) => void sockets.add(socket.on("error", () => {}))).on("connection", talk);
  const address = `smtp://127.0.0.1:${await listen(server)}`;
  const close = () => void server.close();
  after(() => {
    close();
    for (const socket of sockets) socket.destroy();
  });
  return { address, mail, silence: () => server.off("connection", talk), close };
}

test("the guide's hook sends the receipt to the buyer, and a mail server that is down or silent holds up no payment", async () => {
  const { address, mail, silence, close } = await mailServer();
  const { SMTP_URL: before } = process.env;
  process.env.SMTP_URL = address;
  after(() => (before === undefined ? delete process.env.SMTP_URL : Object.assign(process.env, { SMTP_URL: before })));
  type Hook = { onPaid(pay: Links, payment: PaymentEvent, context: HookContext): Promise<boolean> };
  const { onPaid } = await importProgram<Hook>(page, /receipt-email/);
  const shop = await openLinkShop({
    router: { onPaid: async (payment, context) => assert.ok(await onPaid(shop.pay, payment, context)) },
  });
  const payLink = async (): Promise<string> => {
    const cake = { amount: { minor: 295_000, currency: "DOP" as const }, description: "Bizcocho de bodas" };
    const { code } = await shop.pay.create(cake);
    await shop.browser().pay(code);
    assert.equal((await shop.pay.find(code))?.paid.count, 1);
    return code;
  };
  const code = await payLink();
  const sent = await mail;
  assert.match(sent, new RegExp(`^To: ${contact.email}$`, "m"));
  assert.match(sent, /^Subject: Su recibo de Dulces Ana: Bizcocho de bodas$/m);
  assert.match(sent, /^Content-Type: text\/html/m);
  const plain = sent.replaceAll(/=\n/g, "").replaceAll("=3D", "=");
  assert.match(plain, /<h1>Recibo de pago<\/h1>/);
  assert.ok(plain.includes(shop.pay.receiptUrl(code)));

  // One that says nothing, and then one that is down.
  silence();
  await payLink();
  close();
  await payLink();
});
