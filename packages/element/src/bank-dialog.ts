import { frameName } from "./bank-page.ts";
import type { Messages } from "./messages/es.ts";
import { make, makeButton, write } from "./nodes.ts";
import type { PayStatus } from "./result.ts";

/** The element, as its dialog sees it. */
interface DialogHost extends HTMLElement {
  readonly scrim: string;
  readonly status: PayStatus;
  pay(options: { mode: "popup" }): unknown;
  cancel(): void;
  focusWindow(): boolean;
}

/** What the dialog is. */
type Kind = "scrim" | "dialog" | undefined;

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
  /** Made when it is first needed, and kept: a dialog that is removed while open does not give the focus back. */
  #dialog: HTMLDialogElement | undefined;
  #kind: Kind;

  /** @param windowOf returns the bank's window while the buyer is to pay in it */
  constructor(host: DialogHost, windowOf: () => Window | null | undefined) {
    this.#host = host;
    this.#windowOf = windowOf;
  }

  /**
   * Whether the page is to be covered. Not where windows are tabs, as on a phone, and not while the element is not visible:
   * nobody could press the dialog's buttons.
   */
  get #isScrim(): boolean {
    const { scrim } = this.#host;
    const window = this.#windowOf();
    const isTab = globalThis.matchMedia?.("(pointer:coarse)").matches;
    const isOpen = window?.closed === false && window !== this.#uncovered;
    return isOpen && scrim !== "off" && !isTab && !this._isFraming && (this.#host.checkVisibility?.() ?? true);
  }

  get #kindNow(): Kind {
    if (this.#isScrim) return "scrim";
    return this._isFraming ? "dialog" : undefined;
  }

  /** The frame with the bank's page. */
  get _frame(): HTMLIFrameElement | null | undefined {
    return this.#dialog?.querySelector("iframe");
  }

  /** Shows what there is to show, as a part of `root`. Removing the frame closes the bank's page. */
  _update(messages: Messages, root: HTMLElement): void {
    const kind = this.#kindNow;
    if (!kind && !this.#dialog) return;
    this.#dialog ??= this.#make(root);
    const dialog = this.#dialog;
    if (kind !== this.#kind) {
      this.#kind = kind;
      dialog.replaceChildren(...this.#content(kind));
      dialog.setAttribute("part", kind ?? "dialog");
    }
    this.#say(dialog, messages);
    if (!kind) dialog.close?.();
    // A dialog that was moved with its element is still open, and covers nothing.
    else if (!dialog.open || !dialog.matches(":modal")) {
      dialog.open = false;
      dialog.showModal?.();
    }
  }

  #make(root: HTMLElement): HTMLDialogElement {
    const dialog = make("dialog");
    dialog.addEventListener("close", () => this.#closed());
    root.append(dialog);
    return dialog;
  }

  #content(kind: Kind): Node[] {
    const title = make("bdi");
    const close = makeButton("close", () => this.#host.cancel());
    if (kind === "scrim") return [title, makeButton("show", () => this.#host.focusWindow()), close];
    const window = makeButton("window", () => this.#host.pay({ mode: "popup" }));
    return kind ? [make("header", {}, title, close, window), make("iframe", { part: "frame", name: frameName })] : [];
  }

  /** The texts, each in the place that is there for it. */
  #say(dialog: HTMLDialogElement, { atBank, checking, opening, open, cancel, close, window }: Messages): void {
    const texts = { show: open, close: this.#kind === "scrim" ? cancel : close, window };
    const titles: Partial<Record<PayStatus, string>> = { open: atBank, checking };
    for (const button of dialog.querySelectorAll("button")) {
      write(button, texts[button.getAttribute("part") as keyof typeof texts]);
    }
    const title = dialog.querySelector("bdi");
    if (title) write(title, titles[this.#host.status] ?? opening);
    for (const named of [dialog, this._frame]) named?.setAttribute("aria-label", atBank);
  }

  /** Called when the dialog closes: by Escape, if there is still something to show. */
  #closed(): void {
    if (this._isFraming) this.#host.cancel();
    else if (this.#isScrim) this.#uncovered = this.#windowOf();
  }
}
