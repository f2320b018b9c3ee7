import type { Money } from "@ventanilla/client";
import { formatMoney } from "@ventanilla/web";
import { isRange } from "./check-link.ts";
import type { AmountRange } from "./link.ts";

const amountsOf = (amount: Money | AmountRange): [Money, ...Money[]] =>
  isRange(amount) ? [amount.min, amount.max] : [amount];

export const currencyOf = (amount: Money | AmountRange): Money["currency"] => amountsOf(amount)[0].currency;

/** An amount, or its two bounds, as people read them. */
export const writtenAmounts = (amount: Money | AmountRange): string[] => amountsOf(amount).map(formatMoney);

/** The same in one line: `RD$ 500.00 – RD$ 5,000.00`. */
export const amountText = (amount: Money | AmountRange): string => writtenAmounts(amount).join(" – ");
