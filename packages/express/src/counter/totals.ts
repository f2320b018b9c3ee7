import { type CardScheme, cardSchemeOf, type Money } from "@ventanilla/client";
import { approvedAmountOf, countedOf } from "../attempt/approved-part.ts";
import type { Attempt } from "../attempt/attempt.ts";
import { type Mark, marks, marksOf } from "./marks.ts";

/** The payments of one currency and card scheme, with their sum. */
export interface Total {
  currency: Money["currency"];
  scheme: CardScheme | "other";
  count: number;
  /** In minor units. Of a payment that was approved in part: what a person named of it, else nothing. */
  minor: number;
  /** How many of them were approved in part, and nobody has named how much. */
  unnamed: number;
}

/** Those among the payments of a currency that have a mark. */
export interface MarkedTotal extends Omit<Total, "scheme"> {
  mark: Mark;
}

/** Adds payments up by currency and card scheme. */
export class Totals {
  readonly #totals = new Map<string, Total>();

  readonly #marked = new Map<string, MarkedTotal>();

  add(attempt: Pick<Attempt, "id" | "state" | "amount" | "facts">): void {
    const { facts } = attempt;
    const { currency, minor } = countedOf(attempt);
    const one = { count: 1, minor, unnamed: Number(approvedAmountOf(attempt) === undefined) };
    for (const mark of marksOf(attempt)) {
      const before = this.#marked.get(`${currency} ${mark}`);
      this.#marked.set(`${currency} ${mark}`, { currency, mark, ...together(one, before) });
    }
    const scheme = cardSchemeOf(facts.verdict?.maskedCard);
    const before = this.#totals.get(`${currency} ${scheme}`);
    this.#totals.set(`${currency} ${scheme}`, { currency, scheme, ...together(one, before) });
  }

  /** By currency, then by scheme. */
  list(): Total[] {
    return [...this.#totals.values()].toSorted((a, b) => byText(a.currency, b.currency) || byText(a.scheme, b.scheme));
  }

  /** Of the payments of a currency, those that a person has marked. */
  marked(currency: Money["currency"]): MarkedTotal[] {
    return marks.flatMap((mark) => this.#marked.get(`${currency} ${mark}`) ?? []);
  }

  /** One of each currency: all schemes together. */
  byCurrency(): Omit<Total, "scheme">[] {
    const sums = new Map<string, Omit<Total, "scheme">>();
    for (const total of this.list()) {
      const { currency } = total;
      sums.set(currency, { currency, ...together(total, sums.get(currency)) });
    }
    return [...sums.values()];
  }
}

type Sum = Pick<Total, "count" | "minor" | "unnamed">;

function together(one: Sum, before: Sum = { count: 0, minor: 0, unnamed: 0 }): Sum {
  return {
    count: before.count + one.count,
    minor: before.minor + one.minor,
    unnamed: before.unnamed + one.unnamed,
  };
}

/** `other` comes last: the names of schemes begin with a capital. */
const byText = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
