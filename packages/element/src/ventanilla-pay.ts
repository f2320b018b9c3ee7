import type { CSSResult, PropertyDeclarations } from "@lit/reactive-element";
import { announce } from "./arrival.ts";
import { BankDialog } from "./bank-dialog.ts";
import { openWindow } from "./bank-page.ts";
import { FormControl } from "./form-control.ts";
import { keepForm, restoreForm } from "./form-keeping.ts";
import { messagesFor } from "./language.ts";
import type { Messages } from "./messages/es.ts";
import { warnOfMistakes } from "./mistakes.ts";
import { defaultMount } from "./mount.ts";
import { showOpening } from "./opening-page.ts";
import type { Order } from "./order-source.ts";
import { PayView } from "./pay-view.ts";
import { PaymentController, type PayOptions } from "./payment-controller.ts";
import type { PayMode } from "./payment-host.ts";
import type { PayResult, PayStatus } from "./result.ts";
import { styles } from "./styles.ts";

const text = { reflect: true, useDefault: true };
const flag = { type: Boolean, reflect: true };
const property = { attribute: false };

/**
 * `<ventanilla-pay endpoint="/payments" order="A-1">`: a button that takes a card payment on the bank's own page, and
 * says how it ended (the events are those of {@link PayEventType}). Every signal of the browser is a reason to ask the
 * router; only the router's answer is ever reported. In a form it is a control: its value is the id of the attempt that
 * was approved. `@ventanilla/element/define` registers the tag.
 *
 * @fires {PayEvent} pay-before - Nothing has begun; cancelable.
 * @fires {PayEvent} pay-blocked - The browser refused the window; this page is about to go to the bank; cancelable.
 * @fires {PayEvent} pay-open - The bank's page is open, or this page is on its way there.
 * @fires {PayEvent} pay-closed - The bank's window is gone, which says nothing about the outcome.
 * @fires {PayEvent} pay-checking - The router is being asked.
 * @fires {PayEvent} pay-pending - The bank has no answer yet; the payment may be opened again.
 * @fires {PayEvent} pay-approved - Paid.
 * @fires {PayEvent} pay-declined - The bank refused the card.
 * @fires {PayEvent} pay-cancelled - The buyer left the bank's page without paying.
 * @fires {PayEvent} pay-expired - The time to pay has passed.
 * @fires {PayEvent} pay-unknown - A person has to review the payment: nobody should pay again.
 * @fires {PayEvent} pay-failed - The bank's page was never reached.
 * @fires {PayEvent} pay-settled - Always last, after one of the six outcomes above.
 *
 * @slot icon - Instead of the icon on the button.
 * @slot label - Instead of the button's text before anything has begun, and while it waits.
 *
 * @csspart button - The button.
 * @csspart note - The note about the payment, under the button.
 * @csspart message - The text in the note.
 * @csspart dialog - The dialog around the bank's page (`modal`).
 * @csspart window - The dialog's button that opens a window instead.
 * @csspart frame - The bank's page in the dialog.
 * @csspart scrim - The layer over the page while the bank's window is open.
 * @csspart show - The button on it that brings the bank's window to the front.
 * @csspart close - The button that closes the bank's page, on both and under the button.
 *
 * @cssproperty [--ventanilla-accent=#0b7a66] - Background of the button, whose text is black or white to fit it.
 * @cssproperty [--ventanilla-radius=.75rem] - Radius of the corners.
 * @cssproperty [--ventanilla-font=inherit] - Font family.
 * @cssproperty [--ventanilla-window-size=480px 760px] - Width and height of the bank's window, both in `px`.
 * @cssproperty [--ventanilla-success=#15803d] - Color of an approved payment.
 * @cssproperty [--ventanilla-warning=#b45309] - Color of a payment that a person has to review.
 * @cssproperty [--ventanilla-danger=#dc2626] - Color of a payment that was declined or failed.
 *
 * @cssstate idle - Nothing has begun.
 * @cssstate open - The buyer is at the bank.
 * @cssstate checking - The buyer has left the bank and the answer is awaited.
 * @cssstate pending - The bank has no answer yet.
 * @cssstate approved - Paid.
 * @cssstate declined - The bank refused the card.
 * @cssstate cancelled - The buyer left without paying.
 * @cssstate expired - The time to pay has passed.
 * @cssstate unknown - A person has to review the payment.
 * @cssstate failed - The bank's page was never reached.
 */
export class VentanillaPay extends FormControl {
  static override properties: PropertyDeclarations = {
    endpoint: text,
    order: { ...text, converter: { toAttribute: (order: Order) => (typeof order === "string" ? order : null) } },
    mode: text,
    scrim: text,
    name: text,
    required: flag,
    disabled: flag,
    locale: text,
    label: text,
    returnTo: { ...text, attribute: "return-to" },
    messages: property,
    requestInit: property,
    launchFields: property,
  };
  static override styles: CSSResult = styles;
  static override shadowRootOptions: ShadowRootInit = { mode: "open", delegatesFocus: true };

  /** The router's mount: a path, or an absolute address. Default: where `element.js` came from, else `/payments`. */
  declare endpoint: string;
  /**
   * The merchant's id of the order to be paid, or a function that is called when the buyer presses: it makes the order
   * and returns its id, or a promise of it. Required to pay.
   */
  declare order: Order;
  /** Where the bank's page is shown. Default: `auto`. */
  declare mode: PayMode;
  /**
   * Whether the page is covered while the bank's window is open, with a button that brings the window to the front and one
   * that closes it. Escape uncovers the page; the payment goes on. A touch screen's page is never covered: its windows are
   * tabs. Default: `on`.
   */
  declare scrim: "on" | "off";
  /** The name under which the form sends `value`. */
  declare name: string;
  /** Keeps the form around it from being sent before the payment is approved. Default: false. */
  declare required: boolean;
  /** The button cannot be pressed. Default: false. */
  declare disabled: boolean;
  /** Language tag, `es` or `en` with or without region. Default: that of the nearest `lang`, else `es`. */
  declare locale: string;
  /** The button's text before anything has begun, and while it waits. Default: `Pagar con tarjeta`, `Pay by card`. */
  declare label: string;
  /** Path to come back to after a redirect. Default: this page. */
  declare returnTo: string;
  /** Texts to show instead of the element's own, one by one. */
  declare messages: Partial<Messages> | undefined;
  /** Options of `fetch`, added to every request for the status. */
  declare requestInit: RequestInit | undefined;
  /** Further fields of the form that launches the payment, such as a token against forged requests. */
  declare launchFields: Record<string, string> | undefined;

  readonly #controller = new PaymentController(this, {
    _messages: () => this.#texts,
    _openWindow: (name) => showOpening(openWindow(name, this), this.#texts, this.label),
    _openFrame: () => showOpening(this.#openFrame(), this.#texts, this.label),
    _closeFrame: () => {
      this.#dialog._isFraming = false;
      this.requestUpdate();
    },
    _isFraming: () => this.#dialog._isFraming,
    _beforeRedirect: () => this.form && keepForm(this.form),
  });

  #view: PayView | undefined;
  readonly #dialog: BankDialog = new BankDialog(this, () => this.#controller._payWindow);

  constructor() {
    super();
    const texts = {
      endpoint: defaultMount(),
      mode: "auto",
      scrim: "on",
      order: "",
      name: "",
      locale: "",
      label: "",
      returnTo: "",
    };
    Object.assign(this, texts, { required: false, disabled: false });
  }

  /** What the element shows. Default: `idle`. */
  get status(): PayStatus {
    return this.#controller._payment._state.status;
  }

  /** The payment as last reported by the router; undefined while there is none. */
  get result(): PayResult | undefined {
    return this.#controller._payment._state.result;
  }

  /** The attempt's id, a UUID; empty while there is no payment. */
  get attemptId(): string {
    return this.result?.attempt ?? "";
  }

  /** When the bank's page expires, ISO 8601; undefined until the router has said. */
  get expiresAt(): string | undefined {
    return this.result?.expiresAt;
  }

  /** Resolves with the end of this attempt, or of the next one while none has begun. Never rejects. */
  get whenSettled(): Promise<PayResult> {
    return this.#controller._follow()._settled;
  }

  /** What the form sends: the attempt's id once it is approved, else the empty string, which is not sent. */
  get value(): string {
    return this.status === "approved" ? this.attemptId : "";
  }

  /**
   * Pays the order. Call it in a click and before any `await`, or browsers refuse the window. While a payment is under
   * way, its window is brought to the front and the same promise returned; a payment that is `pending` is opened again.
   * @param options Default: the element's `mode`, no signal
   * @returns the end of the payment as the router reports it, whatever the outcome; `cancelled`, without an event, when
   *   `pay-before` or `pay-blocked` was prevented or the signal was aborted before. A redirect ends this page before
   *   that: the page that the buyer comes back to gets the events
   * @throws a `TypeError` with the code `ERR_VENTANILLA_ARGUMENT`, as a rejection, when there is no `order`
   * @example
   * ```js
   * const pay = document.querySelector("ventanilla-pay");
   * document.querySelector("#pay-now").addEventListener("click", async () => {
   *   const { outcome, order } = await pay.pay();
   *   if (outcome === "approved") location.assign(`/orders/${order}`);
   * });
   * ```
   */
  pay(options: PayOptions = {}): Promise<PayResult> {
    return this.#controller._pay(options);
  }

  /** Closes the bank's window or dialog. That decides nothing: the router is asked how the payment ended. */
  cancel(): void {
    this.#controller._cancel();
  }

  /**
   * Asks the router, and the bank through it, now instead of at the next interval.
   * @returns the payment as it is known then; undefined without a payment
   */
  async checkStatus(): Promise<PayResult | undefined> {
    await this.#controller._follow()._check();
    return this.result;
  }

  /** Brings the bank's window to the front. Returns whether there is one. */
  focusWindow(): boolean {
    const { _window } = this.#controller;
    _window?.focus();
    return _window?.closed === false;
  }

  /** Back to `idle`, after a payment that can be tried again. Returns false, and does nothing, when it cannot. */
  reset(): boolean {
    return this.#controller._payment._reset();
  }

  formDisabledCallback(): void {
    this.requestUpdate();
  }

  formResetCallback(): void {
    this.reset();
  }

  async formStateRestoreCallback(state: string, reason: string): Promise<void> {
    // The order is known with the first rendering.
    await this.updateComplete;
    if (reason === "restore") this.#controller._payment._restore(state);
  }

  protected override createRenderRoot(): ShadowRoot {
    // The console has said what is wrong.
    this.#view = new PayView(
      () => this.pay().catch(() => {}),
      () => this.cancel(),
    );
    const root = super.createRenderRoot() as ShadowRoot;
    root.append(this.#view._root);
    return root;
  }

  protected override firstUpdated(): void {
    if (this.form) restoreForm(this.form);
  }

  protected override updated(): void {
    this.#show();
    warnOfMistakes(this);
    this._internals.setFormValue?.(this.value || null, this.attemptId);
    const valueMissing = this.required && !this.value;
    this._internals.setValidity?.({ valueMissing }, this.#texts.required, this.#view?._target);
    try {
      this._internals.states?.clear();
      this._internals.states?.add(this.status);
    } catch {
      // Browsers from before 2024 have no states, or want names with dashes.
    }
  }

  get #texts(): Messages {
    return messagesFor(this);
  }

  #show(): void {
    const view = this.#view;
    if (!view) return;
    const { _payment: payment, _payWindow: payWindow, _isBusy: isBusy } = this.#controller;
    // A frame whose page comes from another process than the one before has lost the focus.
    const hadFocus = (this.shadowRoot?.activeElement ?? this.#dialog._frame) as HTMLElement | null | undefined;
    view._update({
      payment: payment._state,
      isBusy,
      window: payment._window,
      isOpen: payWindow?.closed === false,
      messages: this.#texts,
      label: this.label,
      disabled: this.disabled || this.matches(":disabled"),
    });
    this.#dialog._update(this.#texts, view._root);
    announce(payment, view._root, view._headline);
    if (hadFocus && (hadFocus.hidden || view._button.hidden)) view._target.focus({ preventScroll: true });
  }

  #openFrame(): Window | null {
    this.#dialog._isFraming = true;
    // Now, and not with the next update: the form is posted into the frame by its name.
    this.#show();
    return this.#dialog._frame?.contentWindow ?? null;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "ventanilla-pay": VentanillaPay;
  }
}
