import type { BuyerSentence } from "@ventanilla/client";
import { meaningOf } from "./answer.ts";
import type { Attempt } from "./attempt.ts";
import { awaitsResolution } from "./needs-person.ts";
import { outcomeOf } from "./outcome.ts";

/**
 * How payments are counted and listed. Each is in exactly one group, whatever its state and facts:
 *
 * - `approved`: the bank approved it, to charge the amount or only to hold it;
 * - `declined`: finally refused;
 * - `waiting`: its outcome is not known yet: it begins, or it is at the bank;
 * - `cancelled`: the buyer came back by the cancel address, and no card was sent;
 * - `failed`: its launch never reached the bank's page;
 * - `expired`: the time has passed, and nothing was charged;
 * - `decide`: it is `unknown`, under `review`, or `declined` without a clear last answer of the bank, and a person has
 *   to say whether the buyer was charged;
 * - `notPaid`: it was `unknown` or under `review`, and a person has said that the buyer was not charged, or that the
 *   money was given back.
 */
export const groups = [
  "approved",
  "declined",
  "waiting",
  "cancelled",
  "failed",
  "expired",
  "decide",
  "notPaid",
] as const;
/** One of {@link groups}. */
export type Group = (typeof groups)[number];

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

/**
 * Why a buyer's try was not paid. The bank refused it:
 *
 * - `funds`: the card has no funds or limit left;
 * - `card`: what was typed of the card is wrong, or the card is not for such payments;
 * - `challenge`: 3-D Secure was refused or not completed: the bank has one code for both;
 * - `bank`: the issuer said no, and gave no other reason;
 * - `shop`: the affiliation or what the shop sends is not in order.
 *
 * Or nobody sent a card:
 *
 * - `launch`: the bank's page could not be opened;
 * - `button`: the buyer left between the button and the bank's page;
 * - `bankPage`: the buyer left at the bank's page.
 */
export const reasons = ["funds", "card", "challenge", "bank", "shop", "launch", "button", "bankPage"] as const;
/** One of {@link reasons}. */
export type Reason = (typeof reasons)[number];

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

/** The reasons of the groups that have more than one, or none where a capture has ended so: no buyer has tried that. */
export const reasonsIn: Partial<Record<Group, readonly Reason[]>> = {
  declined: ["funds", "card", "challenge", "bank", "shop", "bankPage"],
  expired: ["launch", "button", "bankPage"],
};

function reasonOf(attempt: Attempt, group: Group): Reason | undefined {
  const { captureOf, verdict, launchFailure, openedAt } = attempt.facts;
  if (captureOf !== undefined) return undefined;
  if (group === "declined") return (verdict && refusals[meaningOf(verdict.code, attempt).sentence]) ?? "bank";
  if (launchFailure !== undefined) return "launch";
  return openedAt === undefined ? "button" : "bankPage";
}

/**
 * The smallest part of a group that lists and sums tell apart: by the reason; and what the bank only holds is
 * `authorized`, a part of `approved`.
 */
export type Section = Group | "authorized" | `${Group}:${Reason}`;

/** The section of an attempt. */
export function sectionOf(attempt: Attempt): Section {
  const group = groupOf(attempt);
  if (group === "approved") return attempt.facts.capture === undefined ? group : "authorized";
  const reason = reasonsIn[group] && reasonOf(attempt, group);
  return reason === undefined ? group : `${group}:${reason}`;
}

/** The reason in groups that have one alone. */
const only: Partial<Record<Group, Reason>> = { failed: "launch", cancelled: "bankPage" };

/** What a section is a part of, in a line of sums. */
export function lineOf(section: Section): { group: Group | "authorized"; reason?: Reason } {
  const [group, named] = section.split(":") as [Group, Reason?];
  const reason = named ?? only[group];
  return { group, ...(reason && { reason }) };
}
