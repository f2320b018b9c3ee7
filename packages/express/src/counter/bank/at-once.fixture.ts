import type { Attempt } from "../../attempt/attempt.ts";
import { type BankPayment, type BankRows, type Columns, paymentSteps } from "./columns.ts";
import { type Comparison, comparisonSteps } from "./match.ts";
import { type BankTable, tableSteps } from "./read-csv.ts";
import type { CountedStates } from "./states.ts";
import { atOnce } from "./turns.ts";

/** Reads the table of a file in one go. */
export const readTable = (text: string): BankTable => atOnce(tableSteps(text));

/** Reads the payments of a table in one go. `states`: which states count, in a column that has them. */
export const readPayments = (table: BankTable, columns: Columns, states: CountedStates = new Map()): BankRows =>
  atOnce(paymentSteps(table, { columns, states }));

/** Compares the payments of both sides in one go. */
export const compare = (ours: readonly Attempt[], bank: readonly BankPayment[]): Comparison =>
  atOnce(comparisonSteps(ours, bank));
