import { batchAt, batchOf } from "@ventanilla/client";
import { isoDate, writtenAmount } from "@ventanilla/web";
import { decisionKinds } from "../../attempt/needs-person.ts";
import { currencies } from "../../attempt/rules.ts";
import { filterGroups, reasons } from "../../attempt/sections-of.ts";
import type { BatchSettings } from "../../staff/batch-settings.ts";
import { emailIn } from "../../staff/email-in.ts";
import type { AttemptFilter } from "../../stores/staff-store.ts";
import { isCardField } from "../find/card-like.ts";
import type { ListTexts } from "../texts/list.ts";
import { type Counted, countedFields, countedIn, filterOfCounted } from "./counted.ts";

/** Why a filter cannot be read: which error message says it. */
type Problem = keyof ListTexts["errors"];

/** The filter of a query string, or why it cannot be read, and each field of the form that is wrong. */
export type ReadFilter =
  | { filter: AttemptFilter; counted?: Counted; problem?: undefined; wrong?: undefined }
  | { filter?: undefined; counted?: undefined; problem: Problem | "card"; wrong?: Wrong };

/** What is wrong with fields, by their names. */
export type Wrong = Readonly<Record<string, Problem>>;

/**
 * The longest text of a field: no order id, reference or code is longer. The store takes texts of up to 300 characters.
 */
export const maxFieldLength = 255;

/** A filter that cannot be read. */
class UnreadableFilterError extends Error {
  readonly problem: Problem;
  /** The name of the field. Absent where nobody writes into it: the address alone is wrong. */
  readonly field: string | undefined;

  constructor(problem: Problem, field?: string) {
    super(problem);
    this.problem = problem;
    this.field = field;
  }
}

/** Reads the filter of the list from a query string. Empty fields are ignored. */
export function filterOf(query: URLSearchParams, settings: Omit<BatchSettings, "store">): ReadFilter {
  const { timeZone } = settings;
  if ([...query].some(isCardField)) return { problem: "card" };
  const errors: UnreadableFilterError[] = [];
  const part = <Part>(read: () => Part): Part | undefined => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof UnreadableFilterError)) throw error;
      errors.push(error);
      return undefined;
    }
  };
  const field = (name: string) => {
    const text = query.get(name)?.trim() ?? "";
    if (text.length > maxFieldLength) throw new UnreadableFilterError("text", name);
    return text === "" ? undefined : text;
  };
  const counted = part(() => countedOf(field, settings));
  const found = {
    ...(counted && filterOfCounted(counted)),
    order: part(() => field("order")),
    ...part(() => stateOf(field("state"))),
    from: part(() => dayOf("from", field("from"), timeZone)),
    until: part(() => dayOf("until", field("until"), timeZone)),
    ...part(() => moneyOf(field("amount"), field("currency"))),
    reference: part(() => field("reference")),
    authorizationCode: part(() => field("authorization")),
    email: part(() => emailOf(field("email"))),
    lastDigits: part(() => digitsOf(field("digits"))),
  };
  if (found.from !== undefined && found.until !== undefined && found.until <= found.from) {
    errors.push(new UnreadableFilterError("span", "until"));
  }
  const [first] = errors;
  if (first !== undefined) {
    const wrong = Object.fromEntries(errors.flatMap(({ field: name, problem }) => (name ? [[name, problem]] : [])));
    return { problem: first.problem, ...(Object.keys(wrong).length > 0 && { wrong }) };
  }
  const filter = Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
  return { filter, ...(counted && { counted }) };
}

/** What a list adds up, where the address says it. */
function countedOf(...[field, settings]: Parameters<typeof countedIn>): Counted | undefined {
  const counted = countedIn(field, settings);
  if (counted === undefined && countedFields.some(field)) throw new UnreadableFilterError("batches");
  return counted;
}

/** Reads the state: a group or stage, why payments wait for a person, or why they were not paid. */
function stateOf(choice: string | undefined): Pick<AttemptFilter, "groups" | "toDecide" | "reason"> {
  if (choice === undefined) return {};
  const toDecide = decisionKinds.find((kind) => kind === choice);
  const reason = reasons.find((each) => each === choice);
  if (toDecide !== undefined) return { toDecide };
  return reason === undefined ? { groups: [oneAmong(filterGroups, choice)] } : { reason };
}

/** Returns the choice with this name. The form offers no other, but an address can have any text. */
function oneAmong<Choice extends string>(choices: readonly Choice[], written: string): Choice {
  const chosen = choices.find((choice) => choice === written);
  if (chosen === undefined) throw new UnreadableFilterError("choice");
  return chosen;
}

/** The start of the day in a field, or the end of that in the field `until`, in milliseconds since the epoch. */
function dayOf(field: "from" | "until", date: string | undefined, timeZone: string): number | undefined {
  if (date === undefined) return undefined;
  try {
    // A day is computed as a batch from midnight to midnight: it begins where the batch that closes on its date ends.
    const start = batchOf(isoDate(date), "00:00", timeZone).until;
    return field === "from" ? start : batchAt(start, "00:00", timeZone).until;
  } catch {
    throw new UnreadableFilterError("date", field);
  }
}

/** As it is kept. What is no email finds nothing. */
const emailOf = (text: string | undefined): string | undefined => text && (emailIn(text) ?? text);

function digitsOf(digits: string | undefined): string | undefined {
  if (digits !== undefined && !/^\d{4}$/.test(digits)) throw new UnreadableFilterError("digits", "digits");
  return digits;
}

function moneyOf(amount: string | undefined, named: string | undefined): Pick<AttemptFilter, "amount" | "currency"> {
  const currency = named === undefined ? undefined : oneAmong(currencies, named);
  if (amount === undefined) return currency === undefined ? {} : { currency };
  const found = writtenAmount(amount, currency);
  if (found === undefined) throw new UnreadableFilterError("amount", "amount");
  return { amount: found };
}
