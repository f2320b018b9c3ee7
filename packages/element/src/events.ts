import type { PayOutcome, PayResult } from "./result.ts";

/**
 * The events of `<ventanilla-pay>`, without their prefix, in the order they can come:
 * `before` (cancelable: nothing has begun), `blocked` (cancelable: the window was refused, this page would go to the bank
 * itself), `open`, `closed` (says nothing about the outcome), `checking`, `pending`, then exactly one of `approved`,
 * `declined`, `cancelled`, `expired`, `unknown` and `failed`, and `settled` last.
 */
export type PayEventType = "before" | "blocked" | "open" | "closed" | "checking" | PayOutcome | "settled";

/** An event of a payment. It bubbles and leaves shadow trees. */
export class PayEvent extends Event {
  /** The payment at the time of the event. */
  declare readonly result: PayResult;
  /** The same, where frameworks look for it. */
  declare readonly detail: PayResult;

  constructor(type: `pay-${PayEventType}`, result: PayResult, cancelable = false) {
    super(type, { bubbles: true, composed: true, cancelable });
    this.result = this.detail = result;
  }
}

declare global {
  interface HTMLElementEventMap extends Record<`pay-${PayEventType}`, PayEvent> {}
}
