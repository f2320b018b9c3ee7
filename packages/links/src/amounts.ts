import type { Money } from "@ventanilla/client";
import { formatMoney } from "@ventanilla/web";
import type { AmountRange } from "./link.ts";

/** Whether the buyer chooses the amount. */
export const isRange = (amount: Money | AmountRange): amount is AmountRange => "min" in amount;

const amountsOf = (amount: Money | AmountRange): [Money, ...Money[]] =>
  isRange(amount) ? [amount.min, amount.max] : [amount];

export const currencyOf = (amount: Money | AmountRange): Money["currency"] => amountsOf(amount)[0].currency;

/** An amount, or its two bounds, as people read them. */
export const writtenAmounts = (amount: Money | AmountRange): string[] => amountsOf(amount).map(formatMoney);

/** The same in one line: `RD$ 500.00 – RD$ 5,000.00`. */
export const amountText = (amount: Money | AmountRange): string => writtenAmounts(amount).join(" – ");

/** The tax within an amount, rounded to the centavo. */
export const taxWithin = ({ minor, currency }: Money, itbis: number): Money => ({
  minor: Math.round((minor * itbis) / (100 + itbis)),
  currency,
});
