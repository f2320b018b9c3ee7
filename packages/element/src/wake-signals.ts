/** What a page's own policy has stopped. */
export interface Blocked {
  /** `form-action` or `frame-src`. */
  readonly directive: string;
  /** Where the form, or the frame, was going to, as far as the browser tells. */
  readonly address: string;
}

/** Any event of {@link onWakeSignal}, with what it reads of a message or a `pageshow`. */
type WakeSignal = Event & Partial<Pick<MessageEvent, "data" | "origin"> & Pick<PageTransitionEvent, "persisted">>;

/**
 * Calls `wake` whenever a payment may have moved: the router's page sent a message, the buyer is back at this page, or
 * the network is back. None of these says what happened; each is a reason to ask the router. Listens from the next task
 * on, so that it does not delay the first rendering.
 * @param routerOrigin the only origin whose messages count
 * @param wake called with `true` when the page was restored as it was left (back/forward cache); with the attempt that the
 *   router's page says was refused and is in no store; with `true` when it is a message of the router's page
 * @param onBlocked called when the policy of this page stops a form or a frame
 * @returns stops listening when aborted
 */
export function onWakeSignal(
  routerOrigin: () => string,
  wake: (restored?: boolean, refused?: string, heard?: boolean) => void,
  onBlocked: (blocked: Blocked) => void,
): AbortController {
  const end = new AbortController();
  const onSignal = ({ type, data, origin, persisted }: WakeSignal) => {
    const isMessage = type === "message";
    const isFromRouter = data?.type === "ventanilla:return" && origin === routerOrigin();
    if (isMessage ? isFromRouter : !document.hidden) wake(persisted, data?.refused && data.attempt, isMessage);
  };
  const onViolation = ({ effectiveDirective: directive, blockedURI, disposition }: SecurityPolicyViolationEvent) => {
    const isLaunch = directive === "form-action" || directive === "frame-src";
    // Firefox dispatches it while the form is being posted: the launch finishes first.
    if (isLaunch && disposition === "enforce") setTimeout(onBlocked, 0, { directive, address: blockedURI });
  };
  const options = { signal: end.signal };
  setTimeout(() => {
    addEventListener("securitypolicyviolation", onViolation, options);
    // Never closed: a channel without listeners is garbage-collected. Not every document has one (jsdom).
    if (globalThis.BroadcastChannel) {
      new BroadcastChannel("ventanilla").addEventListener("message", onSignal, options);
    }
    for (const type of ["message", "focus", "online", "visibilitychange", "pageshow"]) {
      addEventListener(type, onSignal, options);
    }
  });
  return end;
}
