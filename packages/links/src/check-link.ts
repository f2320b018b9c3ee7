import { ArgumentError, type BuyerDetails, batchOf, type Money, normalizeBuyer, parseMoney } from "@ventanilla/client";
import { checkLine, expectThat, isoDate, refuseUnknownNames, writtenAmount } from "@ventanilla/web";
import type { Link, LinkInput, LinkLine } from "./link.ts";

/** What a new link is made of, checked and completed. */
export type LinkTerms = Omit<Link, "code" | "url" | "createdAt" | "withdrawnAt" | "paid">;

const fields = ["amount", "max", "description", "itbis", "lines", "customer", "times", "from", "until", "by"] as const;

const [maxStock, maxLines] = [100_000, 50];

/** @throws ArgumentError naming the field, what came and what was expected */
export function termsOf(input: LinkInput, itbis: number, now: number): LinkTerms {
  refuseUnknownNames("link", input, fields);
  const { from, until, by, times = 1 } = input;
  const amount = parseMoney(input.amount, "amount", 1);
  const max = maxOf(input.max, amount);
  const isStock = times === "many" || (Number.isInteger(times) && times >= 1 && times <= maxStock);
  const terms: LinkTerms = {
    amount,
    max,
    description: lineOf("description", input.description, 200),
    itbis: itbisOf(input.itbis ?? itbis),
    lines: linesOf(input.lines ?? [], amount, max),
    customer: customerOf(input.customer ?? {}),
    times,
    from: timeOf("from", from),
    until: timeOf("until", until),
    // Read by the staff alone: the name that the shop's login says.
    by: by === undefined ? by : checkLine("by", by, 100),
  };
  expectThat(isStock, "times", `"many" or a whole number of 1 to ${maxStock}`, times);
  const isToCome = until === undefined || until > Math.max(from ?? 0, now);
  const expected = `a time to come${from === undefined ? "" : " after `from`"}`;
  expectThat(isToCome, "until", expected, until && new Date(until).toISOString());
  return terms;
}

function maxOf(given: LinkInput["max"], { minor, currency }: Money): Money | undefined {
  if (given === undefined) return undefined;
  const max = parseMoney(given, "max", 1);
  expectThat(max.currency === currency, "max.currency", `${currency}, got ${max.currency}`);
  expectThat(max.minor > minor, "max.minor", `more than ${minor}`, max.minor);
  return max;
}

function linesOf(given: readonly LinkLine[], { minor, currency }: Money, max: Money | undefined): LinkLine[] {
  expectThat(Array.isArray(given) && given.length <= maxLines, "lines", `a list of at most ${maxLines} lines`);
  const lines = given.map((line, i) => {
    const name = `lines[${i}]`;
    refuseUnknownNames(name, line, ["text", "amount"]);
    const amount = parseMoney(line.amount, `${name}.amount`);
    expectThat(amount.currency === currency, `${name}.amount.currency`, `${currency}, got ${amount.currency}`);
    return { text: lineOf(`${name}.text`, line.text, 120), amount };
  });
  if (lines.length === 0) return lines;
  expectThat(max === undefined, "lines", "none where the buyer chooses the amount");
  const sum = lines.reduce((total, line) => total + line.amount.minor, 0);
  expectThat(sum === minor, "lines", `amounts that sum up to ${minor}`, sum);
  return lines;
}

function customerOf(customer: NonNullable<LinkInput["customer"]>): Link["customer"] {
  refuseUnknownNames("customer", customer, ["name", "email", "mobilePhone"]);
  const { name, ...contact } = customer;
  const { details, wrong } = contactOf(contact);
  // Not the value: it is a person's, and errors are logged.
  expectThat(wrong.length === 0, `customer.${wrong[0]}`, "one that the bank takes, got another text");
  return { ...details, name: name === undefined ? name : lineOf("customer.name", name, 100) };
}

/** What the buyer is reached by, as the bank takes it. */
export type Contact = Partial<Record<"email" | "mobilePhone", string | undefined>>;

/** Makes what people type ready for the bank, and says what they have to correct. */
export function contactOf({ email, mobilePhone }: Contact) {
  const filled = { email: email || undefined, mobilePhone: mobilePhone || undefined };
  const { details, wrong } = normalizeBuyer({ buyer: filled as BuyerDetails["buyer"] });
  return { details: details.buyer as Contact, wrong };
}

function timeOf(name: string, value: unknown): number | undefined {
  if (value === undefined) return undefined;
  const isTime = typeof value === "number" && Number.isSafeInteger(value) && value > 0 && value <= 8.64e15;
  expectThat(isTime, name, "milliseconds since the epoch", value);
  return value;
}

/** A link as people type it, in the counter or on a command line: of `times`, nothing is many. */
export type TypedLink = Partial<
  Record<"amount" | "max" | "description" | "times" | "until" | "itbis" | keyof Link["customer"], string | undefined>
>;

/**
 * Reads what people have typed: {@link termsOf} checks the rest.
 * @param timeZone of the day until which it can be paid. Default: Santo Domingo
 * @throws ArgumentError naming the field of the link
 */
export function inputOf(typed: TypedLink, timeZone?: string): LinkInput {
  const { max, description = "", times = "1", until, itbis, name, email, mobilePhone } = typed;
  const amount = amountIn("amount", typed.amount);
  const count = times.trim().replaceAll(/,(?=\d{3}\b)/g, "");
  return {
    amount,
    ...(max && { max: amountIn("max", max, amount.currency) }),
    description,
    customer: { name: name || undefined, email, mobilePhone },
    times: count === "" ? "many" : /^\d+$/.test(count) ? Number(count) : Number.NaN,
    ...(itbis && { itbis: Number(itbis) }),
    ...(until && { until: endOfDay(until, timeZone) }),
  };
}

function amountIn(name: string, text = "", currency?: Money["currency"]): Money {
  // Its writer may have stopped at its point.
  const amount = writtenAmount(text.trim().replace(/\.$/, ""), currency);
  expectThat(amount !== undefined, name, "an amount such as 2950 or 2,950.00");
  return amount;
}

/** The last millisecond of a day. */
function endOfDay(day: string, timeZone: string | undefined): number {
  try {
    return batchOf(isoDate(day), "23:59", timeZone).until + 59_999;
  } catch (cause) {
    throw new ArgumentError("until: expected a day, such as 2026-12-24", { cause });
  }
}

/** @throws ArgumentError naming the field */
export function itbisOf(value: unknown): number {
  expectThat(value === 18 || value === 16 || value === 0, "itbis", "18, 16 or 0 percent", value);
  return value;
}

/** One line. Characters that turn the direction of the text around them could make it read as another, also in a chat. */
export function lineOf(name: string, value: unknown, maxLength: number): string {
  const text = checkLine(name, value, maxLength);
  const expected = `1 to ${maxLength} characters, none of which turns the others round`;
  expectThat(!/\p{Bidi_Control}/u.test(text), name, expected);
  return text;
}
