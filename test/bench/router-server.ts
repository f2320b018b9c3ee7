// A shop's server in one of several builds, for the bench: node router-server.ts <build> <bank> <file>

import { createHash, randomBytes } from "node:crypto";
import {
  createSession,
  type Gateway,
  normalizeBuyer,
  paymentRequest,
  responseCode,
  resultContradictions,
  sessionResult,
} from "@ventanilla/client";
import { type Options, ventanilla } from "@ventanilla/express";
import { sqliteStore } from "@ventanilla/express/sqlite";
import { type Attempt, type Store, writeChange } from "@ventanilla/express/store";
import { formatMoney, html, isSameOrigin } from "@ventanilla/web";
import express, { type Express, type RequestHandler, type Response } from "express";
import { Stripe } from "stripe";
import { Pool } from "undici";
import type { Happening } from "../../packages/express/src/attempt/attempt.ts";
import { isAttemptId } from "../../packages/express/src/attempt/rules.ts";
import type { Vault } from "../../packages/express/src/base/vault.ts";
import { browserCookie, browserOf } from "../../packages/express/src/http/browser.ts";
import { makeLaunchLimiter } from "../../packages/express/src/http/limits.ts";
import { newReturnToken, newToken, tokenHash } from "../../packages/express/src/http/token.ts";
import { isOrderId, isPlainlySpelled, spellingOf } from "../../packages/express/src/order/order-id.ts";
import { sendPage } from "../../packages/express/src/page/page.ts";
import { checkOvertaken } from "../../packages/express/src/session/insert-launch.ts";
import { settingsOf } from "../../packages/express/src/settings.ts";
import { keptIn } from "../kept.ts";
import { request as payment } from "./request.ts";

type Kept = ReturnType<typeof keptIn>;

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

/** The launch's first write: the attempt, before the request to the bank. The order's spelling is unique, too. */
async function insert(kept: Kept, id: string, order: string, browserHash: string): Promise<Attempt> {
  const facts = { language: "es", mode: "redirect", merchant } as const;
  const spelling = spellingOf(order);
  const draft = { id, order, spelling, amount, tax, bank, browserHash, facts, dueAt: Date.now() + 1_800_000 };
  return (await kept.insertAttempt(draft, Date.now())).attempt;
}

async function write(kept: Kept, attempt: Attempt, state: Attempt["state"], facts: object, more: object = {}) {
  return (await writeChange(kept, attempt, { state, facts: { ...attempt.facts, ...facts }, ...more })).attempt;
}

/** The history of an attempt with an entry more. */
const told = ({ facts }: Attempt, happening: Happening, now: number) => ({
  history: { entries: [...(facts.history?.entries ?? []), { at: now, ...happening }] },
});

/** The return's first write: a visit. */
function writeVisited(kept: Kept, opened: Attempt): Promise<Attempt> {
  const now = Date.now();
  const facts = { returnedAt: now, ...told(opened, { what: "returned" }, now) };
  return write(kept, opened, "opened", facts, { dueAt: now + 1000 });
}

/** The return's second write, and the delivery of the event. */
async function approveAndDeliver(
  kept: Kept,
  visited: Attempt,
  verdict: { code: string; reference?: string | undefined },
) {
  const now = Date.now();
  const history = told(visited, { what: "answered", answer: "approved", code: verdict.code }, now);
  const facts = { verdict, settledAt: now, ...history };
  await write(kept, visited, "approved", facts, { dueAt: null, announce: "order.paid" });
  for (const { item, fence } of await kept.claimEvents({ banks: [bank], limit: 8, leaseMs: 300_000 })) {
    await kept.settleClaim(item.id, fence, { kind: "done" });
  }
}

/** The launch's second write: the attempt has a session that can be paid. */
function writeOpened(kept: Kept, attempt: Attempt, SESSION: string, sealedKey: string, returnHash: string) {
  const now = Date.now();
  const due = { windowEndsAt: now + 1_800_000, dueAt: now + 45_000 };
  const facts = { SESSION, sealedKey, openedAt: now, ...told(attempt, { what: "launched" }, now) };
  return write(kept, attempt, "opened", facts, { returnHash, ...due });
}

/**
 * The same launch by hand with the router's safeguards and store writes, and nothing else. It does what the same promises
 * take: no other site launches, nobody floods the bank, no field reaches the bank or the store unchecked, a buyer's
 * contact is taken as it was typed, the return address is known as the shop's own, the session's key is sealed, the
 * browser's cookie is kept as a hash, no session of an order that was paid meanwhile is handed out, and the page has a way
 * on and a way back under a policy.
 */
function asSafeByHand(app: Express, origin: string, store: Store): void {
  const settings = settingsOf(optionsOf(origin, store));
  const { vault, gateways, limits } = settings;
  const { present: gateway } = gateways;
  const kept = keptIn(store);
  const secondsToWait = makeLaunchLimiter(limits);
  returnAsSafe(app, origin, kept, gateway, vault);
  app.post("/payments/attempts", express.urlencoded({ extended: false }), async (request, response) => {
    const { attempt: id = "", order = "" } = request.body as { attempt?: string; order?: string };
    if (!isSameOrigin(request, origin)) return response.sendStatus(403);
    if (!isAttemptId(id) || !isOrderId(order) || !isPlainlySpelled(order)) return response.sendStatus(400);
    const { details, wrong } = normalizeBuyer({ buyer });
    if (wrong.length > 0) return response.sendStatus(422);
    const browser = browserOf(request, settings) ?? newToken();
    const browserHash = tokenHash(browser);
    const address = request.ip ?? "";
    if (secondsToWait({ order, browser: browserHash, address }) !== undefined) return response.sendStatus(429);
    const token = newReturnToken(vault);
    const attempt = await insert(kept, id, order, browserHash);
    const wire = paymentRequest(merchant, {
      orderId: order,
      transactionId: attempt.transactionId,
      amount,
      tax,
      returnUrl: `${origin}/payments/return/${token}`,
      cancelUrl: `${origin}/payments/cancel/${token}`,
      language: "es",
      clientIp: address,
      ...details,
    });
    const session = await createSession(gateway, wire);
    const sealedKey = vault.seal(session["session-key"], id);
    const opened = await writeOpened(kept, attempt, session.SESSION, sealedKey, tokenHash(token));
    await checkOvertaken(kept, opened);
    response.appendHeader("Set-Cookie", browserCookie(browser, settings));
    sendPage(response, settings, {
      status: 200,
      language: "es",
      title: "Abriendo la página del banco",
      mark: "turning",
      body: html`<p class="amount"><bdi>${formatMoney(amount)}</bdi></p>
<div class="late"><form method="post" action="${bank}/authorize" id="bank">
<input type="hidden" name="SESSION" value="${session.SESSION}"><button>Continuar al banco</button></form>
<a href="/">Volver al comercio</a></div>`,
      script: 'document.getElementById("bank").submit()',
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
  // The row of an attempt that has a session, as long as the router's.
  const [session, key] = ["sess-".padEnd(37, "0"), "".padEnd(120, "0")];
  if (kept) void insert(kept, status.attempt, status.order, "").then((it) => writeOpened(kept, it, session, key, key));
  const readAndSend: RequestHandler = async (_request, response) => {
    await kept?.findAttempt(status.attempt);
    send(response);
  };
  app.get("/payments/attempts/:id", store ? readAndSend : (_request, response) => send(response));
}

/** The rest of such a payment: the bank's answer is checked as the router checks it, and the event is delivered. */
function returnAsSafe(app: Express, origin: string, kept: Kept, gateway: Gateway, vault: Vault): void {
  app.all("/payments/return/:token", express.urlencoded({ extended: false }), async (request, response) => {
    const opened = await kept.findByReturnHash(tokenHash(request.params.token));
    if (!opened) return response.sendStatus(404);
    const visited = await writeVisited(kept, opened);
    // The turn to ask: other processes do not ask at the same time.
    const question = { id: crypto.randomUUID(), at: Date.now() };
    const asking = await write(kept, visited, "opened", { question });
    const { SESSION = "", sealedKey = "" } = asking.facts;
    const answer = await sessionResult(gateway, { SESSION, "session-key": vault.open(sealedKey, asking.id) });
    const sent = { orderId: asking.order, transactionId: asking.transactionId };
    if (answer.status !== "finished" || resultContradictions(sent, answer.result).length > 0) {
      return response.sendStatus(409);
    }
    const { ResponseCode, RetrievalReferenceNumber } = answer.result;
    if (responseCode(ResponseCode).finality !== "approved") return response.sendStatus(402);
    const verdict = { code: ResponseCode, reference: RetrievalReferenceNumber };
    await approveAndDeliver(kept, asking, verdict);
    response.redirect(303, `${origin}/payments/relay/${opened.id}`);
  });
}

/** The router as an engineer writes it by hand: the same calls to the bank and, with a store, the same writes. */
function byHand(app: Express, origin: string, store?: Store): void {
  const pool = new Pool(bank, { connections: 64 });
  const known = new Map<string, Attempt>();
  const kept = store && keptIn(store);

  app.post("/payments/attempts", express.urlencoded({ extended: false }), async (request, response) => {
    const { attempt: id, order } = request.body as { attempt: string; order: string };
    const token = randomBytes(32).toString("base64url");
    const inserted = kept && (await insert(kept, id, order, ""));
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
    if (kept && inserted) {
      known.set(token, await writeOpened(kept, inserted, session.SESSION, session["session-key"], returnHash));
    }
    response.send(page(session.SESSION));
  });

  app.all("/payments/return/:token", express.urlencoded({ extended: false }), async (request, response) => {
    const opened = known.get(request.params.token);
    if (!kept || !opened) return response.sendStatus(404);
    const visited = await writeVisited(kept, opened);
    const answer = await pool.request({
      method: "GET",
      path: `/sessions/${visited.facts.SESSION}?sk=${visited.facts.sealedKey}`,
    });
    const result = (await answer.body.json()) as { ResponseCode: string; RetrivalReferenceNumber: string };
    const verdict = { code: result.ResponseCode, reference: result.RetrivalReferenceNumber };
    await approveAndDeliver(kept, visited, verdict);
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
