import { responseCode } from "@ventanilla/client";
import type { Attempt, Facts } from "../attempt/attempt.ts";
import { type Outcome, outcomeOf, safeToRetry } from "../attempt/outcome.ts";
import type { RefusedLaunch } from "./refused-launches.ts";
import { texts } from "./texts.ts";

/** One sentence for the buyer: of the issuer's code for a declined card, otherwise of the outcome. */
export function messageOf(outcome: Outcome, { verdict, launchFailure }: Facts, language: "es" | "en"): string {
  if (outcome === "failed") return texts[language].failed[launchFailure ?? "shop"];
  if (outcome === "declined" && verdict) return responseCode(verdict.code)[language];
  return texts[language].outcome[outcome].message;
}

/** The answer of `GET {mount}/attempts/{id}`, version 1 of the contract between element and router. */
export function statusAnswer(attempt: Attempt, language: "es" | "en"): Record<string, unknown> {
  const { verdict, settledAt } = attempt.facts;
  const outcome = outcomeOf(attempt);
  return {
    v: 1,
    attempt: attempt.id,
    order: attempt.order,
    state: attempt.state,
    outcome,
    verified: verdict !== undefined || outcome === "expired",
    safeToRetry: safeToRetry(outcome),
    code: verdict?.code,
    message: messageOf(outcome, attempt.facts, language),
    authorizationCode: verdict?.authorizationCode,
    reference: verdict?.reference,
    maskedCard: verdict?.maskedCard,
    expiresAt: attempt.windowEndsAt && new Date(attempt.windowEndsAt).toISOString(),
    settledAt: settledAt && new Date(settledAt).toISOString(),
  };
}

/** The same of a launch that was refused before an attempt was written: the bank has never heard of it. */
export function refusedAnswer(
  attempt: string,
  { order, reason }: RefusedLaunch,
  language: "es" | "en",
): Record<string, unknown> {
  const { title, message } = texts[language].refused[reason];
  return {
    v: 1,
    attempt,
    order,
    state: "preparing",
    outcome: "failed",
    verified: false,
    safeToRetry: true,
    message: `${title}. ${message}`,
  };
}
