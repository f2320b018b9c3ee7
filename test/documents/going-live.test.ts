import assert from "node:assert/strict";
import { test } from "node:test";
import type { AlertHook, Health, Logger, Options, Payments } from "@ventanilla/express";
import type { Staff } from "@ventanilla/express/counter";
import express, { type Express } from "express";
import { decision, deskAt } from "../express/counter/counter.ts";
import { keptIn, place } from "../kept.ts";
import { serve } from "../serve.ts";
import { cards, comeBack, openShop, pay, payAtBank, sessionIn, stillRouter } from "../shop.ts";
import { blockOf, importProgram, launchAt, middleware, runProgram, throwsWithoutOrder } from "./program.ts";

const addresses = "docs/going-live/addresses.md";
const orders = "docs/going-live/orders.md";

test("the pages' shop, in their order of middleware, sells an order to its buyer alone, who comes back logged in", async () => {
  type MakeShop = (payments: Payments, before: typeof middleware) => Express;
  const { makeShop } = await importProgram<{ makeShop: MakeShop }>(addresses, /makeShop/);
  const { orderOf } = await importProgram<{ orderOf(shop: object): Options["order"] }>(orders, /orderOf/);
  const { onPaid } = await importProgram<Pick<Options, "onPaid">>(orders, /const onPaid/);
  const reachedAt = { email: "ana@example.com", phone: "8095550101" };
  const order = { buyer: "ana", totalInCents: 295_000, itbisInCents: 45_000, ...reachedAt };
  const written: string[] = [];
  const query = async (text: string) => ({ rows: [{ id: written.push(text) }] });
  const shop = await openShop({
    order: orderOf({
      find: async (id: string) => (id === "A-1" ? order : undefined),
      visitorOf: (cookie = "") => cookie,
    }),
    onPaid: (payment, context) => onPaid(payment, { ...context, transaction: { query } } as never),
  });
  const { origin } = await serve(makeShop(shop.payments, middleware));
  const launchAs = (Cookie: string) => launchAt(origin, "A-1", { Origin: shop.origin, Cookie });

  assert.equal((await launchAs("eva")).status, 404);
  const { pathname } = new URL(await payAtBank(shop, await sessionIn(await launchAs("ana")), cards.approved));
  const back = await comeBack(origin + pathname);
  assert.deepEqual([back.status, back.headers.getSetCookie()], [303, []]);
  await shop.payments.reconcileOnce({ budgetMs: 5000 });
  assert.deepEqual(written, ["UPDATE orders SET paid_at = ? WHERE id = ? RETURNING id"]);
  await throwsWithoutOrder(onPaid);

  const [, unknown = ""] = /shop\.example(\/payments\/return\/0+)/.exec(blockOf(addresses, /return\/0+/).code) ?? [];
  const check = await comeBack(origin + unknown);
  assert.deepEqual([check.status, check.headers.getSetCookie()], [404, []]);
  assert.equal((await fetch(`${origin}/elsewhere`, { method: "POST" })).status, 403);
});

test("monitoring: health is an address; an alert reaches the staff, and is mailed, as is the summary of the day", async () => {
  const counterUrl = "https://shop.example/staff/payments";
  const mails: { subject: string; text: string; to: string }[] = [];
  const createTransport = () => ({ sendMail: async (mail: (typeof mails)[number]) => void mails.push(mail) });
  const { addHealth, makeLogger, mailAlert, mailSummary } = await runProgram<{
    addHealth(app: Express, payments: Payments): void;
    makeLogger(tell: (line: string) => void): Logger;
    mailAlert: AlertHook;
    mailSummary(payments: Payments): Promise<void>;
  }>({
    path: "docs/going-live/monitoring.md",
    only: /addHealth|makeLogger|mailAlert:/,
    replace: [[/^import .* from "nodemailer";$/m, ""]],
    given: () => ({ createTransport }),
  });
  const told: string[] = [];
  const shop = await openShop({ logger: makeLogger((line) => void told.push(line)), onAlert: mailAlert, counterUrl });
  const app = express();
  addHealth(app, shop.payments);
  const answer = await fetch(`${(await serve(app)).origin}/health/payments`);
  assert.deepEqual(((await answer.json()) as Health).problems, []);
  const attempt = await pay(shop, "A-1", cards.partial);
  await shop.payments.reconcileOnce({ budgetMs: 5000 });
  assert.match(told.join("\n"), /approved only a part \(code 10\)/);
  await mailSummary(shop.payments);
  const [alert, summary] = mails;
  assert.deepEqual([alert?.to, summary?.to, mails.length], ["staff@shop.example", "staff@shop.example", 2]);
  assert.match(alert?.subject ?? "", /^Pedido A-1: el banco aprobó solo una parte/);
  assert.ok(alert?.text.endsWith(`\n${counterUrl}/payments/${attempt}`));
  assert.match(summary?.subject ?? "", /cierre de lote del /);
});

type CheckPassword = (user?: string, password?: string) => Promise<Staff | undefined>;
type StaffApp = { staffApp(payments: Payments, checkPassword: CheckPassword, secret: string): Express };

test("the guide's staff-app.ts logs staff in, and takes the counter's forms and uploads past its CSRF protection", async () => {
  const { staffApp } = await importProgram<StaffApp>("docs/guide/counter.md", /staff-app/);
  const { payments, store } = stillRouter();
  const unknown = await place(store, { order: "A-1", state: "unknown" });
  const users: Record<string, Staff> = {
    Ana: { name: "Ana Rodríguez", may: ["look", "resolve"] },
    Luis: { name: "Luis Peña", may: ["look"] },
  };
  const app = staffApp(payments, async (user = "", word) => (word === "larimar" ? users[user] : undefined), "a secret");
  // Express prints the errors of every other environment.
  app.set("env", "test");
  const { origin } = await serve(app);

  const jar = { Cookie: "" };
  const [shop, counter] = [deskAt(origin, "", jar), deskAt(`${origin}/staff/payments`, "", jar)];
  const look = async () => (await counter.get("")).status;
  const logIn = async (name: string, password = "larimar") => {
    const [, csrf = ""] = /name="csrf" value="([^"]+)"/.exec(await shop.page("/login")) ?? [];
    return (await shop.post("/login", { csrf, name, password })).headers.get("location");
  };
  const decide = async () => {
    const isAsked = (await counter.page(`/payments/${unknown.id}`)).includes('name="decision"');
    return [isAsked, (await counter.post(`/payments/${unknown.id}/resolve`, decision("yes"))).status];
  };

  // Its own forms are protected; with a wrong password nobody is logged in.
  assert.equal((await shop.post("/login", { name: "Ana", password: "larimar" })).status, 403);
  assert.deepEqual([await logIn("Ana", "ambar"), await look()], ["/login", 403]);
  assert.equal(await logIn("Luis"), "/staff/payments");
  assert.deepEqual([await look(), ...(await decide())], [200, false, 403]);
  assert.equal(await logIn("Ana"), "/staff/payments");
  assert.deepEqual(await decide(), [true, 303]);
  assert.equal((await keptIn(store).findAttempt(unknown.id))?.facts.resolution?.by, "Ana Rodríguez");

  await counter.page("/compare");
  const file = new Blob([`Referencia,Monto\n${"1,1.00\n".repeat(40_000)}`], { type: "text/csv" });
  const compared = await counter.post("/compare", { batch: "2026-11-20", file });
  assert.equal(compared.status, 200);
  assert.match(await compared.text(), /<form[^>]* action="\/logout"/);
  assert.equal((await shop.post("/logout")).headers.get("location"), "/login");
  assert.equal(await look(), 403);
});
