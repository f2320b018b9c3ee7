import { isPartial, returnsOf, sumOf } from "../attempt/approval.ts";
import type { Attempt } from "../attempt/attempt.ts";
import { isPaidTwice } from "../attempt/needs-person.ts";
import type { OutboxEvent } from "../attempt/outbox-event.ts";
import { decisionAlertOf } from "./decision-alert.ts";
import type { AttemptEvent, GivenBackEvent, HookContext, PaymentEvent } from "./hook.ts";
import type { EarlyAlert, HookSettings } from "./hook-settings.ts";

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
  const payment = paymentEventOf(about, attempt);
  const alert = early.isRaised ? undefined : decisionAlertOf(attempt);
  if (alert?.subject.event === event.id) settings.report.alert(alert.code, alert.message, alert.subject);
  switch (event.type) {
    case "order.paid":
    case "order.paidAgain":
      // A shop without the hook authorizes no orders.
      if (attempt.facts.captureOf !== undefined || settings.onAuthorized !== undefined) {
        await (await settings.authorizations()).endAuthorizations(settings, attempt, early);
      }
      if (event.type === "order.paid") return settings.onPaid(payment, context);
      // A person may have handled it while the event waited: the hook would have a payment given back a second time.
      return isPaidTwice(attempt) ? settings.onPaidAgain?.(payment, context) : undefined;
    case "order.authorized":
    case "capture.failed":
    case "order.lapsing":
    case "order.lapsed": {
      const called = { attempt, about, payment, context, early };
      return (await settings.authorizations()).callAuthorizationHook(settings, event.type, called);
    }
    case "order.givenBack":
      return settings.onGivenBack?.(givenBackEventOf(payment, attempt), context);
    case "order.returnUnclear":
      return undefined;
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

function paymentEventOf(event: AttemptEvent, attempt: Attempt): PaymentEvent {
  return {
    ...event,
    settledAt: attempt.facts.settledAt ?? event.settledAt,
    amountDiffers: isPartial(attempt) || (event.mismatch?.includes("amount") ?? false),
  };
}

/** The event of a part, which the event's id numbers. */
function givenBackEventOf(event: PaymentEvent, attempt: Attempt): GivenBackEvent {
  const parts = returnsOf(attempt).slice(0, Number(event.id.split(":").at(-1)));
  const part = parts.at(-1);
  if (part?.on === undefined) throw new PermanentHookError("the event's part is not in the store");
  return {
    ...event,
    part: { ...part, on: part.on },
    givenBack: { minor: sumOf(parts), currency: attempt.amount.currency },
  };
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
