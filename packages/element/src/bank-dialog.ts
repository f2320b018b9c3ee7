import { html, type TemplateResult } from "lit";
import { frameName } from "./bank-page.ts";
import type { Messages } from "./messages/es.ts";

/**
 * The dialog that frames the bank's page. Nothing tells a page that its frame was refused, so after a while it offers a
 * window to everyone.
 * @param shown whether there is a frame: taking it away closes the bank's page
 * @param close called when the buyer closes the dialog, also by Escape
 * @param toWindow called when the buyer would rather have a window
 */
export function bankDialog(
  shown: boolean,
  words: Messages,
  close: () => unknown,
  toWindow: () => unknown,
): TemplateResult {
  return html`<dialog part=dialog aria-label=${words.atBank} @close=${close}>${
    shown
      ? html`<header><button part=window class=late @click=${toWindow}>${words.window}</button>
<button part=close @click=${close}>${words.close}</button></header>
<iframe part=frame name=${frameName} title=${words.atBank} autofocus></iframe>`
      : ""
  }</dialog>`;
}
