import { privateHeaders, seeOther } from "@ventanilla/web";
import type { Recorder } from "./attempt/event.ts";
import type { Vault } from "./base/vault.ts";
import { isReturnToken, isToken, tokenHash } from "./http/token.ts";
import type { PageSettings, Visit } from "./page/page.ts";
import { refuseUnknown } from "./page/refuse.ts";
import type { LossWatch } from "./report/loss-watch.ts";
import { type Report, subjectOf } from "./report/report.ts";
import type { Settler } from "./settle.ts";
import type { ShopStore } from "./stores/store.ts";

/**
 * `{mount}/return/{token}` and `{mount}/cancel/{token}`, GET or POST: the bank sent the buyer back. Records the visit,
 * asks the bank, and answers 303 to the relay page. Neither the address nor what is posted to it decides anything, so
 * the body is not read.
 */
export function makeReturn(
  settings: PageSettings & { store: ShopStore; report: Report; vault: Vault },
  record: Recorder,
  settler: Settler,
  losses: Pick<LossWatch, "unknownReturn">,
) {
  const { store, report } = settings;
  let hasWarned = false;

  /** Tries twice: a buyer who comes back must not see that the store failed once. */
  const find = (hash: string) => store.findByReturnHash(hash).catch(() => store.findByReturnHash(hash));

  /**
   * Warns once when a middleware sets a cookie on the bank's POST. A cross-site POST carries no cookies, and a cookie
   * in its answer replaces the buyer's own: they are logged out.
   */
  function warnOfCookies({ request, response }: Visit): void {
    if (hasWarned || request.method !== "POST" || request.headers.cookie !== undefined) return;
    response.once("finish", () => {
      if (hasWarned || !response.hasHeader("set-cookie")) return;
      hasWarned = true;
      process.emitWarning(
        "a middleware set a cookie on the bank's cross-site POST, which logs the buyer out: mount payments.returns before it",
        { type: "VentanillaWarning", code: "VENTANILLA_COOKIE_ON_RETURN" },
      );
    });
  }

  return async function takeReturn(visit: Visit, via: "return" | "cancel", token: string): Promise<void> {
    visit.request.resume();
    warnOfCookies(visit);
    const found = isToken(token) ? await find(tokenHash(token)) : undefined;
    if (!found) {
      if (isToken(token) && isReturnToken(token, settings.vault)) losses.unknownReturn();
      return refuseUnknown(visit);
    }
    // The buyer must not see what fails from here, and the bank is asked again.
    const failed = (what: string) => (error: unknown) => {
      report.alert("store_failed", what, subjectOf(found), error);
      return found;
    };
    // Written before the bank is asked, so that the visit is not forgotten if this process dies now.
    const attempt = await record(found, { type: "visited", via }).catch(failed("a return could not be written down"));
    const asked = settler.settle(attempt, { now: found.facts.returnedAt === undefined });
    await asked.catch(failed("the bank could not be asked when a buyer came back, or its answer not written down"));
    seeOther(visit.response, `${settings.mount}/relay/${attempt.id}`, privateHeaders);
  };
}
