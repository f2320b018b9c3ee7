import { isDeepStrictEqual } from "node:util";
import {
  createSession,
  GatewayError,
  type Money,
  OutcomeUnknownError,
  type Session,
  submitSession,
} from "@ventanilla/client";
import type { Attempt, Release } from "./attempt/attempt.ts";
import { isAuthorized, standingOf } from "./attempt/authorization.ts";
import type { Recorder } from "./attempt/record.ts";
import { unopenedUntil } from "./attempt/schedule.ts";
import { type CaptureRequest, capturedMoney, checkCaptureRequest } from "./capture-request.ts";
import { orderIdOf } from "./check-order.ts";
import { confirmationOf } from "./confirmation-of.ts";
import { launchFailureOf } from "./operate/launch-failure.ts";
import { reasonOf } from "./operate/report.ts";
import { checkStatement } from "./operate/resolve.ts";
import type { Settings } from "./options.ts";
import type { Settle } from "./settle.ts";
import { earlierCapture } from "./stores/rules.ts";
import { hashOf, newToken } from "./web/browser.ts";

/**
 * Why an order cannot be captured or released, or was not captured:
 *
 * - `not_authorized`: no attempt at the order is authorized, or not the one that was named;
 * - `already_paid`: it is captured with another amount or tax, or another attempt has paid it;
 * - `in_progress`: a capture of another amount or tax is under way; or any capture, when it is to be released;
 * - `in_review`: it is not known whether an earlier capture settled it: resolve that one first;
 * - `uncapturable`: what the bank needs for it was not given, cannot be decrypted, or is no longer kept after 31 days;
 * - `other_bank`: it was authorized at another session API than this router's;
 * - `not_sent`: the bank created no session, or its page was never reached: nothing was settled. `cause` says why.
 */
export class CaptureError extends Error {
  override name = "CaptureError";
  readonly code:
    | "not_authorized"
    | "already_paid"
    | "in_progress"
    | "in_review"
    | "uncapturable"
    | "other_bank"
    | "not_sent";

  constructor(code: CaptureError["code"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Settles or gives up the authorization of an order. */
export interface Captures {
  /** Gives the capture, which is an attempt of its own. */
  capture(order: string, request?: CaptureRequest): Promise<Attempt>;
  /** Gives the authorization, which is none any more. */
  release(order: string, word: Omit<Release, "at">): Promise<Attempt>;
}

/** How long to wait before the first, second, … question about what the bank made of it. */
const pausesMs = [0, 250, 750, 1000, 2000, 4000];

/**
 * A capture is an attempt whose browser is this server: it has a session, a window and questions like any other, so that
 * a crash at any moment ends like that of a buyer's attempt. SESSION is posted by the call that has claimed to be its
 * sender, and by nobody else: `docs/decisions/0019-a-capture-is-an-attempt.md`.
 */
export function makeCaptures(settings: Settings, record: Recorder, settle: Settle): Captures {
  const { store, bank, vault, report } = settings;

  /** The capture that the order has, or a new one. */
  async function begin(authorized: Attempt, { amount, tax }: { amount: Money; tax: Money }): Promise<Attempt> {
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
    if (kind === "blocked") {
      throw new CaptureError(
        "in_review",
        `it is not known whether capture ${attempt.id} settled the order: resolve it`,
      );
    }
    const same = isDeepStrictEqual(
      [attempt.amount, attempt.tax, attempt.facts.captureOf],
      [{ ...amount }, { ...tax }, authorized.id],
    );
    if (same) return attempt;
    const words = `${textOf(attempt.amount)} with a tax of ${textOf(attempt.tax)}`;
    if (kind === "paid") throw new CaptureError("already_paid", `the order is captured: ${words}`);
    throw new CaptureError("in_progress", `another capture of the order is under way: ${words}`);
  }

  /** Sends the capture, if no other call does; gives it as it then is. */
  async function send(begun: Attempt, authorized: Attempt): Promise<Attempt> {
    const sender = newToken();
    const capture = await record(begun, { type: "sending", sender });
    if (capture.state !== "preparing" || capture.facts.sender?.id !== sender) return capture;
    const subject = { order: capture.order, attempt: capture.id };
    try {
      const token = newToken();
      const request = confirmationOf(settings, authorized, capture, token);
      const createdAt = await store.now();
      const session = await report.session(subject, () => createSession(bank, request));
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
        sender,
      });
      // It took so long that another call has taken its place: that one's session is the one to be posted.
      if (opened.state !== "opened" || opened.facts.sender?.id !== sender) return opened;
      return await submit(opened, session);
    } catch (error) {
      return fail(capture, error, sender);
    }
  }

  /** @throws OutcomeUnknownError when nothing has reached the page; TypeError when nothing was sent */
  async function submit(capture: Attempt, session: Session): Promise<Attempt> {
    const subject = { order: capture.order, attempt: capture.id };
    try {
      await report.submit(subject, () => submitSession(bank, session));
    } catch (error) {
      const isSent = error instanceof GatewayError || (error instanceof OutcomeUnknownError && error.sent);
      if (!isSent) throw error;
      // Whoever stands before the page may have refused, not it: what has become of the capture only the query tells.
      report.warn("the bank's page did not take a capture; the bank is asked about it", {
        ...subject,
        error: reasonOf(error),
      });
    }
    // This server is the browser, and it was at the page. What the store does not take, the query tells as well.
    return record(capture, { type: "visited", via: "return" }).catch(() => capture);
  }

  /** Ends a capture of which the bank's page surely has not heard, and tells why; unless another call is its sender. */
  async function fail(capture: Attempt, error: unknown, sender: string): Promise<Attempt> {
    // Where the store is what fails, the first failure is the one to tell of.
    const after = await record(capture, { type: "launchFailed", reason: launchFailureOf(error), sender }).catch(
      () => undefined,
    );
    if (after !== undefined && after.facts.sender?.id !== sender) return after;
    const message = `the capture was not sent to the bank, nothing was settled: ${reasonOf(error)}`;
    throw new CaptureError("not_sent", message, { cause: error });
  }

  /** What the bank makes of it, if it says so soon. */
  async function outcomeOf(capture: Attempt): Promise<Attempt> {
    let current = capture;
    for (const pause of pausesMs) {
      if (current.state !== "opened" && current.state !== "preparing") return current;
      await new Promise((resolve) => setTimeout(resolve, pause));
      // While another call sends it, it is the store that tells.
      current =
        current.state === "opened"
          ? await settle(current, { now: true })
          : ((await store.findAttempt(current.id)) ?? current);
    }
    return current;
  }

  /** The authorization is there, and can be captured by this router. */
  function checkCapturable(attempts: readonly Attempt[], authorized: Attempt): void {
    if (standingOf(attempts).paid) {
      throw new CaptureError("already_paid", "another attempt has paid this order: a capture would charge it twice");
    }
    if (authorized.bank !== bank.sessionApiUrl) {
      throw new CaptureError("other_bank", "the order was authorized at another session API than this router's");
    }
    try {
      confirmationOf(settings, authorized, authorized, newToken());
    } catch (error) {
      throw new CaptureError("uncapturable", `this authorization cannot be captured: ${reasonOf(error)}`, {
        cause: error,
      });
    }
  }

  return {
    async capture(order, given = {}) {
      const request = checkCaptureRequest(given);
      const attempts = await attemptsAt(order);
      const earlier = earlierCapture(attempts)?.attempt;
      const authorized = authorizationIn(attempts, request.attempt ?? earlier?.facts.captureOf);
      const money = capturedMoney(authorized, request);
      if (earlier === undefined) checkCapturable(attempts, authorized);
      const capture = await begin(authorized, money);
      return outcomeOf(capture.state === "preparing" ? await send(capture, authorized) : capture);
    },
    async release(order, word) {
      const attempts = await attemptsAt(order);
      const authorized = authorizationIn(attempts, undefined);
      const { kind } = earlierCapture(attempts) ?? {};
      if (kind === "paid") throw new CaptureError("already_paid", "the order is captured");
      if (kind !== undefined)
        throw new CaptureError("in_progress", "a capture of this order is under way, or in doubt");
      const release = { ...checkStatement(word), at: await store.now() };
      return record(authorized, { type: "released", release });
    },
  };

  async function attemptsAt(order: string): Promise<Attempt[]> {
    return store.attemptsOf(orderIdOf(order));
  }
}

/** The authorization of that attempt; else the order's first. */
function authorizationIn(attempts: readonly Attempt[], id: string | undefined): Attempt {
  const authorized = attempts.filter(isAuthorized);
  const first = authorized.find(({ facts }) => facts.furtherApproval === undefined) ?? authorized[0];
  const found = id === undefined ? first : authorized.find((attempt) => attempt.id === id);
  if (found === undefined) {
    throw new CaptureError(
      "not_authorized",
      `no attempt at this order is authorized${id === undefined ? "" : ` as ${id}`}`,
    );
  }
  return found;
}

const textOf = ({ minor, currency }: Money): string => `${currency} ${(minor / 100).toFixed(2)}`;
