import assert from "node:assert/strict";
import { test } from "node:test";
import type { Payments } from "@ventanilla/express";
import type { Staff } from "@ventanilla/express/counter";
import type { Express } from "express";
import { keptIn, place } from "../kept.ts";
import { serve } from "../serve.ts";
import { stillRouter } from "../shop.ts";
import { importProgram } from "./program.ts";

interface StaffApp {
  staffApp(
    payments: Payments,
    checkPassword: (name: string, password: string) => Promise<Staff | undefined>,
    secret: string,
  ): Express;
}

const users: Record<string, Staff> = {
  Ana: { name: "Ana Rodríguez", may: ["look", "resolve"] },
  Luis: { name: "Luis Peña", may: ["look"] },
};

/** A browser, which keeps the cookies that it gets. */
function browserAt(origin: string) {
  const jar = new Map<string, string>();
  const send = async (path: string, init: RequestInit = {}) => {
    const cookie = [...jar].map((pair) => pair.join("=")).join("; ");
    const headers = { cookie, "sec-fetch-site": "same-origin" };
    const answer = await fetch(origin + path, { redirect: "manual", headers, ...init });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    }
    return { status: answer.status, location: answer.headers.get("location"), page: await answer.text() };
  };
  const hidden = (name: string, page: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(page)?.[1] ?? "";
  const post = (path: string, body: URLSearchParams | FormData) => send(path, { method: "POST", body });
  return {
    see: (path: string) => send(path),
    post,
    hidden,
    async logIn(name: string, password = "larimar") {
      const csrf = hidden("csrf", (await send("/login")).page);
      return post("/login", new URLSearchParams({ csrf, name, password }));
    },
  };
}

test("the guide's staff-app.ts logs staff in, and takes the counter's forms and uploads past its CSRF protection", async () => {
  const { staffApp } = await importProgram<StaffApp>("docs/guide/counter.md", "staff-app.ts");
  const { payments, store } = stillRouter();
  const unknown = await place(store, { order: "A-1", state: "unknown" });
  const checkPassword = async (user: string, password: string) => (password === "larimar" ? users[user] : undefined);
  const app = staffApp(payments, checkPassword, "a secret of the test");
  // Express prints the errors of every other environment.
  app.set("env", "test");
  const { origin } = await serve(app);
  const { see, post, hidden, logIn } = browserAt(origin);
  const payment = `/staff/payments/payments/${unknown.id}`;
  const decision = (page: string) =>
    new URLSearchParams({
      token: hidden("token", page),
      seen: hidden("seen", page),
      decision: "yes",
      reason: "help desk, case 4711",
      step: "record",
    });

  assert.equal((await see("/staff/payments")).status, 403);
  // Its own forms are protected; with a wrong password nobody is logged in.
  assert.equal((await post("/login", new URLSearchParams({ name: "Ana", password: "larimar" }))).status, 403);
  assert.equal((await logIn("Ana", "ambar")).location, "/login");
  assert.equal((await see("/staff/payments")).status, 403);

  assert.equal((await logIn("Luis")).location, "/staff/payments");
  const shown = await see(payment);
  assert.deepEqual([shown.status, /name="decision"/.test(shown.page)], [200, false]);
  assert.equal((await post(`${payment}/resolve`, decision(shown.page))).status, 403);

  assert.equal((await logIn("Ana")).location, "/staff/payments");
  const { page } = await see(payment);
  assert.equal((await post(`${payment}/resolve`, decision(page))).status, 303);
  assert.equal((await keptIn(store).findAttempt(unknown.id))?.facts.resolution?.by, "Ana Rodríguez");

  const upload = new FormData();
  upload.set("token", hidden("token", (await see("/staff/payments/compare")).page));
  upload.set("batch", "2026-11-20");
  upload.set("file", new Blob([`Referencia,Monto\n${"1,1.00\n".repeat(40_000)}`], { type: "text/csv" }), "bank.csv");
  const compared = await post("/staff/payments/compare", upload);
  assert.equal(compared.status, 200);
  assert.match(compared.page, /<form[^>]* action="\/logout"/);
  assert.equal((await post("/logout", new URLSearchParams())).location, "/login");
  assert.equal((await see("/staff/payments")).status, 403);
});
