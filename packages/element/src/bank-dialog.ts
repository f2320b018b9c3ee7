import { html, type TemplateResult } from "lit";
import { frameName } from "./bank-page.ts";
import type { Messages } from "./messages/es.ts";

/**
 * The dialog that frames the bank's page. Browsers do not tell a page that its frame was refused, so after a while the
 * dialog offers a window to everyone.
 * @param isFraming whether there is a frame: removing it closes the bank's page
 * @param onClose called when the buyer closes the dialog, also by Escape
 * @param onWindow called when the buyer asks for a window instead
 */
export function bankDialog(
  isFraming: boolean,
  messages: Messages,
  onClose: () => unknown,
  onWindow: () => unknown,
): TemplateResult {
  const frame = html`<header>
      <button part="window" class="delayed" @click=${onWindow}>${messages.window}</button>
      <button part="close" @click=${onClose}>${messages.close}</button>
    </header>
    <iframe part="frame" name=${frameName} title=${messages.atBank} autofocus></iframe>`;
  return html`<dialog part="dialog" aria-label=${messages.atBank} @close=${onClose}>${isFraming ? frame : ""}</dialog>`;
}
