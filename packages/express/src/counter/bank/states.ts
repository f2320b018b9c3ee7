import type { BankTable } from "./read-csv.ts";
import { maxCellLength } from "./text.ts";

/** A state in the bank's words, in the column that has them. */
export interface BankState {
  /** The form in which states are compared: see {@link stateOf}. */
  state: string;
  /** As it is written in the first row that has it. */
  written: string;
  /** How many rows have it. */
  rows: number;
}

/** For each state of the bank's file, whether its rows count. */
export type CountedStates = ReadonlyMap<string, boolean>;

/** The most states of a column: one with more has something else in it. */
const maxStates = 12;
/** The most ways in which they are written. */
const maxSpellings = 4 * maxStates;

/** The form in which states are compared: in upper case, without accents and needless spaces. "" for none. */
export const stateOf = (text: string): string =>
  text
    .slice(0, maxCellLength)
    .normalize("NFKD")
    .replaceAll(/[\p{M}\p{Cf}]/gu, "")
    .trim()
    .replaceAll(/\s+/g, " ")
    .toUpperCase();

/** The states that a column has, the most frequent first. `undefined` when they are more than {@link maxStates}. */
export function statesIn({ rows }: BankTable, column: number): BankState[] | undefined {
  const spellings = new Map<string, number>();
  for (const { cells, isAbove, isSplit } of rows) {
    const written = cells[column] ?? "";
    if (isAbove || isSplit || written.trim() === "") continue;
    spellings.set(written, (spellings.get(written) ?? 0) + 1);
    if (spellings.size > maxSpellings) return undefined;
  }
  const found = new Map<string, BankState>();
  for (const [written, count] of spellings) {
    const state = stateOf(written);
    found.set(state, { written, ...found.get(state), state, rows: (found.get(state)?.rows ?? 0) + count });
  }
  return found.size > maxStates ? undefined : [...found.values()].toSorted((a, b) => b.rows - a.rows);
}

/** Whether the state of a row sounds like money that moved, to or from the shop: what is proposed to who decides it. */
export const soundsPaid = (state: string): boolean =>
  /\b(?:APROB|APPROV|EXITO|SUCCESS|LIQUID|SETTL|CAPTUR|COMPLET|PAGAD|PAID|DEVUEL|DEVOLUCION|REEMBOL|REFUND|ANULACION|REVERSO|REVERSION)|^0+$/.test(
    state,
  ) && !/\b(?:NO|NOT|SIN)\b|RECHAZ|DECLIN|DENEG|DENIED|FALLID|FAILED|ANULAD|VOIDED|REVERSAD/.test(state);
