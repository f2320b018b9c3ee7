import { printable } from "@ventanilla/web";
import type { Attempt } from "../attempt/attempt.ts";
import type { Site } from "../base/site.ts";
import type { ShopStore } from "../stores/store.ts";
import { type Report, reasonOf } from "./report.ts";

/** How many of the first payments must have no return before the alert. A buyer may well close the bank's window. */
const minPaid = 3;

/**
 * Watches the payments of this process until a buyer of one has come back, and raises one alert when none of the first
 * few has: then the bank most likely sends buyers to an address that is not the router's, such as one without the path
 * that a proxy strips. Returns that another process got are in the store.
 * @returns what to call with each attempt that was approved; never rejects
 */
export function makeReturnWatch(settings: Pick<Site, "mount" | "origin"> & { store: ShopStore; report: Report }) {
  const { store, mount, origin, report } = settings;
  let unseen: Attempt[] | undefined = [];

  return async function watchReturn(attempt: Attempt): Promise<void> {
    const { returnedAt, resolution, captureOf } = attempt.facts;
    // What a person records, and a capture, has no buyer at the bank's page.
    if (unseen === undefined || resolution !== undefined || captureOf !== undefined) return;
    unseen.push(attempt);
    if (returnedAt === undefined && unseen.length < minPaid) return;
    const asked = unseen;
    unseen = undefined;
    if (returnedAt !== undefined) return;
    try {
      const now = await Promise.all(asked.map(({ id }) => store.findAttempt(id)));
      if (now.some((each) => each?.facts.returnedAt !== undefined)) return;
    } catch (error) {
      unseen = asked.slice(1);
      report.warn("it could not be looked up whether buyers come back", { error: reasonOf(error) });
      return;
    }
    const message = `the first ${minPaid} payments of this process were approved, and no buyer has come back to ${mount}/return/…: ${adviceOf(attempt, mount, origin)}`;
    report.alert("no_returns", message, {});
  };
}

/** Which address to try: publicUrl, and where the buyer goes back to a page below another path, the same below that. */
function adviceOf({ facts: { returnTo = "" } }: Attempt, mount: string, origin: string): string {
  const { pathname } = new URL(mount);
  const back = new URL(returnTo, origin);
  const [, first = ""] = /^\/([\w.~-]+)\//.exec(back.pathname) ?? [];
  const advice = `ventanilla doctor ${mount} tells whether it leads to the router`;
  if (first === "" || back.origin !== origin || pathname.startsWith(`/${first}/`)) return advice;
  return `${advice}; your pages are below /${printable(first, 50)}, so publicUrl may have to be ${origin}/${first}${pathname}`;
}
