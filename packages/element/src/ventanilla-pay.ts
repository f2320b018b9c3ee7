import { type CSSResult, html, isServer, LitElement, type PropertyDeclarations, type TemplateResult } from "lit";
import { icon } from "./icons.ts";
import { type Language, languageOf, messages } from "./language.ts";
import { onNudge } from "./nudges.ts";
import { makePayment } from "./payment.ts";
import type { PayResult, PayStatus } from "./result.ts";
import { styles } from "./styles.ts";

/** `popup`: a window beside the page. `redirect`: this page itself. `auto`: a window, and where it is refused, this page. */
export type PayMode = "auto" | "popup" | "redirect";

/** Options of {@link VentanillaPay.pay}. */
export interface PayOptions {
  /** Instead of the element's own mode. */
  mode?: PayMode;
  /** Aborting closes the window. That decides nothing: the promise still resolves with what the router says. */
  signal?: AbortSignal;
}

type Words = Record<string, string | undefined>;

const text = { reflect: true, useDefault: true };

/**
 * `<ventanilla-pay endpoint="/payments" order="A-1">`: a button that takes a card payment on the bank's own page, and
 * says how it ended (the events are those of `PayEventType`). Every signal of the browser is a reason to ask the
 * router; only the router's answer is ever reported.
 */
export class VentanillaPay extends LitElement {
  static override properties: PropertyDeclarations = {
    endpoint: text,
    order: text,
    mode: text,
    name: text,
    disabled: { type: Boolean, reflect: true },
    locale: text,
    label: text,
    returnTo: { ...text, attribute: "return-to" },
  };
  static override styles: CSSResult = styles;
  static override shadowRootOptions: ShadowRootInit = { ...LitElement.shadowRootOptions, delegatesFocus: true };

  /** Where the router is mounted. */
  declare endpoint: string;
  /** The merchant's id of the order to be paid. */
  declare order: string;
  declare mode: PayMode;
  /** As of a form control. */
  declare name: string;
  declare disabled: boolean;
  /** Language tag; empty for that of the nearest `lang`. */
  declare locale: string;
  /** The button's words before anything has begun, and while it waits. */
  declare label: string;
  /** Same-origin path to come back to after a redirect; empty for this page. */
  declare returnTo: string;

  #payment = makePayment(this, () => this.#language);
  #deafen: (() => void) | undefined;

  constructor() {
    super();
    this.endpoint = "/payments";
    this.mode = "auto";
    this.disabled = false;
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

  /**
   * Pays the order. Call it in a click, before any `await`, or browsers refuse the window. While a payment is under way
   * its window is brought to the front and the same promise returned; a payment that is `pending` is opened again.
   * @returns what the router says in the end, whatever the outcome; `cancelled`, without an event, when `pay-before` or
   *   `pay-blocked` was prevented. In a redirect this page ends before that: the page come back to gets the events.
   * @throws TypeError, as a rejection, when there is no `order`
   */
  pay({ mode = this.mode, signal }: PayOptions = {}): Promise<PayResult> {
    if (!this.order) return Promise.reject(new TypeError("order: expected an id"));
    this.#adopt();
    return this.#payment.pay(mode !== "redirect", this.returnTo || location.pathname + location.search, signal);
  }

  /** Asks the router now, and the bank through it. Resolves with what is then known; undefined without a payment. */
  async checkStatus(): Promise<PayResult | undefined> {
    this.#adopt();
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
    const free = this.#payment.free();
    if (free) this.#payment.drop();
    return free;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#deafen = onNudge(this.#payment.nudged);
    if (this.hasUpdated) this.#payment.nudged();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#deafen?.();
    this.#payment.pause();
  }

  protected override willUpdate(): void {
    if (!isServer) this.#adopt();
  }

  protected override render(): TemplateResult {
    const { live, result, status, window } = this.#payment;
    const lang = this.#language;
    const { button, sentence }: { button: Words; sentence: Words } = messages[lang];
    const busy = status === "checking" || (status === "open" && !window);
    const locked = busy || (!live && !this.#payment.free());
    const label = busy || status === "idle" ? this.label || button.idle : (button[status] ?? button.again);
    const said = sentence[status] ?? (result?.message || sentence.checking);
    const done = status === "approved" && "check";
    return html`<div class=${status} lang=${lang}>
<button ?disabled=${this.disabled} aria-disabled=${locked} @click=${() => this.pay()}>
${icon(busy ? "turning" : done || "lock")}${label}</button>
<div role="status">${status === "idle" ? "" : html`<p>${icon(done || "notice")}<span>${said}</span></p>`}</div></div>`;
  }

  get #language(): Language {
    return languageOf(this, this.locale);
  }

  #adopt(): void {
    this.#payment.adopt(this.endpoint.replace(/\/$/, ""), this.order);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "ventanilla-pay": VentanillaPay;
  }
}
