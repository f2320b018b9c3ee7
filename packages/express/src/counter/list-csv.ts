import type { Attempt } from "../attempt/attempt.ts";
import { type Column, clockOf, csvOf, paymentColumns } from "./batch-csv.ts";
import { standingName, standingOf } from "./standing.ts";
import type { CounterLanguage } from "./texts/texts.ts";

const columns: readonly Column[] = [
  { es: "Empezó", en: "Began", of: ({ createdAt }, { clock }) => clock.format(createdAt) },
  { es: "Estado", en: "State", of: (attempt, { language }) => standingName(standingOf(attempt), language) },
  ...paymentColumns,
];

/**
 * The payments of a list as CSV: see {@link csvOf}.
 * @param pages the payments, the latest first
 * @param timeZone of the times in the file
 */
export function listCsv(
  pages: AsyncIterable<readonly Attempt[]>,
  timeZone: string,
  language: CounterLanguage,
): AsyncGenerator<string, void, void> {
  return csvOf(pages, columns, { language, clock: clockOf(timeZone) });
}
