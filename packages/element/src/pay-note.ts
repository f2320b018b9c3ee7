import { html, type TemplateResult } from "lit";
import { icon } from "./icons.ts";
import type { Messages } from "./messages/es.ts";
import type { PaymentState } from "./payment-host.ts";

/** Minutes and seconds until a time; empty when it has passed or is not known. */
function timeLeft(end: string | undefined): string {
  const milliseconds = Date.parse(end ?? "") - Date.now();
  return milliseconds > 0 ? new Date(milliseconds).toISOString().slice(14, 19) : "";
}

/**
 * What is said of the payment, under the button: announced to assistive technology as it changes, but for the seconds
 * that are left. Whether paying again is safe is always said in words.
 */
export function payNote({ status, result }: PaymentState, words: Messages): TemplateResult {
  const { message = "", safeToRetry, expiresAt } = result ?? {};
  const open = status === "open";
  const pending = status === "pending";
  const said = open ? words.atBank : pending || status === "checking" ? words.checking : message;
  const more = pending ? `${message} ${words.unsafe}` : safeToRetry && words.safe;
  const left = open && timeLeft(expiresAt);
  return html`<div part=note>${status !== "idle" ? icon(status === "approved" ? "check" : "notice") : ""}
<div><div part=message role=status>${said}${more ? html`<small>${more}</small>` : ""}</div>
${left ? html`<small role=timer>${words.left} ${left}</small>` : ""}</div></div>`;
}
