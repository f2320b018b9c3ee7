import { ArgumentError } from "@ventanilla/client";
import { chargeOf, isAuthorized, paidOrAuthorized } from "../attempt/approval.ts";
import type { Attempt } from "../attempt/attempt.ts";
import { captured, overtaken } from "../attempt/decided.ts";
import { isPaidTwice } from "../attempt/needs-person.ts";
import { isSafeToRetry } from "../attempt/outcome.ts";
import type { Alert } from "../report/messages.ts";
import { reasonOf, subjectOf } from "../report/report.ts";
import { checkConfirmable } from "../session/confirmation-of.ts";
import type { AttemptEvent, HookContext, PaymentEvent } from "./hook.ts";
import type { EarlyAlert, HookSettings } from "./hook-settings.ts";

/** Raises an alert about the attempt of an event. */
type RaiseAlert = (code: Alert, message: string) => void;

/** What the hook of an event is called with. */
interface Called {
  attempt: Attempt;
  about: AttemptEvent;
  payment: PaymentEvent;
  context: HookContext;
  early: EarlyAlert;
}

/**
 * Calls the hook for an event of an authorization, or of its capture, and raises the alert of the event.
 * @throws what the hook throws
 */
export async function callAuthorizationHook(
  settings: HookSettings,
  type: "order.authorized" | "capture.failed" | "order.lapsing" | "order.lapsed",
  { attempt, about, payment, context, early }: Called,
): Promise<unknown> {
  const alert: RaiseAlert = (code, message) =>
    settings.report.alert(code, message, { event: about.id, ...subjectOf(attempt) });
  switch (type) {
    case "order.authorized":
      // order() no longer answers capture: "later", and the hook was removed. The event waits for a router that has it.
      if (settings.onAuthorized === undefined) throw new ArgumentError("onAuthorized: expected a function");
      if (!(await isStillAuthorized(settings, attempt, alert))) return undefined;
      return settings.onAuthorized(payment, context);
    case "capture.failed":
      await endAuthorizations(settings, attempt, early);
      await alertFailedCapture(settings, attempt, about, alert);
      return settings.onCaptureFailed?.(about, context);
    case "order.lapsing":
      return alertLapsing(settings, attempt, alert);
    case "order.lapsed":
      alert("lapsed", "an authorization was not captured within 31 days: the order can be paid again");
      return settings.onLapsed?.(about, context);
  }
}

/**
 * Whether the event of an authorization is still delivered: its order is authorized or paid. Before anything is shipped,
 * an alert says when the capture would be refused later.
 */
async function isStillAuthorized(settings: HookSettings, attempt: Attempt, alert: RaiseAlert): Promise<boolean> {
  if (!isAuthorized(attempt)) {
    const { paid, authorized } = await orderStateOf(settings, attempt);
    return paid || authorized;
  }
  try {
    checkConfirmable(settings, attempt);
  } catch (error) {
    alert("uncapturable", `an order was authorized that cannot be captured: ${reasonOf(error)}`);
  }
  return true;
}

/** Nobody captures again once another attempt has paid the order, or the bank no longer holds its money. */
async function alertFailedCapture(
  settings: HookSettings,
  attempt: Attempt,
  { code }: AttemptEvent,
  alert: RaiseAlert,
): Promise<void> {
  if (!(await orderStateOf(settings, attempt)).authorized) return;
  const failure = code === undefined ? "the bank never had a result for it" : `the bank refused it (code ${code})`;
  alert("capture_failed", `an authorized amount was not captured: ${failure}`);
}

/** Raises the alert that an authorization lapses soon, if it is still one. */
async function alertLapsing(settings: HookSettings, attempt: Attempt, alert: RaiseAlert): Promise<void> {
  if (!(await orderStateOf(settings, attempt)).authorized) return;
  alert("lapsing", "an authorization lapses after 31 days, within 3 days from now: capture it, or release it");
}

/** Whether an attempt's order is paid, or the bank holds money for it. */
async function orderStateOf({ store }: HookSettings, { order }: Attempt): Promise<ReturnType<typeof paidOrAuthorized>> {
  return paidOrAuthorized(await store.attemptsOf(order));
}

/** Ends the authorizations of an order that is paid, by a capture or by another attempt. */
export async function endAuthorizations(
  { store, record }: HookSettings,
  { order, state, facts }: Attempt,
  early: EarlyAlert,
): Promise<void> {
  const attempts = await store.attemptsOf(order);
  // What is kept for a capture has no use once the order is captured.
  if (facts.captureOf !== undefined && state === "approved") {
    for (const attempt of attempts) await record(attempt, captured);
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
    const { change, attempt: after } = await record(attempt, overtaken);
    // The event of the overtaken authorization waits for the hook of the payment, so the alert is raised now.
    if (change !== undefined) early.raise(after);
  }
}
