import type { Attempt } from "@ventanilla/express/store";
import {
  type BankPayment,
  type BankRows,
  type Columns,
  paymentSteps,
} from "../../../packages/express/src/counter/bank/columns.ts";
import { type Comparison, comparisonSteps } from "../../../packages/express/src/counter/bank/match.ts";
import { type BankTable, tableSteps } from "../../../packages/express/src/counter/bank/read-csv.ts";
import { atOnce } from "../../../packages/express/src/counter/bank/turns.ts";

/** Reads the table of a file in one go. */
export const readTable = (text: string): BankTable => atOnce(tableSteps(text));

/** Reads the payments of a table in one go. */
export const readPayments = (table: BankTable, columns: Columns): BankRows => atOnce(paymentSteps(table, columns));

/** Compares the payments of both sides in one go. */
export const compare = (ours: readonly Attempt[], bank: readonly BankPayment[]): Comparison =>
  atOnce(comparisonSteps(ours, bank));
