import { isLive, type PaymentState } from "./payment.ts";

/** Whether the reader has moved the page or typed in it: from then on its place is theirs. Undefined: nobody listens. */
let isReading: boolean | undefined;

/** What stands before the document's own title. */
let prefix = "";

/** Listens, from the first call on, to what says that somebody reads this page. */
export function watchReader(): void {
  if (isReading !== undefined) return;
  isReading = false;
  for (const type of ["wheel", "touchmove", "scroll", "keydown"]) {
    addEventListener(type, () => (isReading = true), { capture: true, passive: true, once: true });
  }
}

/** A payment, and whether its outcome comes with the page and is still to be announced. */
interface Arriving {
  readonly _state: PaymentState;
  _isBack: boolean;
}

/**
 * Tells a buyer who comes back to the top of a page how the payment ended: in the document's title, until the next
 * attempt begins, and by bringing the view of it into sight, unless somebody has begun to read elsewhere.
 * @param headline the note in a few words
 */
export function announce(payment: Arriving, view: HTMLElement, headline: string): void {
  const { _state } = payment;
  if (isLive(_state) && prefix) {
    document.title = document.title.replace(prefix, "");
    prefix = "";
  }
  if (isLive(_state) || !_state.result || !payment._isBack) return;
  payment._isBack = false;
  prefix = `${headline} · `;
  document.title = prefix + document.title;
  // Without a motion, which some readers cannot bear, whatever the page's own style says; not at all when it is in view.
  if (!isReading) view.scrollIntoView?.({ block: "nearest", behavior: "instant" });
}
