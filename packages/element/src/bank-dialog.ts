import { html, type TemplateResult } from "lit";
import { frameName } from "./bank-page.ts";
import type { Messages } from "./messages/es.ts";
import type { PayStatus } from "./result.ts";

/** The element, as its dialog sees it. */
interface DialogHost extends HTMLElement {
  readonly scrim: boolean;
  readonly status: PayStatus;
  pay(options: { mode: "popup" }): unknown;
  cancel(): void;
  focusWindow(): boolean;
}

/**
 * The element's dialog: around the bank's page in a frame, or, as a scrim, over the merchant's page while the bank's window
 * is open. Browsers do not tell a page that its frame was refused, so the dialog around one offers a window to everyone.
 * The focus is on its first button, not in the frame: Escape in a page of another origin is for that page alone.
 */
export class BankDialog {
  /** Whether the bank's page is shown in a frame. */
  _isFraming = false;
  readonly #host: DialogHost;
  readonly #windowOf: () => Window | null | undefined;
  /** The bank's window for which the buyer has uncovered the page. */
  #uncovered: Window | null | undefined;

  /** @param windowOf returns the bank's window while the buyer is to pay in it */
  constructor(host: DialogHost, windowOf: () => Window | null | undefined) {
    this.#host = host;
    this.#windowOf = windowOf;
  }

  /**
   * Whether the page is to be covered. Not while the element is not visible: nobody could press the dialog's buttons.
   */
  get #isScrim(): boolean {
    const { scrim } = this.#host;
    const window = this.#windowOf();
    const isOpen = window?.closed === false && window !== this.#uncovered;
    return scrim && isOpen && !this._isFraming && (this.#host.checkVisibility?.() ?? true);
  }

  get #dialog(): HTMLDialogElement | null | undefined {
    return this.#host.shadowRoot?.querySelector("dialog");
  }

  /** Made when it is first needed, and kept: a dialog that is removed while open does not give the focus back. */
  _render(messages: Messages): TemplateResult | "" {
    const isScrim = this.#isScrim;
    if (!isScrim && !this._isFraming && !this.#dialog) return "";
    const part = isScrim ? "scrim" : "dialog";
    const content = this.#content(isScrim, messages);
    return html`<dialog part=${part} aria-label=${messages.atBank} @close=${() => this.#closed()}>${content}</dialog>`;
  }

  /** Opens or closes the dialog that was rendered. */
  _update(): void {
    const dialog = this.#dialog;
    if (!this._isFraming && !this.#isScrim) dialog?.close();
    else if (!dialog?.open) dialog?.showModal();
  }

  #content(isScrim: boolean, messages: Messages): TemplateResult | "" {
    if (isScrim) return this.#scrim(messages);
    return this._isFraming ? this.#frame(messages) : "";
  }

  /** Removing the frame closes the bank's page. */
  #frame({ atBank, close, window }: Messages): TemplateResult {
    return html`<header>
        <bdi>${atBank}</bdi>
        <button part="close" @click=${() => this.#host.cancel()}>${close}</button>
        <button part="window" @click=${() => this.#host.pay({ mode: "popup" })}>${window}</button>
      </header>
      <iframe part="frame" name=${frameName} title=${atBank}></iframe>`;
  }

  #scrim({ atBank, opening, open, cancel }: Messages): TemplateResult {
    return html`<bdi>${this.#host.status === "open" ? atBank : opening}</bdi>
      <button part="show" @click=${() => this.#host.focusWindow()}>${open}</button>
      <button part="close" @click=${() => this.#host.cancel()}>${cancel}</button>`;
  }

  /** Called when the dialog closes: by Escape, if there is still something to show. */
  #closed(): void {
    if (this._isFraming) this.#host.cancel();
    else if (this.#isScrim) this.#uncovered = this.#windowOf();
  }
}
