import { type CardScheme, cardSchemeOf, type Money } from "@ventanilla/client";
import { countedOf } from "../attempt/approved-part.ts";
import type { Attempt } from "../attempt/attempt.ts";
import { type Mark, marks, marksOf } from "./marks.ts";

/** The payments of one currency and card scheme, with their sum. */
export interface Total {
  currency: Money["currency"];
  scheme: CardScheme | "other";
  count: number;
  /** In minor units. Of a payment that was approved in part: what a person named of it, else nothing. */
  minor: number;
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
    for (const mark of marksOf(attempt)) {
      const before = this.#marked.get(`${currency} ${mark}`) ?? { count: 0, minor: 0 };
      const after = { currency, mark, count: before.count + 1, minor: before.minor + minor };
      this.#marked.set(`${currency} ${mark}`, after);
    }
    const scheme = cardSchemeOf(facts.verdict?.maskedCard);
    const { count, minor: sum } = this.#totals.get(`${currency} ${scheme}`) ?? { count: 0, minor: 0 };
    this.#totals.set(`${currency} ${scheme}`, { currency, scheme, count: count + 1, minor: sum + minor });
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
    for (const { currency, count, minor } of this.list()) {
      const before = sums.get(currency) ?? { count: 0, minor: 0 };
      sums.set(currency, { currency, count: before.count + count, minor: before.minor + minor });
    }
    return [...sums.values()];
  }
}

/** `other` comes last: the names of schemes begin with a capital. */
const byText = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
