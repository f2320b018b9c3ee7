import { isDeepStrictEqual } from "node:util";
import type { Money } from "@ventanilla/client";
import { formatMoney } from "@ventanilla/web";
import { isAuthorized } from "../attempt/approval.ts";
import type { Attempt } from "../attempt/attempt.ts";
import type { Recorder } from "../attempt/event.ts";
import { decideInsertion, earlierCapture } from "../attempt/may-be-launched.ts";
import { unopenedUntil } from "../attempt/schedule.ts";
import { isLive } from "../attempt/state.ts";
import { orderIdOf } from "../order/order-id.ts";
import { reasonOf } from "../report/report.ts";
import { checkConfirmable } from "../session/confirmation-of.ts";
import type { Settler } from "../settle.ts";
import { CaptureError } from "./capture-error.ts";
import { type CaptureRequest, checkCaptureRequest, moneyToCapture } from "./capture-request.ts";
import { type CaptureSettings, checkUnpaid, sendCapture } from "./send-capture.ts";

/** How long to wait before the first, second, … query about a capture's result. */
const pausesMs = [0, 250, 750, 1000, 2000, 4000];

/** What a capture needs of the router. */
export interface Capturing {
  settings: CaptureSettings;
  record: Recorder;
  settler: Settler;
}

/**
 * Settles the authorization of an order. A capture is an attempt whose browser is this server: it has a session, a
 * window and queries like any other, so a crash at any moment ends as it does for a buyer's attempt.
 * @returns the capture, which is an attempt of its own
 */
export async function capture(capturing: Capturing, order: string, given: CaptureRequest = {}): Promise<Attempt> {
  const { settings, record } = capturing;
  const request = checkCaptureRequest(given);
  const attempts = await settings.store.attemptsOf(orderIdOf(order));
  const earlier = earlierCapture(attempts)?.attempt;
  const authorized = authorizationIn(attempts, request.attempt ?? earlier?.facts.captureOf);
  const money = moneyToCapture(authorized, request);
  // One that was begun and not sent yet would be sent now.
  if (earlier === undefined || earlier.state === "preparing") checkCapturable(settings, attempts, authorized);
  const begun = await beginCapture(settings, authorized, money);
  const isNew = begun.state === "preparing";
  return awaitOutcome(capturing, isNew ? await sendCapture(settings, record, begun, authorized) : begun);
}

/**
 * Checks that this router can capture the authorization.
 * @throws CaptureError `already_paid`, `other_bank` or `uncapturable`
 */
function checkCapturable(settings: CaptureSettings, attempts: readonly Attempt[], authorized: Attempt): void {
  checkUnpaid(attempts);
  if (settings.gateways.of(authorized) === undefined) {
    throw new CaptureError("other_bank", "the order was authorized at a gateway that is not in earlierGateways");
  }
  try {
    checkConfirmable(settings, authorized);
  } catch (error) {
    const message = `this authorization cannot be captured: ${reasonOf(error)}`;
    throw new CaptureError("uncapturable", message, { cause: error });
  }
}

/**
 * Returns the capture that the order has, or a new one.
 * @throws CaptureError `in_review`, `already_paid` or `in_progress`
 */
async function beginCapture(
  { store }: CaptureSettings,
  authorized: Attempt,
  { amount, tax }: { amount: Money; tax: Money },
): Promise<Attempt> {
  const id = crypto.randomUUID();
  const { bank, order } = authorized;
  const { kind, attempt } = await store.inOrder(order, (rows, now) => {
    // As it is by now: the buyer's email may have been erased.
    const { facts } = rows.attempts.find((each) => each.id === authorized.id) ?? authorized;
    const draft = {
      id,
      order,
      bank,
      amount,
      tax,
      browserHash: "",
      facts: {
        language: facts.language,
        mode: "redirect" as const,
        ...(facts.merchant && { merchant: facts.merchant }),
        ...(facts.email !== undefined && { email: facts.email }),
        ...(facts.product !== undefined && { product: facts.product }),
        captureOf: authorized.id,
      },
      dueAt: unopenedUntil(now),
    };
    return decideInsertion(rows, draft, now, now);
  });
  if (kind === "blocked") {
    const message = `it is unknown whether capture ${attempt.id} settled the order: ask the bank, then resolve it`;
    throw new CaptureError("in_review", message);
  }
  const isSame = isDeepStrictEqual(
    [attempt.amount, attempt.tax, attempt.facts.captureOf],
    [{ ...amount }, { ...tax }, authorized.id],
  );
  if (isSame) return attempt;
  const money = `${formatMoney(attempt.amount)} with a tax of ${formatMoney(attempt.tax)}`;
  if (kind === "paid") throw new CaptureError("already_paid", `the order is captured: ${money}`);
  throw new CaptureError("in_progress", `another capture of the order is running: ${money}`);
}

/** Asks the bank for the capture's result, with pauses of 8 seconds in all. */
async function awaitOutcome({ settings, settler }: Capturing, sent: Attempt): Promise<Attempt> {
  let current = sent;
  for (const pause of pausesMs) {
    if (!isLive(current.state)) return current;
    await new Promise((resolve) => setTimeout(resolve, pause));
    // While another call sends the capture, its state is read from the store.
    current =
      current.state === "opened"
        ? await settler.settle(current, { now: true })
        : ((await settings.store.findAttempt(current.id)) ?? current);
  }
  return current;
}

/**
 * Returns the authorization with that attempt id; without an id, the order's first, and a further payment only where
 * there is no other.
 * @throws CaptureError `not_authorized`
 */
export function authorizationIn(attempts: readonly Attempt[], id: string | undefined): Attempt {
  const authorized = attempts.filter(isAuthorized);
  const first = authorized.find(({ facts }) => facts.duplicate === undefined) ?? authorized[0];
  const found = id === undefined ? first : authorized.find((attempt) => attempt.id === id);
  if (found === undefined) {
    const message = `no attempt at this order is authorized${id === undefined ? "" : ` as ${id}`}`;
    throw new CaptureError("not_authorized", message);
  }
  return found;
}
