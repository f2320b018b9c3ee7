import type { Cell } from "@ventanilla/web";
import type { Attempt } from "../../attempt/attempt.ts";
import { type Column, clockOf, paymentColumns, rowsOf } from "../download/batch-rows.ts";
import { standingName, standingOf } from "../standing/standing.ts";
import type { CounterLanguage } from "../texts/texts.ts";

const columns: readonly Column[] = [
  { es: "Empezó", en: "Began", of: ({ createdAt }, { clock }) => ({ time: clock.format(createdAt) }) },
  { es: "Estado", en: "State", of: (attempt, { language }) => standingName(standingOf(attempt), language) },
  ...paymentColumns,
];

/**
 * The payments of a list as rows: see {@link rowsOf}.
 * @param pages the payments, the latest first
 * @param timeZone of the times in the file
 */
export function listRows(
  pages: AsyncIterable<readonly Attempt[]>,
  timeZone: string,
  language: CounterLanguage,
): AsyncGenerator<Cell[][], void, void> {
  return rowsOf(pages, columns, { language, clock: clockOf(timeZone) });
}
