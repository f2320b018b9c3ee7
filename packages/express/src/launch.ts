import type { IncomingMessage, ServerResponse } from "node:http";
import { authorizeForm, checkOrderId, createSession, installmentsForm } from "@ventanilla/client";
import { html } from "@ventanilla/web";
import { type Attempt, isUnresolved } from "./attempt/attempt.ts";
import type { Recorder } from "./attempt/record.ts";
import { unopenedUntil } from "./attempt/schedule.ts";
import type { LaunchFacts } from "./attempt/transition.ts";
import { checkOrder, meantField } from "./check-order.ts";
import { launchFailureOf } from "./operate/launch-failure.ts";
import type { LaunchWatch } from "./operate/launch-watch.ts";
import { reasonOf } from "./operate/report.ts";
import type { Order, Settings } from "./options.ts";
import { orderRequest } from "./order-request.ts";
import { makeFormReader } from "./web/body.ts";
import { browserCookie, browserOf, clientIp, hashOf, newToken } from "./web/browser.ts";
import { makeLimiter } from "./web/limits.ts";
import { launchingOrigin, returnTarget } from "./web/origins.ts";
import { sendPage } from "./web/page.ts";
import { makeProxyWatch } from "./web/proxy.ts";
import { framedBy, refuse } from "./web/refuse.ts";
import { languageOf, type Refusal, texts } from "./web/texts.ts";

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** A session nearer to its end than this is not handed out again. */
const minTimeToPayMs = 5 * 60_000;

/**
 * `POST {mount}/attempts`: the buyer clicked. Looks up what the order costs, opens or joins an attempt, creates the
 * session, and answers with a page that posts SESSION to the bank: to its installments page where this launch's order says
 * so. A session is good for both pages, so a launch that joins an attempt goes where its own order says, not the first's.
 */
export function makeLaunch(
  settings: Settings,
  record: Recorder,
  launches: LaunchWatch,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const { store, merchant, mount, bank, vault, report } = settings;
  const creations = new Map<string, Promise<Attempt>>();
  const limited = makeLimiter(settings.limits);
  const watchProxy = makeProxyWatch(settings);
  const formOf = makeFormReader(report);

  /** The attempt, ready to be paid by who launches it. Its session is created once for all who ask at the same time. */
  async function open(attempt: Attempt, launch: Launch): Promise<Attempt> {
    const underWay = creations.get(attempt.id);
    const ready = underWay ? await underWay : attempt;
    if (ready.state !== "preparing") return record(ready, { type: "launched", launch: launch.facts });
    const creation = create(attempt, launch).finally(() => creations.delete(attempt.id));
    creations.set(attempt.id, creation);
    return creation;
  }

  async function create(attempt: Attempt, launch: Launch): Promise<Attempt> {
    const { order, address } = launch;
    const token = newToken();
    const payment = orderRequest(merchant, order, {
      orderId: attempt.order,
      transactionId: attempt.transactionId,
      amount: attempt.amount,
      tax: attempt.tax,
      returnUrl: `${mount}/return/${token}`,
      cancelUrl: `${mount}/cancel/${token}`,
      language: attempt.facts.language,
      clientIp: address,
      transactionType: attempt.facts.capture === "later" ? "0100" : "0200",
    });
    const subject = { order: attempt.order, attempt: attempt.id };
    const createdAt = await store.now();
    const session = await report.session(subject, () => createSession(bank, payment));
    launches.succeeded();
    const sealedKey = vault.seal(session["session-key"], attempt.id);
    return record(attempt, {
      type: "launched",
      launch: launch.facts,
      session: { SESSION: session.SESSION, sealedKey, returnHash: hashOf(token), createdAt },
    });
  }

  /** Names of fields that were looked at: comparing spellings is not for every launch. */
  const seen = new Set<string>();

  function warnOfMisspelt(id: string, order: Order): void {
    for (const field of Object.keys(order)) {
      if (seen.has(field)) continue;
      seen.add(field);
      const meant = meantField(field);
      if (meant === undefined) continue;
      report.warn(`order() gave a field that nobody reads: ${field}. Did you mean ${meant}?`, { order: id });
    }
  }

  async function serve(form: Map<string, string>, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const language = languageOf(form.get("lang"));
    const asked = form.get("mode");
    const mode = asked === "popup" || asked === "modal" ? asked : "redirect";
    const origin = launchingOrigin(request, form.get("origin"), settings);
    const returnTo = returnTarget(form.get("returnTo"), origin, settings);
    const refuseWith = (reason: Refusal, attempt?: Attempt) =>
      refuse(response, settings, { reason, language, mode, returnTo, origin, attempt: attempt?.id });

    if (origin === undefined) return refuseWith("cross_site");
    const id = form.get("attempt") ?? crypto.randomUUID();
    const orderId = form.get("order") ?? "";
    if (!uuid.test(id) || orderId === "" || orderId.length > 200) return refuseWith("bad_request");
    const order = await settings.order(orderId, request);
    if (order === undefined || order === null) return refuseWith("unknown_order");
    checkOrder(orderId, order);
    warnOfMisspelt(orderId, order);
    if (order.capture === "later" && settings.onAuthorized === undefined) {
      throw new TypeError('onAuthorized: expected a function, because order() answered capture: "later"');
    }

    const browser = browserOf(request, settings) ?? newToken();
    const browserHash = hashOf(browser);
    const address = clientIp(request);
    watchProxy(request, address, browserHash);
    const wait = limited({ order: orderId, browser: browserHash, address });
    if (wait !== undefined) {
      response.setHeader("Retry-After", wait);
      return refuseWith("too_many");
    }
    try {
      checkOrderId(orderId);
    } catch (error) {
      report.warn("an order cannot be paid under its id", { order: orderId, error: reasonOf(error) });
      return refuseWith("bad_request");
    }
    const known = await store.findAttempt(id);
    if (known && known.order !== orderId) return refuseWith("bad_request");

    response.appendHeader("Set-Cookie", browserCookie(browser, settings));
    const facts = {
      language,
      mode,
      ...(returnTo !== undefined && { returnTo }),
      ...(origin !== settings.origin && { origin }),
    } as const;
    const now = await store.now();
    const { kind, attempt } = await store.insertAttempt(
      {
        id,
        order: orderId,
        bank: bank.sessionApiUrl,
        amount: order.amount,
        tax: order.tax,
        browserHash,
        facts: { ...facts, ...(order.capture && { capture: order.capture }) },
        dueAt: unopenedUntil({ createdAt: now }),
      },
      now + minTimeToPayMs,
    );
    if (kind === "paid") return refuseWith("already_paid", attempt);
    if (kind === "blocked") return refuseWith("in_review", attempt);

    let launched: Attempt;
    try {
      const begun = await record(attempt, { type: "launchBegun" });
      launched = await open(begun, { order, facts, address });
    } catch (error) {
      const reason = launchFailureOf(error);
      // Where the store is what fails, the first failure is the one to tell of.
      await record(attempt, { type: "launchFailed", reason }).catch(() => {});
      if (reason === "shop") throw error;
      launches.failed({ order: orderId, attempt: attempt.id }, reason, error);
      return refuseWith(reason === "refused" ? "bank_refused" : "bank_unreachable", attempt);
    }
    const { SESSION } = launched.facts;
    if (launched.state !== "opened" || SESSION === undefined) {
      return refuseWith(endedAs(launched), launched);
    }
    const formFor = order.installments ? installmentsForm : authorizeForm;
    sendLaunchPage(response, settings, language, formFor(bank, { SESSION }), framedBy(mode, origin));
  }

  return async function launch(request, response) {
    const form = await formOf(request);
    try {
      await serve(form, request, response);
    } catch (error) {
      const [order, attempt] = [form.get("order"), form.get("attempt")];
      launches.failed({ ...(order && { order }), ...(attempt && { attempt }) }, "shop", error);
      throw error;
    }
  };
}

/** One launch of an attempt: from where, and how. */
interface Launch {
  order: Order;
  facts: LaunchFacts;
  address: string;
}

/** Why an attempt that has ended meanwhile cannot be launched: it may be that another click is all it needs. */
function endedAs(attempt: Attempt): Refusal {
  if (attempt.state === "approved") return "already_paid";
  return isUnresolved(attempt) ? "in_review" : "ended_meanwhile";
}

function sendLaunchPage(
  response: ServerResponse,
  settings: Settings,
  language: "es" | "en",
  form: ReturnType<typeof authorizeForm>,
  framed: string | undefined,
): void {
  const { title, message, go } = texts[language].launch;
  sendPage(response, {
    status: 200,
    language,
    title,
    mark: "turning",
    body: html`<p>${message}</p>
<form method="post" action="${form.action}">
<input type="hidden" name="SESSION" value="${form.fields.SESSION}">
<button class="late">${go}</button>
</form>`,
    // Submitted while the page is still being parsed, so that the bank's page takes its place in the history.
    script: "document.forms[0].submit()",
    formAction: settings.pageOrigins,
    framedBy: framed,
  });
}
