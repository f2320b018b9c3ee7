import type { BuyerSentence } from "@ventanilla/client";
import { meaningOf } from "./answer.ts";
import type { Attempt } from "./attempt.ts";
import { awaitsResolution } from "./needs-person.ts";
import { outcomeOf } from "./outcome.ts";
import type { Group, GroupWithReasons, Reason, Section } from "./sections-of.ts";

/** The group of an attempt. */
export function groupOf(attempt: Attempt): Group {
  if (awaitsResolution(attempt)) return "decide";
  switch (attempt.state) {
    case "unknown":
    case "review":
      return "notPaid";
    case "preparing":
    case "opened": {
      const outcome = outcomeOf(attempt);
      return outcome === "failed" || outcome === "cancelled" ? outcome : "waiting";
    }
    default:
      return attempt.state;
  }
}

/** The reasons of refusals, by what the buyer reads about them. All others are the issuer's own: `bank`. */
const refusals: Partial<Record<BuyerSentence, Reason>> = {
  funds: "funds",
  limit: "funds",
  checkCard: "card",
  cardNotTaken: "card",
  expired: "card",
  securityCode: "card",
  doubtful: "card",
  notAuthenticated: "challenge",
  shopProblem: "shop",
  shopOrCard: "shop",
  cancelled: "bankPage",
};

/** None where a capture has ended so: no buyer has tried that. */
function reasonOf(attempt: Attempt, group: GroupWithReasons): Reason | undefined {
  const { captureOf, verdict, launchFailure, openedAt } = attempt.facts;
  if (captureOf !== undefined) return undefined;
  if (group === "declined") return (verdict && refusals[meaningOf(verdict.code, attempt).sentence]) ?? "bank";
  if (launchFailure !== undefined) return "launch";
  return openedAt === undefined ? "button" : "bankPage";
}

/** The section of an attempt. */
export function sectionOf(attempt: Attempt): Section {
  const group = groupOf(attempt);
  if (group === "approved") return attempt.facts.capture === undefined ? group : "authorized";
  const reason = group === "declined" || group === "expired" ? reasonOf(attempt, group) : undefined;
  return reason === undefined ? group : `${group}:${reason}`;
}
