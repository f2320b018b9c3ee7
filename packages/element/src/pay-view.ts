import { html, type TemplateResult } from "lit";
import { paths } from "./icons.ts";
import type { Messages } from "./messages/es.ts";
import { isLive, type PaymentState } from "./payment.ts";
import type { PayStatus } from "./result.ts";

/** Minutes and seconds until a time, ISO 8601; empty when it has passed or is not known. */
function timeLeft(end: string | undefined): string {
  const milliseconds = Date.parse(end ?? "") - Date.now();
  return milliseconds > 0 ? new Date(milliseconds).toISOString().slice(14, 19) : "";
}

function icon(name: keyof typeof paths): TemplateResult {
  return html`<svg class=${name} viewBox="0 0 24 24" aria-hidden="true"><path d=${paths[name]} /></svg>`;
}

/** What the view shows, and what it calls. */
export interface PayViewOptions {
  payment: PaymentState;
  /** Whether there is a window of the bank's to go to. */
  hasWindow: boolean;
  messages: Messages;
  /** The merchant's text for the button, before anything has begun and while it waits; may be empty. */
  label: string;
  disabled: boolean;
  onPress: () => unknown;
  dialog: TemplateResult | "";
}

/**
 * The button, whose text says what it does next, and the note about the payment under it. While it must not be pressed
 * the button keeps the focus. The note is announced to assistive technology when it changes, except for the time that
 * is left; whether paying again is safe is always said in words.
 */
export function payView(options: PayViewOptions): TemplateResult {
  const { messages, label } = options;
  const { status, busy, result } = options.payment;
  const isOpen = status === "open";
  const isWaiting = busy || status === "checking" || (isOpen && !options.hasWindow);
  const isLocked = isWaiting || (!isLive(options.payment) && result?.safeToRetry === false);
  const showsLabel = isWaiting || status === "idle";
  const texts: Partial<Record<PayStatus, string>> = messages;
  const text = showsLabel ? label || messages.idle : (texts[status] ?? messages.again);
  // Where the merchant's label would be wrong, the slot has a name that nobody fills: `label-`.
  return html`
    <div class=${status} lang=${messages.lang}>
      <button part="button" ?disabled=${options.disabled} aria-disabled=${isLocked} @click=${options.onPress}>
        <slot name="icon">${icon(isWaiting ? "turning" : status === "approved" ? "check" : "lock")}</slot>
        <slot name="label${showsLabel ? "" : "-"}">${text}</slot>
      </button>
      <div part="note">
        ${status === "idle" ? "" : icon(status === "approved" ? "check" : "notice")}
        <div>${noteOf(options)}</div>
      </div>
      ${options.dialog}
    </div>
  `;
}

/** What is said about the payment. */
function noteOf({ payment: { status, result }, messages }: PayViewOptions): TemplateResult {
  const { message = "", safeToRetry, expiresAt } = result ?? {};
  const isOpen = status === "open";
  const isPending = status === "pending";
  const text = isOpen ? messages.atBank : isPending || status === "checking" ? messages.checking : message;
  const more = isPending ? `${message} ${messages.unsafe}` : safeToRetry && messages.safe;
  const left = isOpen && timeLeft(expiresAt);
  return html`
    <div part="message" role="status">${text}${more ? html`<small>${more}</small>` : ""}</div>
    ${left ? html`<small role="timer">${messages.left} ${left}</small>` : ""}
  `;
}
