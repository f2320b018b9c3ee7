import { frameName, postForm } from "./bank-page.ts";
import { tell } from "./events.ts";
import type { PayMode, PaymentHost } from "./payment-host.ts";
import type { PayResult } from "./result.ts";

/** An attempt on its way to the bank. */
export interface Launch {
  readonly host: PaymentHost;
  readonly modal: boolean;
  /** Name of the window. */
  readonly name: string;
  /** The window, or that of the frame. Without one this page goes to the bank. */
  readonly window: Window | null | undefined;
  readonly signal: AbortSignal | undefined;
  readonly result: PayResult;
  /** Whether the buyer has closed the window meanwhile, or the page no longer wants the launch. */
  isGivenUp(): boolean;
}

/**
 * Opens the window or the frame, in the click itself: after an `await` browsers refuse.
 * @returns undefined when they refuse, and a listener keeps this page from going to the bank instead
 */
export function openLaunch(
  host: PaymentHost,
  mode: PayMode,
  name: string,
  result: PayResult,
  signal?: AbortSignal,
): Launch | undefined {
  const modal = mode === "modal";
  const popup = modal || mode === "redirect" ? undefined : host._openWindow(name);
  if (popup === null && !tell(host._element, "blocked", result, true)) return undefined;
  const window = modal ? host._openFrame() : popup;
  // Where the page has a `Cross-Origin-Opener-Policy`, an open window may look closed from the beginning.
  const wasOpen = window?.closed === false;
  const isGivenUp = () => Boolean(signal?.aborted || (wasOpen && window.closed));
  return { host, modal, name, window, signal, result, isGivenUp };
}

/** Posts the form that brings the buyer to the bank. Returns false when the page around this one forbids that. */
export function postLaunch({ host, modal, name, window, result }: Launch, mount: string): boolean {
  if (!window) host._beforeRedirect();
  const [target, mode] = modal ? [frameName, "modal"] : window ? [name, "popup"] : ["_top", "redirect"];
  const { launchFields, returnTo } = host._element;
  return postForm(`${mount}/attempts`, target, {
    ...launchFields,
    attempt: result.attempt,
    order: result.order,
    lang: host._messages().lang,
    mode,
    returnTo: returnTo || location.pathname + location.search,
  });
}
