import { html, type TemplateResult } from "lit";
import { icon } from "./icons.ts";
import type { Messages } from "./messages/es.ts";
import type { PaymentState } from "./payment-host.ts";
import type { PayStatus } from "./result.ts";

/** The button, whose words say what it does next. While it must not be pressed it keeps the focus. */
export function payButton(
  { live, status, window, busy, result }: PaymentState,
  words: Messages,
  label: string,
  disabled: boolean,
  press: () => unknown,
): TemplateResult {
  const waiting = busy || status === "checking" || (status === "open" && !window);
  const locked = waiting || (!live && result?.safeToRetry === false);
  const next: Partial<Record<PayStatus, string>> = words;
  const own = waiting || status === "idle";
  return html`<button part=button ?disabled=${disabled} aria-disabled=${locked} @click=${press}>
<slot name=icon>${icon(waiting ? "turning" : status === "approved" ? "check" : "lock")}</slot>
${own ? html`<slot name=label>${label || words.idle}</slot>` : (next[status] ?? words.again)}</button>`;
}
