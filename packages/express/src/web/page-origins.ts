import type { AuthorizeForm } from "@ventanilla/client";
import { reasonOf } from "../operate/report.ts";
import type { Settings } from "../settings.ts";
import { addressOf } from "./addresses.ts";

/** The origins that the launch page's policy names. */
export interface PageOrigins {
  /** The bank's page, those of the option, and those found out since. Grows, and keeps its order. */
  readonly named: readonly string[];
  /**
   * Whether a launch page can name more than the first `count` of them, because a browser has refused to follow the
   * bank's redirect under these. If not, the bank is asked where it redirects the form to.
   */
  hasMoreThan(count: number, form: AuthorizeForm): Promise<boolean>;
}

const timeoutMs = 5000;
/** That the bank may add by itself. */
const maxFound = 4;

/**
 * Chromium and WebKit apply `form-action` to redirects as well, and do not tell the page where a refused one leads. So
 * the form is posted from here, as the browser has done, and only the origin of the answer's `Location` is read.
 */
export function makePageOrigins({ pageOrigins, report }: Pick<Settings, "pageOrigins" | "report">): PageOrigins {
  const named = [...pageOrigins];
  let asking: Promise<boolean> | undefined;

  async function ask({ action, method, fields }: AuthorizeForm): Promise<boolean> {
    const body = new URLSearchParams({ SESSION: fields.SESSION });
    const answer = await fetch(action, { method, body, redirect: "manual", signal: AbortSignal.timeout(timeoutMs) });
    await answer.body?.cancel();
    const target = new URL(answer.headers.get("location") ?? "", action);
    const { origin } = addressOf("Location", target.href);
    if (named.includes(origin) || named.length >= pageOrigins.length + maxFound) return false;
    named.push(origin);
    report.warn(
      `browsers refuse a redirect of the bank's page: add "${origin}" to gateway.pageOrigins, or some buyers wait longer`,
      { origin },
    );
    return true;
  }

  return {
    named,
    async hasMoreThan(count, form) {
      if (named.length > count) return true;
      asking ??= ask(form).finally(() => {
        asking = undefined;
      });
      return asking.catch((error: unknown) => {
        report.warn("the bank's page does not tell where it redirects to", { error: reasonOf(causeOf(error)) });
        return false;
      });
    },
  };
}

/** fetch hides what has failed in the cause of its error. */
function causeOf(error: unknown): unknown {
  return error instanceof Error ? (error.cause ?? error) : error;
}
