import { frameName, postForm } from "./bank-page.ts";
import type { PayMode, PaymentHost } from "./payment-host.ts";
import type { PayResult } from "./result.ts";
import { isAtRouter, keepWay, warnOfWorker } from "./way-back.ts";

/** An attempt on its way to the bank. */
export interface Launch {
  readonly host: PaymentHost;
  readonly modal: boolean;
  /** Name of the window. */
  readonly name: string;
  /** The window, or that of the frame. Without one this page goes to the bank. */
  readonly window: Window | null | undefined;
  /** Its order may become known after everything else. */
  result: PayResult;
  /** Whether the page has given it up. Default: false. */
  _stopped?: boolean;
  /** Whether the router's page after the bank's has sent its message. Default: false. */
  _hasReturned?: boolean;
}

/** Whether it may still be posted: the page has not given it up, and the buyer has not closed its window. */
export function isWanted({ _stopped, window }: Launch): boolean {
  return !_stopped && !window?.closed;
}

/** Gives it up: it is not posted any more. Closes the window or the frame, if the buyer has not. */
export function closeLaunch(launch: Launch): void {
  const { host, modal, window } = launch;
  launch._stopped = true;
  if (window?.closed !== false) return;
  if (modal) host._closeFrame();
  else window.close();
}

/** The name of the window or frame that the form is posted to, and what the router calls that. */
function targetOf({ modal, name, window }: Launch): [target: string, mode: Exclude<PayMode, "auto">] {
  if (modal) return [frameName, "modal"];
  return window ? [name, "popup"] : ["_top", "redirect"];
}

/** Milliseconds for which a window may be where the router's page should be, without a message of that page. */
const patience = 3000;

/**
 * The router's page after the bank's sends a message at once, and closes the window. Where it has not after a while, it
 * never arrived, and the window, which shows something else, is closed.
 */
function expectReturn(launch: Launch, window: Window, mount: string): void {
  let from = 0;
  const timer = setInterval(() => {
    try {
      if (!isAtRouter(window.location, mount)) from = 0;
      else if (from && Date.now() - from > patience) {
        warnOfWorker(window.location);
        closeLaunch(launch);
      } else from ||= Date.now();
    } catch {
      // The window shows a page of another origin.
    }
    if (launch._hasReturned || launch._stopped || window.closed) clearInterval(timer);
  }, 300);
}

/** Posts the form that brings the buyer to the bank. Returns false when the page around this one forbids that. */
export function postLaunch(launch: Launch, mount: string): boolean {
  const { host, window, result } = launch;
  const { launchFields, returnTo } = host._element;
  const back = returnTo || location.pathname + location.search + location.hash;
  if (window) expectReturn(launch, window, mount);
  else {
    host._beforeRedirect();
    keepWay({ mount, back });
  }
  const [target, mode] = targetOf(launch);
  return postForm(`${mount}/attempts`, target, {
    ...launchFields,
    attempt: result.attempt,
    order: result.order,
    lang: host._messages().lang,
    mode,
    returnTo: back,
  });
}
