import { html, type TemplateResult } from "lit";
import { frameName } from "./bank-page.ts";
import type { Messages } from "./messages/es.ts";

/**
 * The dialog that frames the bank's page. Browsers do not tell a page that its frame was refused, so the dialog offers a
 * window to everyone. The focus is on its first button, not in the frame: Escape in a page of another origin is for that
 * page alone.
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
      ${messages.atBank}
      <button part="close" @click=${onClose}>${messages.close}</button>
      <button part="window" @click=${onWindow}>${messages.window}</button>
    </header>
    <iframe part="frame" name=${frameName} title=${messages.atBank}></iframe>`;
  return html`<dialog part="dialog" aria-label=${messages.atBank} @close=${onClose}>${isFraming ? frame : ""}</dialog>`;
}
