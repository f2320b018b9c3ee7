// A shop's server in one of several builds, for the bench: node router-server.ts <build> <bank> <file>

import { createHash, randomBytes } from "node:crypto";
import {
  createSession,
  type Gateway,
  openGateway,
  paymentRequest,
  responseCode,
  resultContradictions,
  sessionResult,
} from "@ventanilla/client";
import { type Options, ventanilla } from "@ventanilla/express";
import { sqliteStore } from "@ventanilla/express/sqlite";
import type { Attempt, Store } from "@ventanilla/express/store";
import { html } from "@ventanilla/web";
import express, { type Express, type RequestHandler, type Response } from "express";
import { Stripe } from "stripe";
import { Pool } from "undici";
import { makeVault, type Vault } from "../../packages/express/src/base/vault.ts";
import { newToken, tokenHash } from "../../packages/express/src/http/token.ts";
import { sendPage } from "../../packages/express/src/page/page.ts";
import { settingsOf } from "../../packages/express/src/settings.ts";
import { keptIn } from "../kept.ts";
import { request as payment } from "./request.ts";

const [build = "", bank = "", file = ""] = process.argv.slice(2);
const page = (SESSION: string) =>
  `<!doctype html><title>Pay</title><form method="post" action="${bank}/authorize"><input type="hidden" name="SESSION" value="${SESSION}"><button>Pay</button></form><script>document.forms[0].submit()</script>`;

const builds: Record<string, (app: Express, origin: string) => void> = {
  "by hand": (app, origin) => byHand(app, origin),
  "by hand, one read": (app) => statusByHand(app, sqliteStore(file)),
  "by hand, as safe": (app, origin) => asSafeByHand(app, origin, sqliteStore(":memory:")),
  "by hand, as safe, SQLite": (app, origin) => asSafeByHand(app, origin, sqliteStore(file)),
  "by hand, SQLite": (app, origin) => byHand(app, origin, sqliteStore(file)),
  "ours, SQLite in memory": (app, origin) => ours(app, origin, sqliteStore(":memory:")),
  "ours, SQLite": (app, origin) => ours(app, origin, sqliteStore(file)),
  "stripe-node": (app) => {
    const { hostname, port } = new URL(bank);
    const stripe = new Stripe("sk_test_x", { host: hostname, port: Number(port), protocol: "http", telemetry: false });
    app.post("/payments/attempts", express.urlencoded({ extended: false }), async (_request, response) => {
      const session = await stripe.checkout.sessions.create({ mode: "payment", success_url: "https://shop.example/a" });
      response.send(page(session.id));
    });
  },
};

function optionsOf(origin: string, store: Store): Options {
  return {
    publicUrl: `${origin}/payments`,
    gateway: { sessionApiUrl: bank, gatewayUrl: bank },
    merchant,
    store,
    encryptionKeys: ["0".repeat(64)],
    order: () => ({ amount, tax, buyer }),
    onPaid: () => {},
    limits: { address: Number.POSITIVE_INFINITY, all: Number.POSITIVE_INFINITY },
  };
}

function ours(app: Express, origin: string, store: Store): void {
  app.use("/payments", ventanilla(optionsOf(origin, store)));
}

const merchant = { number: "1", terminal: "1", acquirer: "349", name: { owner: "A", city: "B", country: "DO" } };
const amount = { minor: 100, currency: "DOP" } as const;
const tax = { minor: 0, currency: "DOP" } as const;
const buyer = { email: "a@example.com", mobilePhone: "8095550101" };

/** The launch's first write: the attempt, before the request to the bank. */
async function insert(store: Store, id: string, order: string, browserHash: string): Promise<Attempt> {
  const facts = { language: "es", mode: "redirect" } as const;
  const draft = { id, order, amount, tax, bank, browserHash, facts, dueAt: Date.now() + 1_800_000 };
  return (await keptIn(store).insertAttempt(draft, Date.now())).attempt;
}

async function write(store: Store, attempt: Attempt, state: Attempt["state"], facts: object, more: object = {}) {
  const change = { state, facts: { ...attempt.facts, ...facts }, ...more };
  return (await keptIn(store).transition(attempt.id, attempt.version, change)).attempt;
}

/** The return's second write, and the delivery of the event. */
async function approveAndDeliver(
  store: Store,
  visited: Attempt,
  verdict: { code: string; reference?: string | undefined },
) {
  const now = Date.now();
  await write(store, visited, "approved", { verdict, settledAt: now }, { dueAt: null, announce: "order.paid" });
  for (const { item, fence } of await keptIn(store).claimEvents({ banks: [bank], limit: 8, leaseMs: 300_000 })) {
    await keptIn(store).settleClaim(item.id, fence, { kind: "done" });
  }
}

/** The launch's second write: the attempt has a session that can be paid. */
function writeOpened(store: Store, attempt: Attempt, SESSION: string, sealedKey: string, returnHash: string) {
  const now = Date.now();
  const due = { windowEndsAt: now + 1_800_000, dueAt: now + 45_000 };
  return write(store, attempt, "opened", { SESSION, sealedKey, openedAt: now }, { returnHash, ...due });
}

/**
 * The same launch by hand with the router's safeguards and store writes, and nothing else: a request that keeps the
 * wire's rules, an answer that is checked, a sealed key, the browser's cookie as a hash, a page under a policy.
 */
function asSafeByHand(app: Express, origin: string, store: Store): void {
  const gateway = openGateway({ sessionApiUrl: bank, gatewayUrl: bank });
  const vault = makeVault(["0".repeat(64)]);
  const settings = settingsOf(optionsOf(origin, store));
  returnAsSafe(app, origin, store, gateway, vault);
  app.post("/payments/attempts", express.urlencoded({ extended: false }), async (request, response) => {
    const { attempt: id, order } = request.body as { attempt: string; order: string };
    const [token, browser] = [newToken(), newToken()];
    const returnUrl = `${origin}/payments/return/${token}`;
    const attempt = await insert(store, id, order, tokenHash(browser));
    const wire = paymentRequest(merchant, {
      orderId: order,
      transactionId: attempt.transactionId,
      amount,
      tax,
      returnUrl,
      cancelUrl: returnUrl,
      language: "es",
      clientIp: "127.0.0.1",
      buyer,
    });
    const session = await createSession(gateway, wire);
    await writeOpened(store, attempt, session.SESSION, vault.seal(session["session-key"], id), tokenHash(token));
    response.setHeader("Set-Cookie", `browser=${browser}; Path=/; HttpOnly; SameSite=Lax`);
    sendPage(response, settings, {
      status: 200,
      language: "es",
      title: "Pay",
      mark: "turning",
      body: html`<form method="post" action="${bank}/authorize"><input type="hidden" name="SESSION" value="${session.SESSION}"></form>`,
      script: "document.forms[0].submit()",
      formAction: [bank],
    });
  });
}

/** A bare route that answers with JSON, or one that looks an attempt up first, as every true answer has to. */
function statusByHand(app: Express, store?: Store): void {
  const status = {
    v: 1,
    attempt: crypto.randomUUID(),
    order: "A-1",
    state: "opened",
    outcome: "pending",
    verified: false,
  };
  const more = { safeToRetry: false, message: "El banco todavía no ha confirmado el resultado." };
  const send = (response: Response) => response.json({ ...status, ...more, expiresAt: new Date().toISOString() });
  const kept = store && keptIn(store);
  if (store) void insert(store, status.attempt, status.order, "");
  const readAndSend: RequestHandler = async (_request, response) => {
    await kept?.findAttempt(status.attempt);
    send(response);
  };
  app.get("/payments/attempts/:id", store ? readAndSend : (_request, response) => send(response));
}

/** The rest of such a payment: the bank's answer is checked as the router checks it, and the event is delivered. */
function returnAsSafe(app: Express, origin: string, store: Store, gateway: Gateway, vault: Vault): void {
  app.all("/payments/return/:token", express.urlencoded({ extended: false }), async (request, response) => {
    const opened = await keptIn(store).findByReturnHash(tokenHash(request.params.token));
    if (!opened) return response.sendStatus(404);
    const visited = await write(store, opened, "opened", { returnedAt: Date.now() }, { dueAt: Date.now() + 1000 });
    const { SESSION = "", sealedKey = "" } = visited.facts;
    const answer = await sessionResult(gateway, { SESSION, "session-key": vault.open(sealedKey, visited.id) });
    const sent = { orderId: visited.order, transactionId: visited.transactionId };
    if (answer.status !== "finished" || resultContradictions(sent, answer.result).length > 0) {
      return response.sendStatus(409);
    }
    const { ResponseCode, RetrievalReferenceNumber } = answer.result;
    if (responseCode(ResponseCode).finality !== "approved") return response.sendStatus(402);
    const verdict = { code: ResponseCode, reference: RetrievalReferenceNumber };
    await approveAndDeliver(store, visited, verdict);
    response.redirect(303, `${origin}/payments/relay/${opened.id}`);
  });
}

/** The router as an engineer writes it by hand: the same calls to the bank and, with a store, the same writes. */
function byHand(app: Express, origin: string, store?: Store): void {
  const pool = new Pool(bank, { connections: 64 });
  const known = new Map<string, Attempt>();

  app.post("/payments/attempts", express.urlencoded({ extended: false }), async (request, response) => {
    const { attempt: id, order } = request.body as { attempt: string; order: string };
    const token = randomBytes(32).toString("base64url");
    const inserted = store && (await insert(store, id, order, ""));
    const body = {
      ...payment,
      OrdenID: order,
      TransactionId: inserted?.transactionId ?? "100000",
      ReturnUrl: `${origin}/payments/return/${token}`,
    };
    const answer = await pool.request({
      method: "POST",
      path: "/sessions",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const session = (await answer.body.json()) as { SESSION: string; "session-key": string };
    const returnHash = createHash("sha256").update(token).digest("hex");
    if (store && inserted) {
      known.set(token, await writeOpened(store, inserted, session.SESSION, session["session-key"], returnHash));
    }
    response.send(page(session.SESSION));
  });

  app.all("/payments/return/:token", express.urlencoded({ extended: false }), async (request, response) => {
    const opened = known.get(request.params.token);
    if (!store || !opened) return response.sendStatus(404);
    const visited = await write(store, opened, "opened", { returnedAt: Date.now() }, { dueAt: Date.now() + 1000 });
    const answer = await pool.request({
      method: "GET",
      path: `/sessions/${visited.facts.SESSION}?sk=${visited.facts.sealedKey}`,
    });
    const result = (await answer.body.json()) as { ResponseCode: string; RetrivalReferenceNumber: string };
    const verdict = { code: result.ResponseCode, reference: result.RetrivalReferenceNumber };
    await approveAndDeliver(store, visited, verdict);
    response.redirect(303, `${origin}/payments/relay/${opened.id}`);
  });

  statusByHand(app);
}

const shop = express();
const server = shop.listen(0, "127.0.0.1", (error) => {
  if (error) throw error;
  const { port } = server.address() as { port: number };
  const address = `http://127.0.0.1:${port}`;
  builds[build]?.(shop, address);
  shop.get("/memory", (_request, response) => {
    globalThis.gc?.();
    response.json(process.memoryUsage().rss);
  });
  console.log(address);
});
