import { passesLuhn } from "@ventanilla/web";
import { schemeOf, schemes } from "../card-number.ts";
import { type TestCard, testCardOf } from "../test-cards.ts";

/** The fields of the card form, by the names they are posted under. */
export type CardField = "number" | "expiry" | "cvv";

/** A wrong entry in a field; the page's texts have a sentence for each. */
export type CardProblem =
  | "numberMissing"
  | "numberShort"
  | "numberWrong"
  | "numberNotTest"
  | "expiryMissing"
  | "expiryWrong"
  | "expiryPast"
  | "cvvMissing"
  | "cvvWrong"
  | "cvvWrongAmex";

/** The wrong fields and what is wrong with each; empty when the form is right. */
export type CardProblems = Partial<Record<CardField, CardProblem>>;

/** The test card to be charged, or the problems. Never holds a number or CVV as typed. */
export type CardEntry = { card: TestCard } | { problems: CardProblems };

// Longer than any real entry, short enough for every check to be instant.
const maxEntryLength = 64;

/**
 * Checks a posted card form as the page's script does before sending it.
 *
 * @param form the posted fields `number`, `expiry` and `cvv`
 * @param now the sandbox's time in milliseconds, for the expiry
 */
export function readCardForm(form: URLSearchParams, now: number): CardEntry {
  const entry = (name: CardField): string => (form.get(name) ?? "").slice(0, maxEntryLength).trim();
  const digits = entry("number").replace(/[\s-]/g, "");
  const problems: CardProblems = {};
  const number = numberProblem(digits);
  const expiry = expiryProblem(entry("expiry"), monthOf(now));
  const cvv = cvvProblem(entry("cvv"), digits);
  if (number) problems.number = number;
  if (expiry) problems.expiry = expiry;
  if (cvv) problems.cvv = cvv;
  const card = testCardOf(digits);
  return card && Object.keys(problems).length === 0 ? { card } : { problems };
}

/** Year and month of an instant in the bank's time zone (Santo Domingo, UTC-4 all year), as `2026-11`. */
export function monthOf(now: number): string {
  return new Date(now - 4 * 60 * 60 * 1000).toISOString().slice(0, 7);
}

function numberProblem(digits: string): CardProblem | undefined {
  if (digits === "") return "numberMissing";
  if (!/^\d+$/.test(digits)) return "numberWrong";
  const scheme = schemeOf(digits);
  const length = scheme ? schemes[scheme].length : 16;
  if (digits.length < (scheme ? length : 12)) return "numberShort";
  if ((scheme && digits.length > length) || !passesLuhn(digits)) return "numberWrong";
  return testCardOf(digits) ? undefined : "numberNotTest";
}

function expiryProblem(expiry: string, thisMonth: string): CardProblem | undefined {
  if (expiry === "") return "expiryMissing";
  const [, month = "", year = ""] = /^(\d{1,2})\s*[/.-]?\s*(?:20)?(\d{2})$/.exec(expiry) ?? [];
  if (Number(month) < 1 || Number(month) > 12) return "expiryWrong";
  return `20${year}-${month.padStart(2, "0")}` < thisMonth ? "expiryPast" : undefined;
}

function cvvProblem(cvv: string, digits: string): CardProblem | undefined {
  if (cvv === "") return "cvvMissing";
  const scheme = schemeOf(digits) ?? "visa";
  if (/^\d+$/.test(cvv) && cvv.length === schemes[scheme].cvvLength) return undefined;
  return scheme === "amex" ? "cvvWrongAmex" : "cvvWrong";
}
