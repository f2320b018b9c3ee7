import assert from "node:assert/strict";
import { test } from "node:test";
import type { Payments } from "@ventanilla/express";
import type { Staff } from "@ventanilla/express/counter";
import type { Express } from "express";
import { keptIn, place } from "../kept.ts";
import { serve } from "../serve.ts";
import { stillRouter } from "../shop.ts";
import { importProgram } from "./program.ts";

type CheckPassword = (name: string, password: string) => Promise<Staff | undefined>;
type StaffApp = { staffApp(payments: Payments, checkPassword: CheckPassword, secret: string): Express };

test("the guide's staff-app.ts logs staff in, and takes the counter's forms and uploads past its CSRF protection", async () => {
  const { staffApp } = await importProgram<StaffApp>("docs/guide/counter.md", /staff-app/);
  const { payments, store } = stillRouter();
  const unknown = await place(store, { order: "A-1", state: "unknown" });
  const users: Record<string, Staff> = {
    Ana: { name: "Ana Rodríguez", may: ["look", "resolve"] },
    Luis: { name: "Luis Peña", may: ["look"] },
  };
  const checkPassword: CheckPassword = async (user, password) => (password === "larimar" ? users[user] : undefined);
  const app = staffApp(payments, checkPassword, "a secret of the test");
  // Express prints the errors of every other environment.
  app.set("env", "test");
  const { origin } = await serve(app);

  /** What the browser keeps, and what it sends. */
  const jar = new Map<string, string>();
  const send = async (path: string, body: Record<string, string> | FormData | null = null) => {
    const headers = { cookie: [...jar].map((pair) => pair.join("=")).join("; "), "sec-fetch-site": "same-origin" };
    const sent = body && !(body instanceof FormData) ? new URLSearchParams(body) : body;
    const method = body ? "POST" : "GET";
    const answer = await fetch(origin + path, { redirect: "manual", method, headers, body: sent });
    for (const [name = "", value = ""] of answer.headers.getSetCookie().map((line) => line.split(/[=;]/)))
      jar.set(name, value);
    const page = await answer.text();
    const hidden = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(page)?.[1] ?? "";
    return { status: answer.status, location: answer.headers.get("location"), page, hidden };
  };
  const logIn = async (name: string, password = "larimar") =>
    (await send("/login", { csrf: (await send("/login")).hidden("csrf"), name, password })).location;
  const payment = `/staff/payments/payments/${unknown.id}`;
  const decide = async ({ hidden }: Awaited<ReturnType<typeof send>>) => {
    const given = { token: hidden("token"), seen: hidden("seen") };
    const decision = { decision: "yes", reason: "help desk, case 4711", step: "record" };
    return (await send(`${payment}/resolve`, { ...given, ...decision })).status;
  };

  assert.equal((await send("/staff/payments")).status, 403);
  // Its own forms are protected; with a wrong password nobody is logged in.
  assert.equal((await send("/login", { name: "Ana", password: "larimar" })).status, 403);
  assert.equal(await logIn("Ana", "ambar"), "/login");
  assert.equal((await send("/staff/payments")).status, 403);

  assert.equal(await logIn("Luis"), "/staff/payments");
  const shown = await send(payment);
  assert.deepEqual([shown.status, shown.page.includes('name="decision"'), await decide(shown)], [200, false, 403]);
  assert.equal(await logIn("Ana"), "/staff/payments");
  assert.equal(await decide(await send(payment)), 303);
  assert.equal((await keptIn(store).findAttempt(unknown.id))?.facts.resolution?.by, "Ana Rodríguez");

  const upload = new FormData();
  upload.set("token", (await send("/staff/payments/compare")).hidden("token"));
  upload.set("batch", "2026-11-20");
  upload.set("file", new Blob([`Referencia,Monto\n${"1,1.00\n".repeat(40_000)}`], { type: "text/csv" }), "bank.csv");
  const compared = await send("/staff/payments/compare", upload);
  assert.equal(compared.status, 200);
  assert.match(compared.page, /<form[^>]* action="\/logout"/);
  assert.equal((await send("/logout", {})).location, "/login");
  assert.equal((await send("/staff/payments")).status, 403);
});
