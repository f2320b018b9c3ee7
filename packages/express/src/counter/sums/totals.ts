import { type CardScheme, cardSchemeOf, type Money } from "@ventanilla/client";
import { approvedAmountOf, countedAmount, sumGivenBack } from "../../attempt/approval.ts";
import type { Attempt } from "../../attempt/attempt.ts";
import type { CountedSum } from "../../staff/summary-numbers.ts";
import { countedSumOf } from "../../stores/tally-sum.ts";
import { byText } from "../format.ts";
import { type Mark, marks, marksOf } from "../standing/marks.ts";

/** The payments of one currency and card scheme, with their sum. */
export interface Total {
  currency: Money["currency"];
  scheme: CardScheme | "other";
  count: number;
  /**
   * Their sum in minor units. A payment that was approved in part counts with what a person named of it, else with 0.
   */
  minor: number;
  /** The ITBIS in it, in minor units: of a payment that was approved in part, in proportion. */
  tax: number;
  /** How many of them were approved in part without a person having named how much. */
  partialUnknown: number;
}

/** The payments of one currency that have a mark, with their sum: of those given back, what went back. */
export interface MarkedTotal extends Omit<Total, "scheme"> {
  mark: Mark;
}

/** The ITBIS of an approval. `undefined` for a part that nobody has named. */
export function taxOf(attempt: Pick<Attempt, "amount" | "tax" | "facts">): Money | undefined {
  const approved = approvedAmountOf(attempt);
  return approved && { ...approved, minor: taxIn(attempt, approved.minor) };
}

/**
 * The ITBIS in a part of a payment: in proportion to that of the order, rounded to the cent, half a cent up.
 * @param minor the part, in minor units
 */
export function taxIn({ amount, tax }: Pick<Attempt, "amount" | "tax">, minor: number): number {
  const whole = BigInt(amount.minor);
  return Number((2n * BigInt(minor) * BigInt(tax.minor) + whole) / (2n * whole));
}

const isBack = (mark: Mark): boolean => mark === "reversed" || mark === "reversedInPart";

/** Adds payments up by currency and card scheme. */
export class Totals {
  readonly #totals = new Map<string, Total>();

  readonly #marked = new Map<string, MarkedTotal>();

  /** Adds one approved payment. */
  add(attempt: Pick<Attempt, "id" | "state" | "amount" | "tax" | "facts">): void {
    const { facts } = attempt;
    const { currency, minor } = countedAmount(attempt);
    const tax = taxOf(attempt)?.minor ?? 0;
    const one = { count: 1, minor, tax, partialUnknown: approvedAmountOf(attempt) === undefined ? 1 : 0 };
    const back = sumGivenBack(attempt);
    const ofBack = { ...one, minor: back, tax: taxIn(attempt, back) };
    for (const mark of marksOf(attempt)) {
      const before = this.#marked.get(`${currency} ${mark}`);
      this.#marked.set(`${currency} ${mark}`, { currency, mark, ...addSums(isBack(mark) ? ofBack : one, before) });
    }
    const scheme = cardSchemeOf(facts.verdict?.maskedCard);
    const before = this.#totals.get(`${currency} ${scheme}`);
    this.#totals.set(`${currency} ${scheme}`, { currency, scheme, ...addSums(one, before) });
  }

  /** The totals, ordered by currency and then by scheme. `other` comes last: the schemes begin with a capital. */
  list(): Total[] {
    return [...this.#totals.values()].toSorted((a, b) => byText(a.currency, b.currency) || byText(a.scheme, b.scheme));
  }

  /** The totals of a currency for each mark, in the order of {@link marks}. */
  marked(currency: Money["currency"]): MarkedTotal[] {
    return marks.flatMap((mark) => this.#marked.get(`${currency} ${mark}`) ?? []);
  }

  /** Of how many payments of a currency something went back, and how much: see `partsGivenBack`. */
  back(currency: Money["currency"]): CountedSum {
    return countedSumOf(this.marked(currency).filter(({ mark }) => isBack(mark)));
  }

  /** One total for each currency, with all schemes. */
  byCurrency(): Omit<Total, "scheme">[] {
    const sums = new Map<string, Omit<Total, "scheme">>();
    for (const total of this.list()) {
      const { currency } = total;
      sums.set(currency, { currency, ...addSums(total, sums.get(currency)) });
    }
    return [...sums.values()];
  }
}

type Sum = Pick<Total, "count" | "minor" | "tax" | "partialUnknown">;

/** The sum of no payments. */
export const noSum: Sum = { count: 0, minor: 0, tax: 0, partialUnknown: 0 };

function addSums(one: Sum, before: Sum = noSum): Sum {
  return {
    count: before.count + one.count,
    minor: before.minor + one.minor,
    tax: before.tax + one.tax,
    partialUnknown: before.partialUnknown + one.partialUnknown,
  };
}
