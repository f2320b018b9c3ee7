import {
  confirmationRequest,
  createSession,
  type Money,
  OutcomeUnknownError,
  type PaymentRequest,
  parseMoney,
  type Session,
  submitSession,
  type TransactionResult,
} from "@ventanilla/client";
import type { Attempt } from "./attempt/attempt.ts";
import { isAuthorized, missingForCapture, standingOf } from "./attempt/authorization.ts";
import type { Recorder } from "./attempt/record.ts";
import { unopenedUntil } from "./attempt/schedule.ts";
import { launchFailureOf } from "./operate/launch-failure.ts";
import { reasonOf } from "./operate/report.ts";
import type { Settings } from "./options.ts";
import type { Settle } from "./settle.ts";
import { tokenOwner } from "./stores/vault.ts";
import { hashOf, newToken } from "./web/browser.ts";

/** What to capture. Default: the whole authorized amount. */
export interface CaptureRequest {
  /** Not above the authorized amount, in its currency. */
  amount?: Money | undefined;
  /** The tax (ITBIS) within the amount. Default: the authorized tax in the same proportion. */
  tax?: Money | undefined;
}

/**
 * Why an order cannot be captured, or was not:
 *
 * - `not_authorized`: no attempt at the order is authorized;
 * - `already_paid`: it is captured with another amount, or another attempt has paid it;
 * - `under_way`: a capture of another amount is under way;
 * - `in_doubt`: it is not known whether an earlier capture settled it: resolve that one first;
 * - `lapsed`: what the bank needs is no longer kept, 31 days after the authorization; or the bank never gave it;
 * - `other_bank`: it was authorized at another session API than this router's;
 * - `not_sent`: the bank created no session, or its page was never reached: nothing was settled. `cause` says why.
 */
export class CaptureError extends Error {
  override name = "CaptureError";
  readonly code: "not_authorized" | "already_paid" | "under_way" | "in_doubt" | "lapsed" | "other_bank" | "not_sent";

  constructor(code: CaptureError["code"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Settles the authorization of an order. Gives the capture, which is an attempt of its own. */
export type Capture = (order: string, request?: CaptureRequest) => Promise<Attempt>;

/** No buyer is there: the confirmation comes from the shop's own server. */
const serverIp = "127.0.0.1";
/** How long to wait before the first, second, … question about what the bank made of it. */
const pausesMs = [0, 250, 750, 1000, 2000, 4000];

/**
 * A capture is an attempt whose browser is this server: it has a session, a window and questions like any other, so that
 * a crash at any moment ends like that of a buyer's attempt. SESSION is posted by the process whose session was written
 * down, right after that, and by nobody else: `docs/decisions/0019-a-capture-is-an-attempt.md`.
 */
export function makeCapture(settings: Settings, record: Recorder, settle: Settle): Capture {
  const { store, merchant, mount, bank, vault, report } = settings;

  async function authorizationOf(order: string): Promise<Attempt> {
    const attempts = await store.attemptsOf(order);
    const authorized = attempts.filter(isAuthorized).toSorted((one, other) => settledAt(one) - settledAt(other))[0];
    if (authorized === undefined) throw new CaptureError("not_authorized", "no attempt at this order is authorized");
    if (standingOf(attempts.filter(({ facts }) => facts.captureOf === undefined)).paid) {
      throw new CaptureError("already_paid", "another attempt has paid this order: a capture would charge it twice");
    }
    const isCaptured = attempts.some(({ state, facts }) => state === "approved" && facts.captureOf === authorized.id);
    const missing = missingForCapture(authorized);
    if (missing.length > 0 && !isCaptured) {
      throw new CaptureError(
        "lapsed",
        `a capture needs ${missing.join(", ")}, not given by the bank or no longer kept`,
      );
    }
    if (authorized.bank !== bank.sessionApiUrl) {
      throw new CaptureError("other_bank", "the order was authorized at another session API than this router's");
    }
    return authorized;
  }

  /** The capture that the order has, or a new one. */
  async function begin(authorized: Attempt, amount: Money, tax: Money): Promise<Attempt> {
    const now = await store.now();
    const { language } = authorized.facts;
    const { kind, attempt } = await store.insertAttempt(
      {
        id: crypto.randomUUID(),
        order: authorized.order,
        bank: bank.sessionApiUrl,
        amount,
        tax,
        browserHash: "",
        facts: { language, mode: "redirect", captureOf: authorized.id },
        dueAt: unopenedUntil({ createdAt: now }),
      },
      now,
    );
    if (kind === "inserted") return attempt;
    if (kind === "blocked") {
      throw new CaptureError("in_doubt", `it is not known whether capture ${attempt.id} settled the order: resolve it`);
    }
    if (attempt.amount.minor !== amount.minor || attempt.tax.minor !== tax.minor) {
      const [code, done] = kind === "paid" ? (["already_paid", "was"] as const) : (["under_way", "is being"] as const);
      const { minor, currency } = attempt.amount;
      throw new CaptureError(code, `another amount ${done} captured: ${currency} ${(minor / 100).toFixed(2)}`);
    }
    return attempt;
  }

  /** @throws TypeError naming what the bank did not give with the authorization; Error when it cannot be decrypted */
  function requestFor(capture: Attempt, authorized: Attempt, token: string): PaymentRequest {
    const { verdict: { maskedCard, authorizationCode, reference } = {}, authorization } = authorized.facts;
    const { remoteCode } = authorization ?? {};
    const result: TransactionResult = {
      ResponseCode: "00",
      ...(maskedCard !== undefined && { CreditCardNumber: maskedCard }),
      ...(authorizationCode !== undefined && { AuthorizationCode: authorizationCode }),
      ...(reference !== undefined && { RetrievalReferenceNumber: reference }),
      ...(remoteCode !== undefined && { RemoteResponseCode: remoteCode }),
      TxToken: vault.open(authorization?.sealedToken ?? "", tokenOwner(authorized.id)),
      contradictions: [],
      unknown: {},
    };
    return confirmationRequest(merchant, {
      orderId: capture.order,
      transactionId: capture.transactionId,
      amount: capture.amount,
      tax: capture.tax,
      returnUrl: `${mount}/return/${token}`,
      cancelUrl: `${mount}/cancel/${token}`,
      language: capture.facts.language,
      clientIp: serverIp,
      result,
    });
  }

  /** Ends a capture of which the bank's page surely has not heard, and tells why. */
  async function fail(capture: Attempt, error: unknown, SESSION?: string): Promise<never> {
    // Where the store is what fails, the first failure is the one to tell of.
    await record(capture, { type: "launchFailed", reason: launchFailureOf(error), SESSION }).catch(() => {});
    const message = `the capture was not sent to the bank, nothing was settled: ${reasonOf(error)}`;
    throw new CaptureError("not_sent", message, { cause: error });
  }

  async function send(capture: Attempt, authorized: Attempt): Promise<Attempt> {
    const subject = { order: capture.order, attempt: capture.id };
    const token = newToken();
    let session: Session | undefined;
    try {
      const request = requestFor(capture, authorized, token);
      const createdAt = await store.now();
      session = await report.session(subject, () => createSession(bank, request));
      const { SESSION } = session;
      const opened = await record(capture, {
        type: "launched",
        launch: { language: capture.facts.language, mode: capture.facts.mode },
        session: {
          SESSION,
          sealedKey: vault.seal(session["session-key"], capture.id),
          returnHash: hashOf(token),
          createdAt,
        },
      });
      // Another process was quicker: its session is the one that is posted.
      if (opened.state !== "opened" || opened.facts.SESSION !== SESSION) return opened;
      return await submit(opened, session);
    } catch (error) {
      return fail(capture, error, session?.SESSION);
    }
  }

  /** @throws OutcomeUnknownError when nothing has reached the page */
  async function submit(capture: Attempt, session: Session): Promise<Attempt> {
    try {
      await report.submit({ order: capture.order, attempt: capture.id }, () => submitSession(bank, session));
    } catch (error) {
      if (error instanceof OutcomeUnknownError && !error.sent) throw error;
      // What has become of a capture that the page refused, or did not answer for, only the query tells.
      return capture;
    }
    // This server is the browser, and the page has answered it. What the store does not take, the query tells as well.
    return record(capture, { type: "visited", via: "return" }).catch(() => capture);
  }

  /** What the bank makes of it, if it says so soon. */
  async function outcomeOf(capture: Attempt): Promise<Attempt> {
    let current = capture;
    for (const pause of pausesMs) {
      if (current.state !== "opened") return current;
      await new Promise((resolve) => setTimeout(resolve, pause));
      current = await settle(current, { now: true });
    }
    return current;
  }

  return async function capture(order, request = {}) {
    const authorized = await authorizationOf(order);
    const { amount, tax } = moneyOf(authorized, request);
    const begun = await begin(authorized, amount, tax);
    return outcomeOf(begun.state === "preparing" ? await send(begun, authorized) : begun);
  };
}

const settledAt = ({ facts, createdAt }: Attempt): number => facts.settledAt ?? createdAt;

function moneyOf(authorized: Attempt, request: CaptureRequest): { amount: Money; tax: Money } {
  for (const name of Object.keys(request)) {
    if (name !== "amount" && name !== "tax") throw new TypeError(`${name}: unknown, expected amount or tax`);
  }
  const most = authorized.amount;
  const amount = request.amount === undefined ? most : parseMoney(request.amount, "amount", 1);
  if (amount.currency !== most.currency) throw new TypeError(`amount.currency: expected ${most.currency}`);
  if (amount.minor > most.minor) {
    throw new TypeError(`amount.minor: expected at most ${most.minor}, which was authorized, got ${amount.minor}`);
  }
  const { tax = taxWithin(amount, authorized) } = request;
  const within = parseMoney(tax, "tax");
  if (within.currency !== amount.currency) throw new TypeError(`tax.currency: expected ${amount.currency}`);
  if (within.minor > amount.minor) throw new TypeError("tax.minor: expected no more than the amount");
  return { amount, tax: within };
}

/** The authorized tax in the amount's proportion, to the nearest minor unit. */
function taxWithin({ minor, currency }: Money, { amount, tax }: Attempt): Money {
  // Both have up to twelve digits: their product may be more than a number holds.
  const doubled = 2n * BigInt(tax.minor) * BigInt(minor) + BigInt(amount.minor);
  return { minor: Number(doubled / (2n * BigInt(amount.minor))), currency };
}
