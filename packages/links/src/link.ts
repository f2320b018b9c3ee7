import type { Money } from "@ventanilla/client";
import { formatMoney } from "@ventanilla/web";
import type { Language } from "./language.ts";

/** A line of what is charged for, as the buyer reads it. */
export interface LinkLine {
  /** 1 to 120 characters: `2 × Bizcocho`. */
  text: string;
  /** What the whole line costs, tax included. */
  amount: Money;
}

/** What a link is made of. */
export interface LinkInput {
  /** What is charged, tax included; with `max` the least that the buyer may choose. */
  amount: Money;
  /** The most that the buyer may choose to pay, as a deposit or a donation: more than `amount`. Default: they pay `amount` */
  max?: Money | undefined;
  /** What for, as the buyer reads it: 1 to 200 characters. */
  description: string;
  /** The tax (ITBIS) within the amount, in percent: 18, 16 or 0. Default: the option `itbis` */
  itbis?: number;
  /** Their amounts sum up to a fixed `amount`. Default: none */
  lines?: readonly LinkLine[];
  /** Whom it is for. What is missing here, the buyer types: the bank wants an email and a mobile number. */
  customer?: Partial<Record<"name" | "email" | "mobilePhone", string | undefined>>;
  /** How many times it can be paid: 1 to 100,000, or `"many"`. Default: 1 */
  times?: number | "many";
  /** From when it can be paid, in milliseconds since the epoch. Default: at once */
  from?: number | undefined;
  /** Until when a payment can be begun, in milliseconds since the epoch. Default: until it is withdrawn */
  until?: number | undefined;
  /** Who made it, 1 to 100 characters: kept with it. */
  by?: string | undefined;
}

/**
 * A link as it is kept: `lines` and `customer` are empty where there are none. What was charged for never changes: another
 * price is another link.
 */
export interface Link
  extends Pick<LinkInput, "max" | "from" | "until" | "by">,
    Required<Omit<LinkInput, "max" | "from" | "until" | "by">> {
  /** Ten characters, which nobody guesses: `K7MP4-XQ9TD` without the hyphen. */
  code: string;
  /** Its page: `https://shop.example/pay/K7MP4XQ9TD`. */
  url: string;
  /** When it was made, in milliseconds since the epoch. */
  createdAt: number;
  /** When it was withdrawn. Absent while it was not. */
  withdrawnAt?: number;
  /** How many payments it brought in, how much in its currency, and what of that went back, if some did: see `onGivenBack`. */
  paid: { count: number; total: Money; givenBack?: Money };
}

/** Which links a list has: `open` can be paid now or later, `paid` has brought in money, `ended` can be paid no more. */
export type LinkFilter = "open" | "paid" | "ended";

/** An amount, or its two bounds, `RD$ 500.00 a RD$ 5,000.00`: a line ends at most before the upper one. */
export const amountText = ({ amount, max }: Pick<Link, "amount" | "max">, language: Language): string =>
  (max ? [amount, max] : [amount]).map(formatMoney).join(language === "es" ? " a\u00a0" : " to\u00a0");

/** The tax within an amount, rounded to the centavo. */
export const taxWithin = ({ minor, currency }: Money, itbis: number): Money => ({
  minor: Math.round((minor * itbis) / (100 + itbis)),
  currency,
});

/** Why a payment of a link can be begun now, or cannot. `soldOut`: it was paid as often as it can be, more than once. */
export type LinkState = "open" | "early" | "expired" | "withdrawn" | "paid" | "soldOut";

/** How many payments a link takes. */
export const stockOf = ({ times }: Pick<Link, "times">): number =>
  times === "many" ? Number.POSITIVE_INFINITY : times;

/** The state of a link at a time. That it was paid explains more than that it was withdrawn later. */
export function stateOf(link: Link, now: number): LinkState {
  const { from = 0, until = Number.POSITIVE_INFINITY, withdrawnAt, paid } = link;
  if (paid.count >= stockOf(link)) return link.times === 1 ? "paid" : "soldOut";
  if (withdrawnAt !== undefined) return "withdrawn";
  if (now >= until) return "expired";
  return now < from ? "early" : "open";
}

/** Whether the link itself is the order: then the router lets it be paid once, whoever opens it. */
export const isFixedOnce = ({ max, times }: Link): boolean => times === 1 && max === undefined;
