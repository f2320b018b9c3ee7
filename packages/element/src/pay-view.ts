import { buttonIcons, circle, marks } from "./icons.ts";
import type { Messages } from "./messages/es.ts";
import { draw, make, makeIcon, write } from "./nodes.ts";
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
  /** Whether there is a window of the bank's to go to. */
  hasWindow: boolean;
  messages: Messages;
  /** The merchant's text for the button, before anything has begun and while it waits; may be empty. */
  label: string;
  disabled: boolean;
}

/** What is said about the payment: the sentence, and what follows it. */
function noteOf({ status, result }: PaymentState, left: string, messages: Messages): [text: string, more: string] {
  const { message = "", expiresAt } = result ?? {};
  // Only an expiry from the router says that the bank's page was opened.
  if (status === "open") return [expiresAt ? messages.atBank : messages.opening, ""];
  if (status === "checking") return [messages.checking, ""];
  if (status !== "pending") return [message, ""];
  return [left ? messages.either : messages.checking, `${message} ${messages.unsafe}`];
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
 * The button, whose text says what it does next, and the note about the payment. While it must not be pressed the button
 * keeps the focus; after an outcome that ends the order's payment there is none, and the note has the focus in its place.
 * The note is announced to assistive technology when it changes, except for the time that is left.
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
  readonly #more = make("small");
  readonly #left = make("span");
  readonly #time = make("bdi", { translate: "no" });
  readonly #timer: HTMLElement;

  constructor(onPress: () => unknown) {
    this._button = make("button", { part: "button", "aria-describedby": "message" });
    this._button.append(make("slot", { name: "icon" }, this.#buttonIcon), this.#label);
    this._button.addEventListener("click", onPress);
    this.#timer = make("small", { role: "timer" }, this.#left, new Text(" "), this.#time);
    const message = make("div", { part: "message", id: "message", role: "status" });
    message.append(this.#heading, this.#text, this.#more);
    this._note = make("div", { part: "note" }, this.#mark, make("div", {}, message, this.#timer));
    this._root = make("div", {}, this._button, this._note);
  }

  /** Where the focus, and what the browser says of the form, belong: on the button, or on what is in its place. */
  get _target(): HTMLElement {
    return this._button.hidden ? this._note : this._button;
  }

  /** The note in a few words. */
  get _headline(): string {
    return this.#heading.textContent || this.#text.textContent.split(". ")[0] || "";
  }

  _update({ payment, isBusy, hasWindow, messages, label, disabled }: PayViewOptions): void {
    const { status, result } = payment;
    // A buyer who closed the window may open it again at once. One who came back to this page waits for the answer first.
    const isWaiting = isBusy || (!hasWindow && (status === "checking" || status === "open"));
    const hasLabel = isWaiting || status === "idle";
    const left = isLive(payment) ? timeLeft(result?.expiresAt) : "";
    const [text, more] = noteOf(payment, left, messages);
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
    write(this.#heading, this._button.hidden ? next : "");
    write(this.#text, text);
    write(this.#more, more);
    write(this.#left, messages.left);
    write(this.#time, left);
    this.#timer.hidden = !left;
  }
}
