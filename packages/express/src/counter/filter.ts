import { batchAt, batchOf } from "@ventanilla/client";
import { decisionKinds } from "../attempt/decision-kind.ts";
import { groups } from "../attempt/group.ts";
import { currencies } from "../stores/counter-checks.ts";
import type { AttemptFilter } from "../stores/counter-store.ts";
import type { ListTexts } from "./texts/list.ts";
import { writtenAmount } from "./written-amount.ts";

/** The filter of a query string; or what cannot be read in it, with the field that says it. */
export type ReadFilter =
  | { filter: AttemptFilter; problem?: undefined }
  | { filter?: undefined; problem: keyof ListTexts["errors"] };

/** No name of the bank or of an order is longer; the store takes longer ones, too. */
export const maxTextLength = 255;

/** A filter that cannot be read. */
class Unreadable extends Error {
  readonly problem: keyof ListTexts["errors"];

  constructor(problem: keyof ListTexts["errors"]) {
    super(problem);
    this.problem = problem;
  }
}

/** Reads the filter of the list from a query string. Empty fields say nothing. */
export function filterOf(query: URLSearchParams, timeZone: string): ReadFilter {
  const field = (name: string) => {
    const text = query.get(name)?.trim() ?? "";
    if (text.length > maxTextLength) throw new Unreadable("text");
    return text === "" ? undefined : text;
  };
  try {
    const found = {
      ...stateOf(field("state")),
      from: dayOf(field("from"), timeZone),
      until: dayOf(field("until"), timeZone, "end"),
      order: field("order"),
      reference: field("reference"),
      authorizationCode: field("authorization")?.toUpperCase(),
      lastDigits: digitsOf(field("digits")),
      ...moneyOf(field("amount"), field("currency")),
    };
    return { filter: Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined)) };
  } catch (error) {
    if (error instanceof Unreadable) return { problem: error.problem };
    throw error;
  }
}

/** A group, or a reason for which payments wait for a person. */
function stateOf(choice: string | undefined): Pick<AttemptFilter, "groups" | "toDecide"> {
  if (choice === undefined) return {};
  const toDecide = decisionKinds.find((kind) => kind === choice);
  return toDecide === undefined ? { groups: [chosenOf(groups, choice)] } : { toDecide };
}

/** What was chosen: the form offers no other, but an address can say anything. */
function chosenOf<Choice extends string>(choices: readonly Choice[], written: string): Choice {
  const chosen = choices.find((choice) => choice === written);
  if (chosen === undefined) throw new Unreadable("choice");
  return chosen;
}

/** The beginning of a day in the time zone, or its end. */
function dayOf(date: string | undefined, timeZone: string, which: "start" | "end" = "start"): number | undefined {
  if (date === undefined) return undefined;
  try {
    // A day is what would be a batch from midnight to midnight, and begins where the one before ends.
    const start = batchOf(date, "00:00", timeZone).until;
    return which === "start" ? start : batchAt(start, "00:00", timeZone).until;
  } catch {
    throw new Unreadable("date");
  }
}

function digitsOf(digits: string | undefined): string | undefined {
  if (digits !== undefined && !/^\d{4}$/.test(digits)) throw new Unreadable("digits");
  return digits;
}

function moneyOf(amount: string | undefined, named: string | undefined): Pick<AttemptFilter, "amount" | "currency"> {
  const currency = named === undefined ? undefined : chosenOf(currencies, named);
  if (amount === undefined) return currency === undefined ? {} : { currency };
  const found = writtenAmount(amount, currency);
  if (found === undefined) throw new Unreadable("amount");
  return { amount: found };
}
