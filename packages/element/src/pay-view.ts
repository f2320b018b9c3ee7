import { html, type TemplateResult } from "lit";
import { paths } from "./icons.ts";
import type { Messages } from "./messages/es.ts";
import type { PaymentState } from "./payment-host.ts";
import type { PayStatus } from "./result.ts";

/** Minutes and seconds until a time; empty when it has passed or is not known. */
function timeLeft(end: string | undefined): string {
  const milliseconds = Date.parse(end ?? "") - Date.now();
  return milliseconds > 0 ? new Date(milliseconds).toISOString().slice(14, 19) : "";
}

/**
 * The button, whose words say what it does next, and what is said of the payment under it. While it must not be pressed
 * the button keeps the focus. What is said is announced to assistive technology as it changes, but for the seconds that
 * are left; whether paying again is safe is always said in words. All in one template: each costs the first rendering.
 * @param label the merchant's words for the button, before anything has begun and while it waits
 * @param press called when the button is pressed
 * @param dialog what comes after them
 */
export function payView(
  { live, status, window, busy, result }: PaymentState,
  words: Messages,
  label: string,
  disabled: boolean,
  press: () => unknown,
  dialog: TemplateResult | string,
): TemplateResult {
  const open = status === "open";
  const pending = status === "pending";
  const approved = status === "approved";
  const checking = status === "checking";
  const waiting = busy || checking || (open && !window);
  const locked = waiting || (!live && result?.safeToRetry === false);
  const next: Partial<Record<PayStatus, string>> = words;
  const own = waiting || status === "idle";
  const icon = waiting ? "turning" : approved ? "check" : "lock";
  const mark = approved ? "check" : "notice";
  const { message = "", safeToRetry, expiresAt } = result ?? {};
  const said = open ? words.atBank : pending || checking ? words.checking : message;
  const more = pending ? `${message} ${words.unsafe}` : safeToRetry && words.safe;
  const left = open && timeLeft(expiresAt);
  // Where the merchant's label would be wrong, the slot has a name that nobody fills.
  return html`<div class=${status} lang=${words.lang}>
<button part=button ?disabled=${disabled} aria-disabled=${locked} @click=${press}>
<slot name=icon><svg class=${icon} viewBox="0 0 24 24" aria-hidden=true><path d=${paths[icon]} /></svg></slot>
<slot name=label${own ? "" : "-"}>${own ? label || words.idle : (next[status] ?? words.again)}</slot></button>
<div part=note>${status !== "idle" ? html`<svg class=${mark} viewBox="0 0 24 24" aria-hidden=true><path d=${paths[mark]} /></svg>` : ""}
<div><div part=message role=status>${said}${more ? html`<small>${more}</small>` : ""}</div>
${left ? html`<small role=timer>${words.left} ${left}</small>` : ""}</div></div>
${dialog}</div>`;
}
