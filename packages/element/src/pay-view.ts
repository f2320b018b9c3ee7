import { buttonIcons, circle, marks } from "./icons.ts";
import type { Messages } from "./messages/es.ts";
import { draw, make, makeButton, makeIcon, write } from "./nodes.ts";
import { isLive, type PaymentState } from "./payment.ts";
import type { PayStatus } from "./result.ts";

/** Minutes and seconds until a time, ISO 8601; empty when it has passed or is not known. */
function timeLeft(end: string | undefined): string {
  const milliseconds = Date.parse(end ?? "") - Date.now();
  return milliseconds > 0 ? new Date(milliseconds).toISOString().slice(14, 19) : "";
}

/** What the view shows. */
export interface PayViewOptions {
  payment: PaymentState;
  /** Whether the buyer has pressed the button, and the bank's page waits for something that they cannot speed up. */
  isBusy: boolean;
  /** The bank's window, if there is one to go to. */
  window: Window | null | undefined;
  /** Whether it is open, and the buyer is to pay in it. */
  isOpen: boolean;
  messages: Messages;
  /** The merchant's text for the button, before anything has begun and while it waits; may be empty. */
  label: string;
  disabled: boolean;
}

/** What is said about the payment; of one that can still be opened again first what to do. */
function noteOf({ status, result }: PaymentState, left: string, messages: Messages): [heading: string, text: string] {
  const { message = "", expiresAt } = result ?? {};
  // Only an expiry from the router says that the bank's page was opened.
  if (status === "open") return ["", expiresAt ? messages.atBank : messages.opening];
  if (status === "checking") return [messages.checking, ""];
  if (status !== "pending") return ["", message];
  const known = message || messages.checking;
  return [left ? messages.either : known, (left && `${known} `) + messages.unsafe];
}

/** The lines of the note's icon. */
function markOf(status: PayStatus): string {
  if (status === "checking") return buttonIcons.turning;
  return status === "idle" ? "" : circle + marks[status];
}

/** Whether an outcome is the last word: there is nothing to press any more. */
function isOver(payment: PaymentState): boolean {
  return !isLive(payment) && payment.result?.safeToRetry === false;
}

/** What the button says it does next, or, where there is nothing to press, what the note begins with. */
function nextStep(status: PayStatus, messages: Messages): string {
  const texts: Partial<Record<PayStatus, string>> = messages;
  return texts[status === "checking" ? "pending" : status] ?? messages.again;
}

/** The lines of the button's icon. */
function buttonIconOf(payment: PaymentState, isWaiting: boolean): string {
  if (isWaiting) return buttonIcons.turning;
  return isLive(payment) ? buttonIcons.leave : buttonIcons.lock;
}

/**
 * The note about the payment, the button, whose text says what it does next, and one that closes the bank's window. While
 * it must not be pressed the button keeps the focus; after an outcome that ends the order's payment there is none, and the
 * note has the focus in its place. The note is announced to assistive technology when it changes, except for the time that
 * is left.
 */
export class PayView {
  readonly _button: HTMLButtonElement;
  readonly _note: HTMLElement;
  readonly _root: HTMLElement;
  readonly #buttonIcon = makeIcon();
  readonly #label = make("slot");
  readonly #mark = makeIcon();
  readonly #heading = make("strong");
  readonly #text = make("span");
  readonly #left = make("span");
  readonly #time = make("bdi", { translate: "no" });
  readonly #timer: HTMLElement;
  readonly #close: HTMLElement;

  constructor(onPress: () => unknown, onClose: () => unknown) {
    this._button = makeButton("button", onPress);
    this._button.setAttribute("aria-describedby", "message");
    // The icon stays beside the first word, also where the words take two lines.
    this._button.append(make("slot", { name: "icon" }, this.#buttonIcon), "\xa0\xa0", this.#label);
    this.#timer = make("small", { role: "timer" }, this.#left, " ", this.#time);
    const place = { part: "message", id: "message", role: "status" };
    const message = make("div", place, this.#heading, this.#text);
    this._note = make("div", { part: "note" }, this.#mark, make("div", {}, message, this.#timer));
    this.#close = makeButton("close", onClose);
    this._root = make("div", {}, this._note, this._button, this.#close);
  }

  /** Where the focus, and what the browser says of the form, belong: on the button, or on what is in its place. */
  get _target(): HTMLElement {
    return this._button.hidden ? this._note : this._button;
  }

  /** The note in a few words. */
  get _headline(): string {
    return this.#heading.textContent || this.#text.textContent.split(". ")[0] || "";
  }

  _update({ payment, isBusy, window, isOpen, messages, label, disabled }: PayViewOptions): void {
    const { status, result } = payment;
    // A buyer who closed the window may open it again at once. One who came back to this page waits for the answer first.
    const isWaiting = isBusy || (!window && (status === "checking" || status === "open"));
    const hasLabel = isWaiting || status === "idle";
    // While the bank is asked there is nothing to hurry for.
    const left = isLive(payment) && status !== "checking" ? timeLeft(result?.expiresAt) : "";
    const [heading, text] = noteOf(payment, left, messages);
    const next = nextStep(status, messages);
    this._root.className = status;
    this._root.lang = messages.lang;
    this._button.hidden = isOver(payment);
    this._button.disabled = disabled;
    this._button.setAttribute("aria-disabled", String(isWaiting || isOver(payment)));
    draw(this.#buttonIcon, buttonIconOf(payment, isWaiting));
    // Under another name the slot shows its own text, whatever the page has for the label.
    this.#label.name = hasLabel ? "label" : "next";
    write(this.#label, hasLabel ? label || messages.idle : next);
    draw(this.#mark, markOf(status));
    if (this._button.hidden) this._note.tabIndex = -1;
    else this._note.removeAttribute("tabindex");
    write(this.#heading, this._button.hidden ? next : heading);
    write(this.#text, text);
    write(this.#close, isOpen ? messages.cancel : "");
    write(this.#left, messages.left);
    write(this.#time, left);
    this.#timer.hidden = !left;
  }
}
