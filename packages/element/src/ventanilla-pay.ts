import { type CSSResult, LitElement, type PropertyDeclarations, type TemplateResult } from "lit";
import { bankDialog } from "./bank-dialog.ts";
import { opensWindows, originOf } from "./bank-page.ts";
import { keepForm, restoreForm } from "./form-keeping.ts";
import { wordsFor } from "./language.ts";
import type { Messages } from "./messages/es.ts";
import { onNudge } from "./nudges.ts";
import { payView } from "./pay-view.ts";
import { makePayment, paymentOf } from "./payment.ts";
import type { PayMode, PaymentHost } from "./payment-host.ts";
import type { PayResult, PayStatus } from "./result.ts";
import { styles } from "./styles.ts";

/** Options of {@link VentanillaPay.pay}. */
export interface PayOptions {
  /** Instead of the element's own mode. */
  mode?: PayMode;
  /** Aborting closes the window, as `cancel()`: the promise still resolves with what the router says. */
  signal?: AbortSignal;
}

const text = { reflect: true, useDefault: true };
const flag = { type: Boolean, reflect: true };
const property = { attribute: false };

/**
 * `<ventanilla-pay endpoint="/payments" order="A-1">`: a button that takes a card payment on the bank's own page, and
 * says how it ended (the events are those of `PayEventType`). Every signal of the browser is a reason to ask the
 * router; only the router's answer is ever reported. In a form it is a control: its value is the attempt that was
 * approved.
 *
 * @fires {PayEvent} pay-before - Nothing has begun; cancelable.
 * @fires {PayEvent} pay-blocked - The browser refused the window and this page would go to the bank itself; cancelable.
 * @fires {PayEvent} pay-open - The bank's page is open, or this page is on its way there.
 * @fires {PayEvent} pay-closed - The bank's window has gone, which says nothing of the outcome.
 * @fires {PayEvent} pay-checking - The router is being asked.
 * @fires {PayEvent} pay-pending - The bank has no answer yet; the payment may be opened again.
 * @fires {PayEvent} pay-approved - Paid.
 * @fires {PayEvent} pay-declined - The bank refused the card.
 * @fires {PayEvent} pay-cancelled - The buyer left the bank's page without paying.
 * @fires {PayEvent} pay-expired - The time to pay is over.
 * @fires {PayEvent} pay-unknown - A person has to look: nobody should pay again.
 * @fires {PayEvent} pay-failed - The bank's page was never reached.
 * @fires {PayEvent} pay-settled - Last, after any of the six outcomes before it.
 *
 * @slot icon - Instead of the icon on the button.
 * @slot label - Instead of the button's words before anything has begun, and while it waits.
 *
 * @csspart button - The button.
 * @csspart note - What is said of the payment, under the button.
 * @csspart message - The sentences in it.
 * @csspart dialog - The dialog around the bank's page (`modal`).
 * @csspart window - The dialog's button that opens a window instead.
 * @csspart close - The dialog's button that closes it.
 * @csspart frame - The bank's page in the dialog.
 *
 * @cssproperty [--ventanilla-accent=#0b7a66] - Ground of the button, whose words turn black or white by themselves.
 * @cssproperty [--ventanilla-radius=.75rem] - Roundness of the corners.
 * @cssproperty [--ventanilla-font=inherit] - Font family.
 * @cssproperty [--ventanilla-success=#15803d] - Tone of a payment that was approved.
 * @cssproperty [--ventanilla-warning=#b45309] - Tone of a payment that a person has to look at.
 * @cssproperty [--ventanilla-danger=#dc2626] - Tone of a payment that was declined or failed.
 *
 * @cssstate idle - Nothing has begun.
 * @cssstate open - The buyer is at the bank.
 * @cssstate checking - The answer is awaited.
 * @cssstate pending - The bank has no answer yet.
 * @cssstate approved - Paid.
 * @cssstate declined - The bank refused the card.
 * @cssstate cancelled - The buyer left without paying.
 * @cssstate expired - The time to pay is over.
 * @cssstate unknown - A person has to look.
 * @cssstate failed - The bank's page was never reached.
 */
export class VentanillaPay extends LitElement {
  static readonly formAssociated = true;
  static override properties: PropertyDeclarations = {
    endpoint: text,
    order: text,
    mode: text,
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

  /** Where the router is mounted: a path, or an address on another origin. */
  declare endpoint: string;
  /** The merchant's id of the order to be paid. */
  declare order: string;
  /** Where the bank's page is shown. */
  declare mode: PayMode;
  /** As of a form control. */
  declare name: string;
  /** Keeps the form around it from being sent before the payment is approved. */
  declare required: boolean;
  /** The button cannot be pressed. */
  declare disabled: boolean;
  /** Language tag; empty for that of the nearest `lang`. */
  declare locale: string;
  /** The button's words before anything has begun, and while it waits. */
  declare label: string;
  /** Path to come back to after a redirect; empty for this page. */
  declare returnTo: string;
  /** Words to say instead of the element's own. */
  declare messages: Partial<Messages> | undefined;
  /** Added to every request for the status. */
  declare requestInit: RequestInit | undefined;
  /** Further fields of the form that launches the payment, as a token against forged requests. */
  declare launchFields: Record<string, string> | undefined;

  #internals = this.attachInternals();
  #payment = makePayment("", "", "");
  #hearing: AbortController | undefined;
  #clock: ReturnType<typeof setTimeout> | undefined;
  #host: PaymentHost = {
    element: this,
    words: () => this.#words,
    openFrame: () => this.#openFrame(),
    depart: () => this.form && keepForm(this.form),
  };

  constructor() {
    super();
    this.endpoint = "/payments";
    this.mode = "auto";
    this.required = this.disabled = false;
    this.order = this.name = this.locale = this.label = this.returnTo = "";
  }

  /** What the element shows. */
  get status(): PayStatus {
    return this.#payment.status;
  }

  /** The payment as it was last heard of; undefined while there is none. */
  get result(): PayResult | undefined {
    return this.#payment.result;
  }

  /** The attempt's id; empty while there is no payment. */
  get attemptId(): string {
    return this.result?.attempt ?? "";
  }

  /** When the bank forgets the payment, ISO 8601. */
  get expiresAt(): string | undefined {
    return this.result?.expiresAt;
  }

  /** Resolves with the end of this attempt; of the next one, while none has begun. */
  get whenSettled(): Promise<PayResult> {
    this.#join();
    return this.#payment.settled();
  }

  /** What the form sends: the attempt's id once it is approved, else nothing. */
  get value(): string {
    return this.status === "approved" ? this.attemptId : "";
  }

  get form(): HTMLFormElement | null {
    return this.#internals.form;
  }

  get validity(): ValidityState {
    return this.#internals.validity;
  }

  get validationMessage(): string {
    return this.#internals.validationMessage;
  }

  get willValidate(): boolean {
    return this.#internals.willValidate;
  }

  checkValidity(): boolean {
    return this.#internals.checkValidity();
  }

  reportValidity(): boolean {
    return this.#internals.reportValidity();
  }

  /**
   * Pays the order. Call it in a click, before any `await`, or browsers refuse the window. While a payment is under way
   * its window is brought to the front and the same promise returned; a payment that is `pending` is opened again.
   * @returns what the router says in the end, whatever the outcome; `cancelled`, without an event, when `pay-before` or
   *   `pay-blocked` was prevented. In a redirect this page ends before that: the page come back to gets the events.
   * @throws TypeError, as a rejection, when there is no `order`
   */
  pay({ mode = this.mode, signal }: PayOptions = {}): Promise<PayResult> {
    if (!this.order) return Promise.reject(new TypeError("order: expected an id"));
    this.#join();
    const way = mode === "auto" && !opensWindows() ? "redirect" : mode;
    return this.#payment.pay(this.#host, way, signal);
  }

  /** Closes the bank's window or dialog. That decides nothing: the router is asked how the payment ended. */
  cancel(): void {
    this.#payment.cancel();
  }

  /** Asks the router now, and the bank through it. Resolves with what is then known; undefined without a payment. */
  async checkStatus(): Promise<PayResult | undefined> {
    this.#join();
    if (this.#payment.live) await this.#payment.ask();
    return this.result;
  }

  /** Brings the bank's window to the front. Answers whether there is one. */
  focusWindow(): boolean {
    const { window } = this.#payment;
    window?.focus();
    return window?.closed === false;
  }

  /** Goes back to the beginning, after a payment that may be tried again. Otherwise it does nothing and answers false. */
  reset(): boolean {
    return this.#payment.reset();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#hearing = onNudge(
      () => originOf(this.endpoint),
      (restored) => this.#payment.nudged(restored),
    );
    // Otherwise with the first rendering, when the page has had the time to listen.
    if (this.hasUpdated) this.#join();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#hearing?.abort();
    clearTimeout(this.#clock);
    this.#payment.leave(this.#host);
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
    if (reason === "restore") this.#payment.restore(state);
  }

  protected override willUpdate(): void {
    if (this.isConnected) this.#join();
  }

  protected override render(): TemplateResult {
    const words = this.#words;
    const framed = this.#payment.frame === this.#host;
    const leave = () => framed && this.#payment.cancel();
    return payView(
      this.#payment,
      words,
      this.label,
      this.disabled || this.matches("fieldset:disabled *"),
      () => this.pay(),
      // Made when it is first needed, and kept: a dialog that is taken away open does not give the focus back.
      framed || this.#inside("dialog") ? bankDialog(framed, words, leave, () => this.pay({ mode: "popup" })) : "",
    );
  }

  protected override firstUpdated(): void {
    if (this.form) restoreForm(this.form);
  }

  protected override updated(): void {
    const { status, frame } = this.#payment;
    if (frame !== this.#host) this.#inside<HTMLDialogElement>("dialog")?.close();
    this.#internals.setFormValue(this.value || null, this.attemptId);
    this.#internals.setValidity(
      { valueMissing: this.required && !this.value },
      this.#words.atBank,
      this.#inside("button"),
    );
    try {
      this.#internals.states.clear();
      this.#internals.states.add(status);
    } catch {
      // Browsers of before 2024 have none, or want dashes.
    }
    clearTimeout(this.#clock);
    if (status === "open" && this.isConnected) this.#clock = setTimeout(() => this.requestUpdate(), 1000);
  }

  get #words(): Messages {
    return { ...wordsFor(this, this.locale), ...this.messages };
  }

  #inside<T extends HTMLElement>(selector: string): T {
    return this.renderRoot.querySelector(selector) as T;
  }

  /** Follows the properties to the payment that they name. */
  #join(): void {
    const payment = paymentOf(this.endpoint.replace(/\/$/, ""), this.order);
    if (payment !== this.#payment) this.#payment.leave(this.#host);
    this.#payment = payment;
    payment.join(this.#host);
  }

  #openFrame(): Window | null {
    // At once, and not when it suits: the form is posted into the frame by name.
    this.performUpdate();
    this.#inside<HTMLDialogElement>("dialog").showModal();
    return this.#inside<HTMLIFrameElement>("iframe").contentWindow;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "ventanilla-pay": VentanillaPay;
  }
}
