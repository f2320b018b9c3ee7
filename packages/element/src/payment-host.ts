import type { Messages } from "./messages/es.ts";
import type { PayResult, PayStatus } from "./result.ts";

/**
 * Where the bank's page is shown. `popup`: a window beside the page. `redirect`: this page itself. `modal`: a frame in a
 * dialog, for a bank that lets itself be framed. `auto`: a window, and this page where windows do not work.
 */
export type PayMode = "auto" | "popup" | "redirect" | "modal";

/** An element, as its payment sees it. */
export interface PaymentHost {
  element: EventTarget & {
    requestUpdate(): void;
    requestInit: RequestInit | undefined;
    launchFields: Record<string, string> | undefined;
    returnTo: string;
  };
  words(): Messages;
  /** Shows an empty frame, whose window the bank's page is to be opened in. */
  openFrame(): Window | null;
  /** This page is about to go to the bank. */
  depart(): void;
}

/** What can be seen of a payment. */
export interface PaymentState {
  status: PayStatus;
  result: PayResult | undefined;
  /** The bank's. */
  window: Window | null | undefined;
  /** Who shows the bank's page in a frame. */
  frame?: PaymentHost | undefined;
  /** Whether an attempt is being followed. */
  live: boolean;
  /** Whether an earlier attempt is being asked about before the payment is opened again. */
  busy: boolean;
}

/** The payment of one order, over as many attempts as it takes. */
export interface Payment extends PaymentState {
  /** An element shows this payment from now on, and the last one to join tells its events. The first sets it going. */
  join(host: PaymentHost): void;
  /** An element shows it no longer. Without any, nothing is asked. */
  leave(host: PaymentHost): void;
  /** Resolves with the end of this attempt, or of the next one if none has begun. */
  settled(): Promise<PayResult>;
  /** Begins, brings to the front, or opens again, in the click itself. See `VentanillaPay.pay`. */
  pay(host: PaymentHost, mode: PayMode, signal: AbortSignal | undefined): Promise<PayResult>;
  /** Asks the router now. */
  ask(): Promise<unknown>;
  /** Asks, as something may have happened; without an attempt it looks whether another tab has begun one. */
  nudged(restored?: boolean): void;
  /** An attempt that the browser has kept with the form. */
  restore(attempt: string): void;
  /** Closes the bank's window or frame. */
  cancel(): void;
  /** Back to the beginning, unless paying again is not safe: then it answers false. */
  reset(): boolean;
}
