/** What the events of {@link onNudge} have in common with what is looked at. */
type Hint = Event & Partial<Pick<MessageEvent, "data" | "origin"> & Pick<PageTransitionEvent, "persisted">>;

/**
 * Calls `nudge` whenever something hints that a payment may have moved: the router's page sent word, the buyer is back
 * at this page, or the network is. None of them says what happened; each is a reason to ask. It listens from the next
 * task on, so that nothing is shown the later for it.
 * @param router the origin that word is taken from
 * @param nudge called with `true` when the page came back as it had been left (back/forward cache)
 * @returns what ends it
 */
export function onNudge(router: () => string, nudge: (restored?: boolean) => void): AbortController {
  const end = new AbortController();
  const hinted = ({ type, data, origin, persisted }: Hint) => {
    const word = data?.type === "ventanilla:return" && origin === router();
    if (type === "message" ? word : !document.hidden) nudge(persisted);
  };
  setTimeout(() => {
    // A channel that nobody listens to any longer needs no closing: it is collected.
    new BroadcastChannel("ventanilla").addEventListener("message", hinted, end);
    for (const type of ["message", "focus", "online", "visibilitychange", "pageshow"]) {
      addEventListener(type, hinted, end);
    }
  });
  return end;
}
