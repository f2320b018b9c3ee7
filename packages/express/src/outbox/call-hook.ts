import { ArgumentError } from "@ventanilla/client";
import { chargeOf, isAuthorized, isPartial, paidOrAuthorized, sumOf } from "../attempt/approval.ts";
import type { Attempt } from "../attempt/attempt.ts";
import type { Recorded, TransitionEvent } from "../attempt/event.ts";
import { isPaidTwice } from "../attempt/needs-person.ts";
import type { OutboxEvent } from "../attempt/outbox-event.ts";
import { isSafeToRetry } from "../attempt/outcome.ts";
import type { Site } from "../base/site.ts";
import type { Vault } from "../base/vault.ts";
import type { Alert } from "../report/messages.ts";
import { type Report, reasonOf, subjectOf } from "../report/report.ts";
import type { ShopStore } from "../stores/store.ts";
import { decisionAlertOf } from "./decision-alert.ts";
import type { AttemptEvent, GivenBackEvent, HookContext, Hooks, PaymentEvent } from "./hook.ts";

/**
 * Throw it in a hook when trying again is pointless: the event is given up at once, with the alert `dead_event`.
 * @example
 * const onPaid: Hook<PaymentEvent> = async ({ order }) => {
 *   if (!(await orders.find(order))) throw new PermanentHookError("the order was deleted");
 * };
 */
export class PermanentHookError extends Error {
  override name = "PermanentHookError";
}

/** What an event is delivered with. */
export interface HookSettings extends Hooks, Pick<Site, "mount"> {
  store: ShopStore;
  vault: Vault;
  report: Report;
  /** Records an event of an attempt, and announces nothing. */
  record(attempt: Attempt, event: TransitionEvent): Promise<Recorded>;
  /** How a capture is requested: loaded where orders are authorized. */
  confirmation: Promise<typeof import("../session/confirmation-of.ts")> | undefined;
}

/** The alert that asks for a decision. It does not wait until the event's hook runs. */
export interface EarlyAlert {
  /** Whether this process has raised it for the event. */
  isRaised: boolean;
  /** Raises it for an attempt that now needs a decision. */
  raise(attempt: Attempt): void;
}

/**
 * Calls the merchant's hook for an event, and raises the alert of the event, unless a person has already done what it
 * asks for. Each repetition raises it again, because the process that raised it may have died.
 * @throws what the hook throws
 */
export async function callHook(
  settings: HookSettings,
  event: OutboxEvent,
  context: HookContext,
  early: EarlyAlert,
): Promise<unknown> {
  const attempt = await settings.store.findAttempt(event.attempt);
  if (!attempt) throw new PermanentHookError("the event's attempt is not in the store");
  const about = attemptEventOf(event, attempt);
  const alert = (code: Alert, message: string) =>
    settings.report.alert(code, message, { event: event.id, ...subjectOf(attempt) });
  if (!early.isRaised) alertDecision(settings, event, attempt);
  switch (event.type) {
    case "order.paid":
      await endAuthorizations(settings, attempt, early);
      return settings.onPaid(paymentEventOf(about, attempt), context);
    case "order.authorized":
      // order() no longer answers capture: "later", and the hook was removed. The event waits for a router that has it.
      if (settings.onAuthorized === undefined) throw new ArgumentError("onAuthorized: expected a function");
      if (isAuthorized(attempt)) await alertUncapturable(settings, attempt, alert);
      else if (await isGivenUp(settings, attempt)) return undefined;
      return settings.onAuthorized(paymentEventOf(about, attempt), context);
    case "capture.failed":
      await endAuthorizations(settings, attempt, early);
      // Nobody captures again once another attempt has paid the order, or the bank no longer holds its money.
      if ((await orderStateOf(settings, attempt)).authorized) {
        alert("capture_failed", `an authorized amount was not captured: ${failureOf(about)}`);
      }
      return settings.onCaptureFailed?.(about, context);
    case "order.lapsing":
      if ((await orderStateOf(settings, attempt)).authorized) {
        alert("lapsing", "an authorization lapses after 31 days, within 3 days from now: capture it, or release it");
      }
      return undefined;
    case "order.lapsed":
      alert("lapsed", "an authorization was not captured within 31 days: the order can be paid again");
      return settings.onLapsed?.(about, context);
    case "order.paidAgain":
      await endAuthorizations(settings, attempt, early);
      // A person may have handled it while the event waited: the hook would have a payment given back a second time.
      if (!isPaidTwice(attempt)) return undefined;
      return settings.onPaidAgain?.(paymentEventOf(about, attempt), context);
    case "order.givenBack":
      return settings.onGivenBack?.(givenBackEventOf(paymentEventOf(about, attempt), attempt), context);
    case "attempt.declined":
      return settings.onDeclined?.(about, context);
    case "attempt.expired":
      return settings.onExpired?.(about, context);
    case "attempt.unknown":
      return settings.onUnknown?.(about, context);
    case "attempt.unconfirmed":
      return settings.onUnconfirmed?.(about, context);
    case "attempt.review":
      return settings.onReview?.(about, context);
  }
}

/** Raises the alert for the decision that the event announces, if the attempt still waits for it. */
function alertDecision({ report }: HookSettings, { id }: OutboxEvent, attempt: Attempt): void {
  const alert = decisionAlertOf(attempt);
  if (alert?.subject.event === id) report.alert(alert.code, alert.message, alert.subject);
}

/** Raises an alert, before anything is shipped, when the capture would be refused later. */
async function alertUncapturable(
  settings: HookSettings,
  authorized: Attempt,
  alert: (code: Alert, message: string) => void,
): Promise<void> {
  const confirmation = await settings.confirmation;
  try {
    confirmation?.checkConfirmable(settings, authorized);
  } catch (error) {
    alert("uncapturable", `an order was authorized that cannot be captured: ${reasonOf(error)}`);
  }
}

/** Whether an attempt's order is neither paid nor authorized any more. */
async function isGivenUp(settings: HookSettings, attempt: Attempt): Promise<boolean> {
  const { paid, authorized } = await orderStateOf(settings, attempt);
  return !(paid || authorized);
}

/** Whether an attempt's order is paid, or the bank holds money for it. */
async function orderStateOf({ store }: HookSettings, { order }: Attempt): Promise<ReturnType<typeof paidOrAuthorized>> {
  return paidOrAuthorized(await store.attemptsOf(order));
}

/** Ends the authorizations of an order that is paid, by a capture or by another attempt. */
async function endAuthorizations(
  { store, record, onAuthorized }: HookSettings,
  { order, state, facts }: Attempt,
  early: EarlyAlert,
): Promise<void> {
  const isCapture = facts.captureOf !== undefined;
  // A shop without the hook authorizes no orders.
  if (!isCapture && onAuthorized === undefined) return;
  const attempts = await store.attemptsOf(order);
  // What is kept for a capture has no use once the order is captured.
  if (isCapture && state === "approved") {
    for (const attempt of attempts) await record(attempt, { type: "captured" });
  }
  await overtakeAuthorizations(record, attempts, early);
}

/**
 * Makes authorizations further payments when another payment has paid their order: nobody captures them any more, and a
 * person has to know. A further payment does not count as that other payment: beside one, a person decides about the
 * authorization that was first. An authorization that a capture settles, or may have settled, stays as it is: the two
 * are one payment.
 * @param attempts all attempts of the order
 */
async function overtakeAuthorizations(
  record: HookSettings["record"],
  attempts: readonly Attempt[],
  early: EarlyAlert,
): Promise<void> {
  const further = attempts.filter(isPaidTwice).map((each) => chargeOf(each, attempts));
  if (!paidOrAuthorized(attempts.filter((each) => !further.includes(each))).paid) return;
  const isFree = ({ id }: Attempt) => attempts.every((each) => each.facts.captureOf !== id || isSafeToRetry(each));
  for (const attempt of attempts.filter((each) => isAuthorized(each) && isFree(each))) {
    const { change, attempt: after } = await record(attempt, { type: "overtaken" });
    // The event of the overtaken authorization waits for the hook of the payment, so the alert is raised now.
    if (change !== undefined) early.raise(after);
  }
}

function failureOf({ code }: AttemptEvent): string {
  return code === undefined ? "the bank never had a result for it" : `the bank refused it (code ${code})`;
}

function paymentEventOf(event: AttemptEvent, attempt: Attempt): PaymentEvent {
  return {
    ...event,
    settledAt: attempt.facts.settledAt ?? event.settledAt,
    amountDiffers: isPartial(attempt) || (event.mismatch?.includes("amount") ?? false),
  };
}

/** The event of a part, which the event's id numbers. */
function givenBackEventOf(event: PaymentEvent, { amount, facts }: Attempt): GivenBackEvent {
  const parts = facts.givenBack?.slice(0, Number(event.id.split(":").at(-1))) ?? [];
  const [part] = parts.slice(-1);
  if (part === undefined) throw new PermanentHookError("the event's part is not in the store");
  return { ...event, part, givenBack: { minor: sumOf(parts), currency: amount.currency } };
}

function attemptEventOf({ id, type, verdict, createdAt }: OutboxEvent, attempt: Attempt): AttemptEvent {
  const { capture, captureOf, orderReference, resolution } = attempt.facts;
  return {
    id,
    type,
    order: attempt.order,
    ...(orderReference !== undefined && { orderReference }),
    attempt: attempt.id,
    transactionId: attempt.transactionId,
    amount: attempt.amount,
    tax: attempt.tax,
    ...(resolution?.approvedAmount && { approvedAmount: { ...resolution.approvedAmount } }),
    ...(capture && { capture }),
    ...(captureOf && { captureOf }),
    ...verdict,
    settledAt: createdAt,
  };
}
