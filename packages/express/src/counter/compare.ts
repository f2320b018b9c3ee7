import type { DeskSettings } from "../staff/desk.ts";
import { type Columns, isComplete, likelyColumns, type Role, roles } from "./bank/columns.ts";
import { keepColumns, keptColumns } from "./bank/kept-columns.ts";
import { type BankTable, tableSteps } from "./bank/read-csv.ts";
import { BankFileError } from "./bank/text.ts";
import { inTurns } from "./bank/turns.ts";
import { readUpload } from "./bank/upload.ts";
import { type ColumnsProblem, showBusy, showColumns, showForm } from "./compare-forms.ts";
import { showComparison } from "./comparison.ts";
import { batchNamed, type ShownBatch } from "./shown-batch.ts";
import type { CounterRoute, Visit } from "./visit.ts";

/**
 * `/compare`: compares a batch with the bank's list. The permission `look` is enough, because no payment is changed.
 */
export const compareRoutes: readonly CounterRoute[] = [
  {
    method: "GET",
    path: /^\/compare$/,
    answer: async (visit) => showForm(visit, await batchNamed(visit, visit.query.get("batch") ?? undefined)),
  },
  { method: "POST", path: /^\/compare$/, may: "look", read: readUpload, answer: compareUpload },
];

/**
 * For each router, the names of the people whose comparison runs. A large one takes seconds, and each person runs one.
 */
const runningComparisons = new WeakMap<DeskSettings, Set<string>>();

async function compareUpload(visit: Visit): Promise<void> {
  const { fields, fileProblem, settings } = visit;
  const shown = await batchNamed(visit, fields.get("batch"));
  const text = fields.get("text") ?? "";
  if (shown === undefined || fileProblem !== undefined || text.trim() === "") {
    return showForm(visit, shown, { problem: fileProblem ?? "nothing" });
  }
  const { name } = visit.staff;
  const running = runningComparisons.get(settings) ?? new Set();
  if (running.has(name)) return showBusy(visit, shown.batch, text);
  running.add(name);
  runningComparisons.set(settings, running);
  try {
    await compareText(visit, shown, text);
  } finally {
    running.delete(name);
  }
}

async function compareText(visit: Visit, shown: ShownBatch, text: string): Promise<void> {
  const { fields, request, response, settings } = visit;
  const table = await tableIn(text);
  if (table instanceof BankFileError) return showForm(visit, shown, table);

  const assigned = assignedColumns(fields, table);
  const upload = { batch: shown.batch, text, table };
  if (typeof assigned === "string") return showColumns(visit, upload, chosenColumns(fields, table), assigned);
  const kept = keptColumns(request, settings, table);
  const columns = assigned ?? (fields.has("change") ? undefined : kept);
  if (columns === undefined) return showColumns(visit, upload, kept ?? likelyColumns(table));
  if (assigned !== undefined) keepColumns(response, settings, table, columns);
  return showComparison(visit, upload, columns);
}

async function tableIn(text: string): Promise<BankTable | BankFileError> {
  try {
    return await inTurns(tableSteps(text));
  } catch (error) {
    if (error instanceof BankFileError) return error;
    throw error;
  }
}

/** The role that the form assigns to each column, in the order of the columns. */
const chosenRoles = (fields: ReadonlyMap<string, string>, table: BankTable): (Role | undefined)[] =>
  Array.from({ length: table.columns }, (_, at) => roles.find((role) => role === fields.get(`column-${at}`)));

function chosenColumns(fields: ReadonlyMap<string, string>, table: BankTable): Columns {
  const chosen = chosenRoles(fields, table);
  return Object.fromEntries(chosen.flatMap((role, at) => (role === undefined ? [] : [[role, at]])));
}

/** The columns that the form assigns, or why they cannot be used. `undefined` when it assigns none. */
function assignedColumns(fields: ReadonlyMap<string, string>, table: BankTable): Columns | ColumnsProblem | undefined {
  if (!fields.has("column-0")) return undefined;
  const used = chosenRoles(fields, table).filter((role) => role !== undefined);
  if (new Set(used).size < used.length) return "twice";
  const columns = chosenColumns(fields, table);
  return isComplete(columns) ? columns : "incomplete";
}
