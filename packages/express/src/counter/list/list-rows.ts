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

const emailColumn: Column = { es: "Correo", en: "Email", of: ({ facts }) => facts.email };

/**
 * The payments of a list as rows: see {@link rowsOf}.
 * @param pages the payments, the latest first
 * @param timeZone of the times in the file
 * @param keepEmail whether they have the buyer's email
 */
export function listRows(
  pages: AsyncIterable<readonly Attempt[]>,
  timeZone: string,
  language: CounterLanguage,
  keepEmail = false,
): AsyncGenerator<Cell[][], void, void> {
  return rowsOf(pages, keepEmail ? [...columns, emailColumn] : columns, { language, clock: clockOf(timeZone) });
}
