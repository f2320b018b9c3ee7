/** What the events of {@link onWakeSignal} have in common with what is read of them. */
type WakeSignal = Event & Partial<Pick<MessageEvent, "data" | "origin"> & Pick<PageTransitionEvent, "persisted">>;

/**
 * Calls `wake` whenever a payment may have moved: the router's page sent a message, the buyer is back at this page, or
 * the network is back. None of these says what happened; each is a reason to ask the router. Listens from the next task
 * on, so that it does not delay the first rendering.
 * @param routerOrigin the only origin whose messages count
 * @param wake called with `true` when the page was restored as it was left (back/forward cache)
 * @returns ends it when aborted
 */
export function onWakeSignal(routerOrigin: () => string, wake: (restored?: boolean) => void): AbortController {
  const end = new AbortController();
  const onSignal = ({ type, data, origin, persisted }: WakeSignal) => {
    const isFromRouter = data?.type === "ventanilla:return" && origin === routerOrigin();
    if (type === "message" ? isFromRouter : !document.hidden) wake(persisted);
  };
  setTimeout(() => {
    // Never closed: a channel without listeners is garbage-collected.
    new BroadcastChannel("ventanilla").addEventListener("message", onSignal, end);
    for (const type of ["message", "focus", "online", "visibilitychange", "pageshow"]) {
      addEventListener(type, onSignal, end);
    }
  });
  return end;
}
