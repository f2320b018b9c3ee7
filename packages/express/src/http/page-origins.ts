import type { AuthorizeForm } from "@ventanilla/client";
import { webAddress } from "@ventanilla/web";
import { type Report, reasonOf } from "../report/report.ts";

/**
 * `named`: the next page names more origins. `refused`: the bank redirects to an address that the policy must not name.
 * `unconfirmed`: the bank's answer does not show what the browser reports.
 */
type Finding = "named" | "refused" | "unconfirmed";

const timeoutMs = 5000;
/** How many origins the bank's redirects may add. */
const maxFound = 4;

/**
 * Makes the origins that the launch page's policy names. Chromium and WebKit apply `form-action` to redirects as well, and
 * do not tell the page where a refused one goes. So the router posts the form itself, as the browser has done, and reads
 * only the origin of the answer's `Location`.
 */
export function makePageOrigins({ pageOrigins, report }: { pageOrigins: string[]; report: Report }) {
  /** That of the bank's page, those of the option, and those found since. New ones are added at the end. */
  const named = [...pageOrigins];
  let asking: Promise<Finding> | undefined;

  async function ask({ action, method, fields }: AuthorizeForm): Promise<Finding> {
    const body = new URLSearchParams({ SESSION: fields.SESSION });
    const answer = await fetch(action, { method, body, redirect: "manual", signal: AbortSignal.timeout(timeoutMs) });
    await answer.body?.cancel();
    const { origin, href } = new URL(answer.headers.get("location") ?? "", action);
    if (named.includes(origin)) return "unconfirmed";
    if (webAddress(href).problem !== undefined || named.length >= pageOrigins.length + maxFound) return "refused";
    named.push(origin);
    const advice = `add "${origin}" to gateway.pageOrigins, or some buyers wait longer`;
    report.warn(`browsers refuse a redirect of the bank's page: ${advice}`, { origin });
    return "named";
  }

  return {
    named: named as readonly string[],
    /**
     * Examines a browser's report that it has refused to follow the bank's redirect when the policy named so many of them.
     * Where no more are named by now, the bank is asked where it redirects the form to. Anyone may send a report, also of
     * a number that no page has named.
     */
    async examine(count: number, form: AuthorizeForm): Promise<Finding> {
      if (count !== named.length) return "named";
      asking ??= ask(form).finally(() => {
        asking = undefined;
      });
      return asking.catch((error: unknown) => {
        // The reason of a failed fetch is the cause of its error.
        const reason = reasonOf(error instanceof Error ? (error.cause ?? error) : error);
        report.warn("the bank's page does not tell where it redirects to", { error: reason });
        return "unconfirmed";
      });
    },
  };
}
