import { ArgumentError, type Money, normalizeBuyer, parseMoney } from "@ventanilla/client";
import { checkLine, refuseUnknownNames } from "@ventanilla/web";
import type { AmountRange, Link, LinkInput, LinkLine } from "./link.ts";

/** What a new link is made of, checked and completed. */
export type LinkTerms = Omit<Link, "code" | "url" | "createdAt" | "withdrawnAt" | "paid">;

const fields = [
  "amount",
  "description",
  "itbis",
  "lines",
  "customer",
  "times",
  "from",
  "until",
  "by",
] as const satisfies (keyof LinkInput)[];

/** The most payments that a link with a stock takes. */
const maxStock = 100_000;
const maxLines = 50;

/**
 * Checks what a link is to be made of.
 * @throws ArgumentError naming the field, what came and what was expected
 */
export function termsOf(input: LinkInput, itbis: number, now: number): LinkTerms {
  refuseUnknownNames("link", input, fields);
  const { from, until, by, times = "once" } = input;
  const amount = amountOf(input.amount);
  const terms: LinkTerms = {
    amount,
    description: lineOf("description", input.description, 200),
    itbis: input.itbis === undefined ? itbis : itbisOf("itbis", input.itbis),
    lines: linesOf(input.lines ?? [], amount),
    customer: customerOf(input.customer ?? {}),
    times: timesOf(times),
    ...(from !== undefined && { from: timeOf("from", from) }),
    ...(until !== undefined && { until: timeOf("until", until) }),
    ...(by !== undefined && { by: lineOf("by", by, 100) }),
  };
  if (until !== undefined && until <= Math.max(from ?? 0, now)) {
    const came = new Date(until).toISOString();
    throw new ArgumentError(`until: expected a time to come${from === undefined ? "" : " after `from`"}, got ${came}`);
  }
  return terms;
}

/** Whether the buyer chooses the amount. */
export const isRange = (amount: Money | AmountRange): amount is AmountRange => "min" in amount;

function amountOf(amount: Money | AmountRange): Money | AmountRange {
  if (typeof amount !== "object" || amount === null || !("min" in amount || "max" in amount)) {
    return parseMoney(amount, "amount", 1);
  }
  refuseUnknownNames("amount", amount, ["min", "max"]);
  const min = parseMoney((amount as AmountRange).min, "amount.min", 1);
  const max = parseMoney((amount as AmountRange).max, "amount.max", 1);
  if (max.currency !== min.currency)
    throw new ArgumentError(`amount.max.currency: expected ${min.currency}, got ${max.currency}`);
  if (max.minor <= min.minor)
    throw new ArgumentError(`amount.max.minor: expected more than ${min.minor}, got ${max.minor}`);
  return { min, max };
}

function linesOf(lines: readonly LinkLine[], amount: Money | AmountRange): LinkLine[] {
  if (!Array.isArray(lines) || lines.length > maxLines) {
    throw new ArgumentError(`lines: expected a list of at most ${maxLines} lines`);
  }
  const checked = (lines as readonly LinkLine[]).map((line, i) => lineItemOf(`lines[${i}]`, line));
  if (checked.length === 0) return checked;
  if (isRange(amount)) throw new ArgumentError("lines: expected none where the buyer chooses the amount");
  for (const [i, line] of checked.entries()) {
    if (line.amount.currency !== amount.currency) {
      throw new ArgumentError(`lines[${i}].amount.currency: expected ${amount.currency}, got ${line.amount.currency}`);
    }
  }
  const sum = checked.reduce((total, line) => total + line.amount.minor, 0);
  if (sum !== amount.minor)
    throw new ArgumentError(`lines: expected amounts that sum up to ${amount.minor}, got ${sum}`);
  return checked;
}

function lineItemOf(name: string, line: LinkLine): LinkLine {
  refuseUnknownNames(name, line, ["text", "quantity", "amount"]);
  const { quantity } = line;
  if (quantity !== undefined && !(Number.isSafeInteger(quantity) && quantity > 0)) {
    throw new ArgumentError(`${name}.quantity: expected a whole number above 0, got ${String(quantity)}`);
  }
  return {
    text: lineOf(`${name}.text`, line.text, 120),
    ...(quantity !== undefined && { quantity }),
    amount: parseMoney(line.amount, `${name}.amount`),
  };
}

function customerOf(customer: NonNullable<LinkInput["customer"]>): Link["customer"] {
  refuseUnknownNames("customer", customer, ["name", "email", "mobilePhone"]);
  const { name, email, mobilePhone } = customer;
  const { details, wrong } = contactOf({ email, mobilePhone });
  const [field] = wrong;
  // Not the value: it is a person's, and errors are logged.
  if (field !== undefined)
    throw new ArgumentError(`customer.${field}: expected one that the bank takes, got another text`);
  return { ...(name !== undefined && { name: lineOf("customer.name", name, 100) }), ...details };
}

/** What the buyer is reached by, as the bank takes it. */
export interface Contact {
  email?: string | undefined;
  mobilePhone?: string | undefined;
}

/** Makes what people type ready for the bank, and says what they have to correct. */
export function contactOf({ email, mobilePhone }: Contact): {
  details: Omit<Link["customer"], "name">;
  wrong: (keyof Contact)[];
} {
  const filled = Object.entries({ email, mobilePhone }).filter(([, value]) => value !== undefined && value !== "");
  const { details, wrong } = normalizeBuyer({
    buyer: Object.fromEntries(filled) as { email: string; mobilePhone: string },
  });
  return { details: { ...details.buyer }, wrong };
}

function timesOf(times: LinkInput["times"]): Link["times"] {
  if (times === "once" || times === "many") return times;
  if (Number.isInteger(times) && Number(times) >= 2 && Number(times) <= maxStock) return Number(times);
  throw new ArgumentError(`times: expected "once", "many" or a whole number of 2 to ${maxStock}, got ${String(times)}`);
}

function timeOf(name: string, value: unknown): number {
  if (Number.isSafeInteger(value) && Number(value) > 0 && Number(value) <= 8.64e15) return Number(value);
  throw new ArgumentError(
    `${name}: expected milliseconds since the epoch, got ${typeof value === "number" ? value : typeof value}`,
  );
}

/** @throws ArgumentError naming the field */
export function itbisOf(name: string, value: unknown): number {
  if (value === 18 || value === 16 || value === 0) return value;
  throw new ArgumentError(
    `${name}: expected 18, 16 or 0 percent, got ${typeof value === "number" ? value : typeof value}`,
  );
}

/**
 * A text of one line, without spaces around it. Characters that turn the direction of the text around them could make
 * it read as another one, in a chat's preview, too.
 * @throws ArgumentError naming the field
 */
export function lineOf(name: string, value: unknown, maxLength: number): string {
  const text = checkLine(name, value, maxLength);
  if (!/\p{Bidi_Control}/u.test(text)) return text;
  throw new ArgumentError(`${name}: expected 1 to ${maxLength} characters, none of which turns the others round`);
}

/** The tax within an amount, rounded to the centavo. */
export const taxWithin = ({ minor, currency }: Money, itbis: number): Money => ({
  minor: Math.round((minor * itbis) / (100 + itbis)),
  currency,
});
