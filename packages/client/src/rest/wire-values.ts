import { ArgumentError } from "@ventanilla/web";
import { type Money, parseMoney } from "../money.ts";
import { restAmount } from "../wire/rest-amount.ts";
import { type RestField, restFields } from "../wire/rest-fields.ts";

/**
 * The values in their wire form, and the amounts with their one currency. Each amount is read once, so that later
 * changes and getters of the caller have no effect. A wrong one is refused at once, behind what is `wrong` already.
 */
export function wireValues(owner: string, given: Record<string, unknown>, wrong: readonly string[]) {
  const amounts: Record<string, Money> = {};
  const values: Record<string, unknown> = Object.create(null);
  let currency: Money["currency"] | undefined;
  for (const field of Object.keys(restFields) as RestField[]) {
    const value = given[field];
    if (value === undefined) continue;
    if (restFields[field].kind !== "amount") {
      values[field] = value;
      continue;
    }
    const money = amountOf(value, `${owner}.${field}`, currency, wrong);
    currency ??= money.currency;
    values[field] = restAmount(money.minor);
    amounts[field] = Object.freeze({ ...money });
  }
  return { values, amounts, currency };
}

/** An amount in the currency of those before it. */
function amountOf(
  value: unknown,
  name: string,
  currency: Money["currency"] | undefined,
  wrong: readonly string[],
): Money {
  try {
    const money = parseMoney(value, name);
    if (currency === undefined || money.currency === currency) return money;
    throw new ArgumentError(`${name}.currency: expected ${currency}`);
  } catch (error) {
    throw error instanceof ArgumentError ? errorAbout([...wrong, error.message]) : error;
  }
}

/** One error about everything that is wrong with a request: each message once, ten at most. */
export const errorAbout = (wrong: readonly string[]): ArgumentError =>
  new ArgumentError([...new Set(wrong)].slice(0, 10).join("; "));
