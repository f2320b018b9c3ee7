import { html, type TemplateResult } from "lit";
import { buttonIcons, circle, marks } from "./icons.ts";
import type { Messages } from "./messages/es.ts";
import { isLive, type PaymentState } from "./payment.ts";
import type { PayStatus } from "./result.ts";

/** Minutes and seconds until a time, ISO 8601; empty when it has passed or is not known. */
function timeLeft(end: string | undefined): string {
  const milliseconds = Date.parse(end ?? "") - Date.now();
  return milliseconds > 0 ? new Date(milliseconds).toISOString().slice(14, 19) : "";
}

function icon(path: string, name = ""): TemplateResult {
  return html`<svg class=${name} viewBox="0 0 24 24" aria-hidden="true"><path d=${path} /></svg>`;
}

/** What the view shows, and what it calls. */
export interface PayViewOptions {
  payment: PaymentState;
  /** Whether the buyer has pressed the button, and the bank's page waits for something that they cannot speed up. */
  isBusy: boolean;
  /** Whether there is a window of the bank's to go to. */
  hasWindow: boolean;
  messages: Messages;
  /** The merchant's text for the button, before anything has begun and while it waits; may be empty. */
  label: string;
  disabled: boolean;
  onPress: () => unknown;
  dialog: TemplateResult | "";
}

/** What is said about the payment: the sentence, what follows it, and the time that is left. */
function noteOf({ status, result }: PaymentState, messages: Messages): [text: string, more: string, left: string] {
  const { message = "", safeToRetry = false, expiresAt } = result ?? {};
  const retry = safeToRetry ? messages.safe : "";
  // Only an expiry from the router says that the bank's page was opened.
  if (status === "open") return [expiresAt ? messages.atBank : messages.opening, retry, timeLeft(expiresAt)];
  if (status === "checking") return [messages.checking, retry, ""];
  return status === "pending" ? [messages.checking, `${message} ${messages.unsafe}`, ""] : [message, retry, ""];
}

/** What the button says: the merchant's label before anything has begun and while it waits, else what it does next. */
function buttonTextOf(
  status: PayStatus,
  label: string,
  isWaiting: boolean,
  messages: Messages,
): TemplateResult | string {
  if (isWaiting || status === "idle") return html`<slot name="label">${label || messages.idle}</slot>`;
  const texts: Partial<Record<PayStatus, string>> = messages;
  return texts[status === "checking" ? "pending" : status] ?? messages.again;
}

function markOf(status: PayStatus): string {
  return status === "idle" ? "" : circle + marks[status];
}

/** The button's icon. One that cannot be pressed has the mark of the outcome. */
function buttonIconOf(payment: PaymentState, isWaiting: boolean, isLocked: boolean): TemplateResult {
  if (isWaiting) return icon(buttonIcons.turning, "turning");
  if (isLocked) return icon(markOf(payment.status));
  return icon(isLive(payment) ? buttonIcons.leave : buttonIcons.lock);
}

/**
 * The button, whose text says what it does next, and the note about the payment under it. While it must not be pressed
 * the button keeps the focus. The note is announced to assistive technology when it changes, except for the time that
 * is left; whether paying again is safe is always said in words.
 */
export function payView({
  payment,
  isBusy,
  hasWindow,
  messages,
  label,
  disabled,
  onPress,
  dialog,
}: PayViewOptions): TemplateResult {
  const { status, result } = payment;
  // A buyer who closed the window may open it again at once. One who came back to this page waits for the answer first.
  const isWaiting = isBusy || (!hasWindow && (status === "checking" || status === "open"));
  const isLocked = isWaiting || (!isLive(payment) && result?.safeToRetry === false);
  const [text, more, left] = noteOf(payment, messages);
  const mark = markOf(status);
  return html`
    <div class=${status} lang=${messages.lang}>
      <button
        part="button"
        aria-describedby="message"
        ?disabled=${disabled}
        aria-disabled=${isLocked}
        @click=${onPress}
      >
        <slot name="icon">${buttonIconOf(payment, isWaiting, isLocked)}</slot>
        ${buttonTextOf(status, label, isWaiting, messages)}
      </button>
      <div part="note">
        ${mark && icon(mark)}
        <div>
          <div part="message" id="message" role="status">${text}${more ? html`<small>${more}</small>` : ""}</div>
          ${left ? html`<small role="timer">${messages.left} ${left}</small>` : ""}
        </div>
      </div>
      ${dialog}
    </div>
  `;
}
