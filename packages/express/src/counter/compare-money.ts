import type { Batch } from "@ventanilla/client";
import { formatMoney, type Html, html } from "@ventanilla/web";
import { currencies } from "../stores/checks.ts";
import type { ShopStore } from "../stores/store.ts";
import type { AmountSum, BankAmount } from "./bank/amount.ts";
import type { BankPayment } from "./bank/columns.ts";
import type { Comparison } from "./bank/match.ts";
import { daysAround } from "./known-here.ts";
import { compareTexts } from "./texts/compare.ts";
import type { CounterLanguage } from "./texts/texts.ts";

/** An amount of the bank's file, with a note when its currency is not known. */
export function bankMoney({ minor, currency }: BankAmount | AmountSum, language: CounterLanguage): Html {
  if (currency !== undefined) return html`${formatMoney({ minor, currency })}`;
  const number = formatMoney({ minor, currency: "" }).replace("\u00a0", "");
  return html`${number} <span class="unnamed">${compareTexts[language].result.noCurrency}</span>`;
}

/**
 * Adds a currency to the payments that only the bank has and that the file gives without one. It is the currency of the
 * matched payments that the file gives without one. Nothing is added when these have several currencies or there are
 * none, or when the shop has an attempt in another currency around the batch.
 */
export async function withCurrency(
  store: ShopStore,
  batch: Batch,
  { agreed, differing, onlyBank }: Comparison,
): Promise<BankPayment[]> {
  const unnamed = [...agreed, ...differing].filter(({ bank }) => bank.amount.currency === undefined);
  const [currency, another] = new Set(unnamed.map(({ ours }) => ours.amount.currency));
  if (currency === undefined || another !== undefined) return onlyBank;
  for (const other of currencies.filter((each) => each !== currency)) {
    const filter = { currency: other, ...daysAround(batch) };
    if ((await store.listAttempts({ filter, limit: 1 })).attempts.length > 0) return onlyBank;
  }
  return onlyBank.map((payment) => ({ ...payment, amount: { currency, ...payment.amount } }));
}
