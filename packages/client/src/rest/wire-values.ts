import { ArgumentError } from "@ventanilla/web";
import { type Money, parseMoney } from "../money.ts";
import { restAmount } from "../wire/rest-amount.ts";
import { type RestField, restFields } from "../wire/rest-fields.ts";

/**
 * The values in their wire form, the amounts with their one currency, and what is wrong with the other amounts. Each
 * amount is read once, so that later changes and getters of the caller have no effect.
 */
export function wireValues(owner: string, given: Record<string, unknown>) {
  const amounts: Record<string, Money> = {};
  const values: Record<string, unknown> = Object.create(null);
  const wrongAmounts = new Map<RestField, string>();
  let currency: Money["currency"] | undefined;
  for (const field of Object.keys(restFields) as RestField[]) {
    const value = given[field];
    if (value === undefined) continue;
    if (restFields[field].kind !== "amount") {
      values[field] = value;
      continue;
    }
    try {
      const money = amountOf(value, `${owner}.${field}`, currency);
      currency ??= money.currency;
      values[field] = restAmount(money.minor);
      amounts[field] = Object.freeze({ ...money });
    } catch (error) {
      if (!(error instanceof ArgumentError)) throw error;
      wrongAmounts.set(field, error.message);
    }
  }
  return { values, amounts, currency, wrongAmounts };
}

/** An amount in the currency of those before it. */
function amountOf(value: unknown, name: string, currency: Money["currency"] | undefined): Money {
  const money = parseMoney(value, name);
  if (currency === undefined || money.currency === currency) return money;
  throw new ArgumentError(`${name}.currency: expected ${currency}`);
}

/** One error about everything that is wrong with a request: each message once, ten at most. */
export const errorAbout = (wrong: readonly string[]): ArgumentError =>
  new ArgumentError([...new Set(wrong)].slice(0, 10).join("; "));
