import { type Answer, seeOther } from "./answer.ts";
import { type CardProblems, readCardForm } from "./card-form.ts";
import type { Clock } from "./clock.ts";
import type { Ledger, Session } from "./ledger.ts";
import { cardPage } from "./page/card-page.ts";
import type { Html } from "./page/html.ts";
import { pageAnswer } from "./page/layout.ts";
import { noticePage, preferredLanguage } from "./page/notice-page.ts";
import { alreadyPaidPage, cancelledPage, expiredPage, type OutcomePage, receiptPage } from "./page/outcome-page.ts";
import type { Language } from "./purchase.ts";
import type { Call, Route } from "./server.ts";

/** A session whose buyer has come to the page. */
type Visit = { session: Session; context: OutcomePage; address(path: string): string };

/**
 * The payment page (field notes): `POST /authorize` with SESSION leads to `/auth?s=<GUID>`, whose form is posted back
 * to it; from there the buyer goes to the receipt or the way out, which return to the shop by a form POST.
 *
 * @param decided told of each session whose buyer has paid or left
 */
export function authorizeRoutes(ledger: Ledger, clock: Clock, decided: (session: Session) => void): Route[] {
  return [
    { method: "POST", path: "/authorize", handle: authorize },
    { method: "GET", path: "/auth", handle: (call) => visit(call, showForm) },
    { method: "POST", path: "/auth", handle: submitForm },
    { method: "GET", path: "/auth/receipt", handle: (call) => visit(call, showReceipt) },
    { method: "GET", path: "/auth/cancelled", handle: (call) => visit(call, showCancelled) },
  ];

  async function authorize(call: Call): Promise<Answer> {
    const session = ledger.find(new URLSearchParams(await call.body()).get("SESSION") ?? "");
    return session ? seeOther(`/auth?s=${ledger.visit(session)}`) : notFound(call);
  }

  async function submitForm(call: Call): Promise<Answer> {
    const form = new URLSearchParams(await call.body());
    return visit(call, ({ session, context, address }) => {
      if (session.charges > 0) return seeOther(address("/auth/receipt"));
      if (form.get("action") === "cancel") {
        ledger.cancel(session);
        decided(session);
        return seeOther(address("/auth/cancelled"));
      }
      const entry = readCardForm(form, clock.now());
      if ("problems" in entry) return formAnswer(422, context, address("/auth"), entry.problems);
      ledger.pay(session, entry.card);
      decided(session);
      return seeOther(address("/auth/receipt"));
    });
  }

  function showForm({ session, context, address }: Visit): Answer {
    return session.charges > 0 && session.outcome
      ? handOver(200, alreadyPaidPage(context, session.outcome))
      : formAnswer(200, context, address("/auth"), {});
  }

  function showReceipt({ session, context, address }: Visit): Answer {
    return session.outcome ? handOver(200, receiptPage(context, session.outcome)) : seeOther(address("/auth"));
  }

  function showCancelled({ session, context, address }: Visit): Answer {
    return session.charges > 0 ? seeOther(address("/auth")) : handOver(200, cancelledPage(context, address("/auth")));
  }

  function formAnswer(status: number, context: OutcomePage, address: string, problems: CardProblems): Answer {
    return pageAnswer(status, cardPage({ ...context, address, problems, now: clock.now() }));
  }

  /** Runs a step for the session behind `?s=`, unless there is none or its time is over. */
  function visit(call: Call, step: (visit: Visit) => Answer): Answer {
    const page = call.query.get("s") ?? "";
    const session = ledger.findByPage(page);
    if (session === undefined) return notFound(call);
    const chosen = call.query.get("lang");
    const language = chosen === "es" || chosen === "en" ? chosen : session.purchase.language;
    const address = (path: string, lang: string | null = chosen && language): string =>
      `${path}?s=${page}${lang ? `&lang=${lang}` : ""}`;
    const other: Language = language === "es" ? "en" : "es";
    const context = { purchase: session.purchase, page, language, otherLanguage: address(call.path, other) };
    if (ledger.isExpired(session)) return handOver(410, expiredPage(context));
    return step({ session, context, address });
  }
}

function handOver(status: number, content: Html): Answer {
  return pageAnswer(status, content, "anywhere");
}

function notFound(call: Call): Answer {
  return pageAnswer(404, noticePage("notFound", preferredLanguage(call.acceptLanguage)));
}
