import type { Messages } from "./messages/es.ts";

/**
 * Where the bank's page is shown. `popup`: a window beside the page. `redirect`: this tab. `modal`: a frame in a dialog,
 * for a bank that allows framing. `auto`: a window, and this tab where windows do not work.
 */
export type PayMode = "auto" | "popup" | "redirect" | "modal";

/** An element, as its payment sees it. */
export interface PaymentHost {
  readonly _element: EventTarget & {
    readonly requestInit: RequestInit | undefined;
    readonly launchFields: Record<string, string> | undefined;
    readonly returnTo: string;
    requestUpdate(): void;
  };
  _messages(): Messages;
  /** Opens a window of that name for the bank's page; null when the browser refuses. In the click itself. */
  _openWindow(name: string): Window | null;
  /** Shows a frame for the bank's page and returns its window. */
  _openFrame(): Window | null;
  _closeFrame(): void;
  _isFraming(): boolean;
  /** Called when this page is about to go to the bank. */
  _beforeRedirect(): void;
}
