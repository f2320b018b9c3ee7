import type { Html } from "@ventanilla/web";
import { type Answer, seeOther } from "./answer.ts";
import type { Bank } from "./bank.ts";
import { type CardProblems, readCardForm } from "./card-form.ts";
import { handOverOf } from "./hand-over.ts";
import { platformRefusal } from "./outcome.ts";
import { cardPage } from "./page/card-page.ts";
import { challengePage } from "./page/challenge-page.ts";
import { pageAnswer } from "./page/layout.ts";
import { alreadyPaidPage, cancelledPage, type OutcomePage, receiptPage } from "./page/outcome-page.ts";
import { planPage, readPlan } from "./page/plan-page.ts";
import type { Call, Route } from "./server.ts";
import type { Session } from "./session.ts";
import type { TestCard } from "./test-cards.ts";
import { type Visit, visit } from "./visit.ts";

/**
 * The payment page at `/auth?s=<GUID>`, whose form is posted back to it; the choice of installments before it and the
 * 3-D Secure challenge after it; and the receipt or the way out, which return to the shop.
 *
 * @param decided told of each session whose buyer has paid or left
 */
export function payRoutes(bank: Bank, decided: (session: Session) => void): Route[] {
  const { ledger, clock, switches } = bank;
  return [
    { method: "GET", path: "/auth", handle: (call) => visit(bank, call, showForm) },
    { method: "POST", path: "/auth", handle: submitForm },
    { method: "GET", path: "/auth/plan", handle: (call) => visit(bank, call, showPlans) },
    { method: "POST", path: "/auth/plan", handle: choosePlan },
    { method: "GET", path: "/auth/challenge", handle: (call) => visit(bank, call, showChallenge) },
    { method: "POST", path: "/auth/challenge", handle: answerChallenge },
    { method: "GET", path: "/auth/receipt", handle: (call) => visit(bank, call, showReceipt) },
    { method: "GET", path: "/auth/cancelled", handle: (call) => visit(bank, call, showCancelled) },
  ];

  async function submitForm(call: Call): Promise<Answer> {
    const form = new URLSearchParams(await call.body());
    return visit(bank, call, ({ session, context, address }) => {
      if (session.charges > 0) return seeOther(address("/auth/receipt"));
      if (form.get("action") === "cancel") return leave(session, address);
      const entry = readCardForm(form, clock.now());
      if ("problems" in entry) return formAnswer(422, context, address("/auth"), entry.problems);
      if (isChallenged(session, entry.card)) {
        ledger.challenge(session, entry.card);
        return seeOther(address("/auth/challenge"));
      }
      ledger.pay(session, entry.card);
      return concluded(call, session, address);
    });
  }

  async function choosePlan(call: Call): Promise<Answer> {
    const form = new URLSearchParams(await call.body());
    return visit(bank, call, ({ session, address }) => {
      if (session.charges > 0) return seeOther(address("/auth/receipt"));
      if (form.get("action") === "cancel") return leave(session, address);
      ledger.choosePlan(session, readPlan(form.get("plan")));
      return seeOther(address("/auth"));
    });
  }

  async function answerChallenge(call: Call): Promise<Answer> {
    const form = new URLSearchParams(await call.body());
    return visit(bank, call, ({ session, context, address }) => {
      if (session.challenge === undefined) return seeOther(address(session.outcome ? "/auth/receipt" : "/auth"));
      const code = (form.get("otp") ?? "").slice(0, 32).replace(/\s/g, "");
      const cancelled = form.get("action") === "cancel";
      const isOpen = ledger.answerChallenge(session, cancelled ? undefined : code);
      if (isOpen) return challengeAnswer(422, session, context, address("/auth/challenge"), true);
      return concluded(call, session, address);
    });
  }

  function concluded(call: Call, session: Session, address: Visit["address"]): Answer {
    if (session.outcome?.reason) call.reason = session.outcome.reason;
    decided(session);
    return seeOther(address("/auth/receipt"));
  }

  function leave(session: Session, address: Visit["address"]): Answer {
    ledger.cancel(session);
    decided(session);
    return seeOther(address("/auth/cancelled"));
  }

  function isChallenged({ purchase }: Session, { threeDs, ResponseCode }: TestCard): boolean {
    if (platformRefusal(purchase) !== undefined || ResponseCode === "TF") return false;
    return threeDs === "challenge" || switches.get("three-ds") === "challenge";
  }

  function showForm({ session, context, address }: Visit): Answer {
    if (session.challenge) return seeOther(address("/auth/challenge"));
    return session.charges > 0 && session.outcome
      ? handOver(200, alreadyPaidPage(context, session.outcome, handOverOf(bank, session, "paid")))
      : formAnswer(200, context, address("/auth"), {});
  }

  function showPlans({ session, context, address }: Visit): Answer {
    if (session.charges > 0) return seeOther(address("/auth"));
    return pageAnswer(200, planPage({ ...context, address: address("/auth/plan") }));
  }

  function showChallenge({ session, context, address }: Visit): Answer {
    if (session.challenge === undefined) return seeOther(address(session.outcome ? "/auth/receipt" : "/auth"));
    return challengeAnswer(200, session, context, address("/auth/challenge"), false);
  }

  function showReceipt({ session, context, address }: Visit): Answer {
    const { outcome } = session;
    if (outcome === undefined) return seeOther(address("/auth"));
    return handOver(200, receiptPage(context, outcome, handOverOf(bank, session, "paid")));
  }

  function showCancelled({ session, context, address }: Visit): Answer {
    if (session.charges > 0) return seeOther(address("/auth"));
    return handOver(200, cancelledPage(context, handOverOf(bank, session, "cancelled"), address("/auth")));
  }

  function formAnswer(status: number, context: OutcomePage, address: string, problems: CardProblems): Answer {
    return pageAnswer(status, cardPage({ ...context, address, problems, now: clock.now() }));
  }

  function challengeAnswer(
    status: number,
    { challenge }: Session,
    context: OutcomePage,
    address: string,
    isWrong: boolean,
  ): Answer {
    const { card, code = "", triesLeft = 0 } = challenge ?? {};
    const content = challengePage({ ...context, address, code, triesLeft, isWrong, number: card?.number ?? "" });
    return pageAnswer(status, content);
  }
}

function handOver(status: number, content: Html): Answer {
  return pageAnswer(status, content, "anywhere");
}
