import type { DeskSettings } from "../../staff/desk-settings.ts";
import { isComplete, isDecided, type Layout, likelyColumns, type Role, roles } from "../bank/columns.ts";
import { keepLayout, keptLayout } from "../bank/kept-layout.ts";
import { type BankTable, tableSteps } from "../bank/read-csv.ts";
import { soundsPaid, statesIn } from "../bank/states.ts";
import { BankFileError } from "../bank/text.ts";
import { inTurns } from "../bank/turns.ts";
import { readUpload } from "../bank/upload.ts";
import { batchNamed, type ShownBatch } from "../close/shown-batch.ts";
import type { Answer, CounterRoute, Visit } from "../visit.ts";
import { type AssignedColumns, busyPage, columnsPage, uploadPage } from "./compare-forms.ts";
import { findDifferences } from "./comparison.ts";
import { sendComparison } from "./comparison-file.ts";
import { comparisonPage } from "./comparison-page.ts";
import { keepComparison, keptComparisonRoutes } from "./kept-comparisons.ts";

/**
 * `/compare`: compares a batch with the bank's list. The permission `look` is enough, because no payment is changed.
 */
export const compareRoutes: readonly CounterRoute[] = [
  {
    method: "GET",
    path: /^\/compare$/,
    answer: async (visit) => uploadPage(visit, await batchNamed(visit, visit.query.get("batch") ?? undefined)),
  },
  { method: "POST", path: /^\/compare$/, may: "look", read: readUpload, answer: compareUpload },
  ...keptComparisonRoutes,
];

/**
 * For each router, the names of the people whose comparison runs. A large one takes seconds, and each person runs one.
 */
const runningComparisons = new WeakMap<DeskSettings, Set<string>>();

async function compareUpload(visit: Visit): Promise<Answer> {
  const { fields, fileProblem, settings } = visit;
  const shown = await batchNamed(visit, fields.get("batch"));
  const text = fields.get("file") ?? fields.get("text") ?? "";
  if (shown === undefined || fileProblem !== undefined || text.trim() === "") {
    return uploadPage(visit, shown, { problem: fileProblem ?? "nothing", field: "file" });
  }
  const { name } = visit.staff;
  const running = runningComparisons.get(settings) ?? new Set();
  if (running.has(name)) return busyPage(visit, shown.batch, text);
  running.add(name);
  runningComparisons.set(settings, running);
  try {
    return await compareText(visit, shown, text);
  } finally {
    running.delete(name);
  }
}

async function compareText(visit: Visit, shown: ShownBatch, text: string): Promise<Answer> {
  const { fields, request, response, settings } = visit;
  const table = await tableIn(text);
  if (table instanceof BankFileError) {
    const { problem, line } = table;
    return uploadPage(visit, shown, { problem, line, field: fields.has("file") ? "file" : "text" });
  }
  const upload = { batch: shown.batch, text, table };
  const assigned = assignedColumns(fields, table);
  const kept = keptLayout(request, settings, table);
  const isKept = kept !== undefined && !fields.has("change") && isDecided(kept, table);
  // Another language decides nothing: the columns are shown in it.
  const chosen = visit.query.has("lang") ? undefined : assigned?.layout;
  const layout = assigned === undefined && isKept ? kept : chosen;
  if (layout === undefined) return columnsPage(visit, upload, assigned ?? proposedColumns(table, kept));
  if (assigned !== undefined) keepLayout(response, settings, table, layout);
  const found = await findDifferences(settings, upload, layout);
  const format = fields.get("download");
  if (format !== undefined) return sendComparison(visit, found, format);
  await keepComparison(visit, found);
  return comparisonPage(visit, upload, found);
}

async function tableIn(text: string): Promise<BankTable | BankFileError> {
  try {
    return await inTurns(tableSteps(text));
  } catch (error) {
    if (error instanceof BankFileError) return error;
    throw error;
  }
}

/** What the form assigns. `undefined` when it assigns nothing. */
function assignedColumns(
  fields: ReadonlyMap<string, string>,
  table: BankTable,
): (AssignedColumns & { layout?: Layout }) | undefined {
  if (!fields.has("column-0")) return undefined;
  const chosen = Array.from({ length: table.columns }, (_, at) =>
    roles.find((role) => role === fields.get(`column-${at}`)),
  );
  const at = (role: Role) => chosen.indexOf(role);
  const found = at("state") < 0 ? [] : statesIn(table, at("state"));
  // Until its states are shown, nobody has decided which of them count.
  const isShown = fields.get("states-of") === String(at("state"));
  const counts = (state: string, index: number) => (isShown ? fields.has(`state-${index}`) : soundsPaid(state));
  const states = new Map(found?.map(({ state }, index) => [state, counts(state, index)]));

  const twice = chosen.findIndex((role, index) => role !== undefined && at(role) < index);
  if (twice >= 0) return { chosen, states, problem: "twice", at: twice };
  const columns = Object.fromEntries(chosen.flatMap((role, index) => (role === undefined ? [] : [[role, index]])));
  if (!isComplete(columns)) return { chosen, states, problem: "incomplete", at: Math.max(at("amount"), 0) };
  if (found === undefined) return { chosen, states, problem: "manyStates", at: at("state") };
  const layout = { columns, states };
  if (columns.state === undefined || (isShown && isDecided(layout, table))) return { chosen, states, layout };
  return { chosen, states, at: at("state"), ...(isShown && { problem: "noState" }) };
}

/** The columns that are proposed: those that were assigned to such a file before, else by their names. */
function proposedColumns(table: BankTable, kept: Layout | undefined): AssignedColumns {
  const columns = kept?.columns ?? likelyColumns(table);
  const found = columns.state === undefined ? undefined : statesIn(table, columns.state);
  const isProposed = (role: Role) => role !== "state" || found !== undefined;
  const chosen = Array.from({ length: table.columns }, (_, at) =>
    roles.find((role) => columns[role] === at && isProposed(role)),
  );
  const states = new Map(found?.map(({ state }) => [state, kept?.states.get(state) ?? soundsPaid(state)]));
  return { chosen, states };
}
