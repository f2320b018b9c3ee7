import type { PayOutcome, PayResult } from "./result.ts";

/**
 * The events of `<ventanilla-pay>` without their prefix `pay-`, in the order in which they can come: `before`
 * (cancelable: nothing has begun), `blocked` (cancelable: the browser refused the window, so this page is about to go
 * to the bank itself), `open`, `closed` (says nothing about the outcome), `checking`, `pending`, then exactly one of
 * `approved`, `declined`, `cancelled`, `expired`, `unknown` and `failed`, and always `settled` last.
 */
export type PayEventType = "before" | "blocked" | "open" | "closed" | "checking" | PayOutcome | "settled";

/**
 * An event of a payment. It bubbles and leaves shadow trees.
 * @example
 * ```js
 * document.addEventListener("pay-declined", (event) => console.log(event.result.message));
 * ```
 */
export class PayEvent extends Event {
  /** The payment at the time of the event. */
  declare readonly result: PayResult;
  /** The same as `result`, where frameworks look for it. */
  declare readonly detail: PayResult;

  /**
   * @param type the name with its prefix: `pay-approved`
   * @param result the payment
   * @param cancelable whether `preventDefault()` stops what is about to happen. Default: false
   */
  constructor(type: `pay-${PayEventType}`, result: PayResult, cancelable = false) {
    super(type, { bubbles: true, composed: true, cancelable });
    this.result = result;
    this.detail = result;
  }
}

/** Dispatches an event. Returns false when a listener prevented it. */
export function dispatchPayEvent(
  target: EventTarget,
  type: PayEventType,
  result: PayResult,
  cancelable = false,
): boolean {
  return target.dispatchEvent(new PayEvent(`pay-${type}`, result, cancelable));
}

declare global {
  // Of elements, documents and windows alike, since the events bubble.
  interface GlobalEventHandlersEventMap extends Record<`pay-${PayEventType}`, PayEvent> {}
}
