import { canonicalCode, withoutZeros } from "../../attempt/bank-numbers.ts";
import { groups } from "../../attempt/group.ts";
import { currencies, cursorOf, parseCursor } from "../checks.ts";
import type {
  AttemptFilter,
  AttemptPage,
  AttemptsRequest,
  StaffStore,
  TakingsRequest,
  TallyRow,
  TimeSpan,
} from "../staff-store.ts";
import { type AttemptRow, attemptFromRow, integer } from "./columns.ts";
import { type Database, listOf, type Program, rowsOf, type SqlValue } from "./program.ts";

/** The methods of a store that list and add up attempts. */
export function listsIn(db: Database, scope: string): Pick<StaffStore, "listAttempts" | "takings" | "tally"> {
  return {
    listAttempts: async (request) => {
      const list = attemptsList(db, scope, request);
      return pageOf(await db.read(() => rowsOf<AttemptRow>(list.text, ...list.values)), request.limit, "created_at");
    },
    takings: async (request) => pageOf(await db.read(() => takings(db, scope, request)), request.limit, "paid_at"),
    tally: (span) => db.read(() => tally(db, scope, span)),
  };
}

/** The page of these rows. One row more than `limit` shows that another page follows. */
function pageOf(rows: readonly AttemptRow[], limit: number, sortedBy: "created_at" | "paid_at"): AttemptPage {
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  const next = last && cursorOf({ at: integer(last[sortedBy]), seq: integer(last.seq) });
  return { attempts: rows.slice(0, limit).map(attemptFromRow), ...(next !== undefined && { next }) };
}

/** A condition, with its values. */
type Condition = readonly [text: string, ...values: SqlValue[]];

/**
 * What few attempts share a value of, most selective first, with its index. The first one that the filter names chooses the
 * index. An order is found by its own id, or by that which the bank knows it by.
 */
const selective = [
  { name: "order", index: "attempts_by_order" },
  { name: "reference", index: "attempts_by_reference", column: "reference_key", keyOf: withoutZeros },
  { name: "authorizationCode", index: "attempts_by_code", column: "code_key", keyOf: canonicalCode },
  { name: "lastDigits", index: "attempts_by_card", column: "last_four" },
  { name: "toDecide", index: "attempts_waiting", column: "waits_for" },
] as const satisfies readonly Selective[];

interface Selective {
  name: keyof AttemptFilter;
  index: string;
  column?: string;
  /** The form in which the column has it. */
  keyOf?(text: string): string;
}

/**
 * The statement for a page of attempts, with one row more than the limit. Each of its parts is a range of one index,
 * however the values are distributed; the parts are merged.
 * @throws ArgumentError naming `after`
 */
export function attemptsList(
  db: Pick<Database, "prefix" | "using">,
  scope: string,
  { filter = {}, after, limit }: AttemptsRequest,
): { text: string; values: SqlValue[] } {
  const place = parseCursor(after);
  const order = "ORDER BY created_at DESC, seq DESC";
  const parts = branchesOf(filter).map(({ index, where, rest }) => {
    const conditions: Condition[] = [["scope = ?", scope], ...where, ...conditionsOf(db, scope, rest, index)];
    if (place) {
      const { at, seq } = place;
      conditions.push(["(created_at < ? OR (created_at = ? AND seq < ?)) AND created_at <= ?", at, at, seq, at]);
    }
    const texts = conditions.map(([text]) => text).join(" AND ");
    const text = `SELECT * FROM ${db.prefix}attempts ${db.using(index)} WHERE ${texts} ${order} LIMIT ?`;
    return { text, values: [...conditions.flatMap(([, ...values]) => values), limit + 1] };
  });
  const [only] = parts;
  if (parts.length === 1 && only) return only;
  const text = parts.map((part, index) => `SELECT * FROM (${part.text}) AS part${index}`).join(" UNION ALL ");
  return { text: `${text} ${order} LIMIT ?`, values: [...parts.flatMap(({ values }) => values), limit + 1] };
}

/**
 * A part of a list: the index that it is a range of, what the columns of that index are, and what else is asked for. A
 * condition that repeats a column of the index would make an engine expect fewer rows there than there are.
 */
interface Branch {
  index: string;
  where: readonly Condition[];
  rest: AttemptFilter;
}

function branchesOf(filter: AttemptFilter): Branch[] {
  const chosen = selective.find(({ name }) => filter[name] !== undefined);
  if (chosen) return [{ index: chosen.index, where: [], rest: filter }];
  const { amount, groups: named = groups, currency, ...rest } = filter;
  if (amount !== undefined) {
    // No attempt is in two currencies.
    const never = currency === undefined || currency === amount.currency ? "" : " AND 1 = 0";
    const text = `currency = ? AND amount = ? AND group_name = ?${never}`;
    return named.map((group) => ({
      index: "attempts_by_amount",
      where: [[text, amount.currency, amount.minor, group]],
      rest,
    }));
  }
  return named.flatMap((group) =>
    (currency === undefined ? currencies : [currency]).map(
      (each): Branch => ({
        index: "attempts_by_group",
        where: [["group_name = ? AND currency = ?", group, each]],
        rest,
      }),
    ),
  );
}

/** Compares like `=`, but no engine uses an index for it: none takes an index in which half of the rows match. */
const plainly = (column: string, none: "''" | "-1"): string => `COALESCE(${column}, ${none}) = ?`;

function conditionsOf(
  { prefix }: Pick<Database, "prefix">,
  scope: string,
  filter: AttemptFilter,
  chosen: string,
): Condition[] {
  const { groups: named, from, until, amount, currency, order } = filter;
  const conditions: Condition[] = [];
  if (named !== undefined) conditions.push([`COALESCE(group_name, '') IN ${listOf(named)}`, ...named]);
  if (from !== undefined) conditions.push(["created_at >= ?", from]);
  if (until !== undefined) conditions.push(["created_at < ?", until]);
  if (amount !== undefined) conditions.push([plainly("amount", "-1"), amount.minor]);
  if (amount !== undefined) conditions.push([plainly("currency", "''"), amount.currency]);
  if (currency !== undefined) conditions.push([plainly("currency", "''"), currency]);
  if (order !== undefined) {
    const referenced = `SELECT order_id FROM ${prefix}orders WHERE scope = ? AND reference = ?`;
    conditions.push([`order_id IN (?, (${referenced}))`, order, scope, order]);
  }
  for (const { name, index, column, keyOf } of selective as readonly Selective[]) {
    const value = filter[name];
    if (column === undefined || typeof value !== "string") continue;
    conditions.push([index === chosen ? `${column} = ?` : plainly(column, "''"), keyOf?.(value) ?? value]);
  }
  return conditions;
}

function takings(db: Database, scope: string, request: TakingsRequest): Program<AttemptRow[]> {
  const place = parseCursor(request.after);
  const rest = place ? "AND (paid_at > ? OR (paid_at = ? AND seq > ?))" : "";
  const from = Math.max(request.from, place?.at ?? request.from);
  return rowsOf<AttemptRow>(
    `SELECT * FROM ${db.prefix}attempts ${db.using("attempts_by_paid")} WHERE scope = ? AND paid_at >= ? AND paid_at < ? ${rest}
     ORDER BY paid_at, seq LIMIT ?`,
    scope,
    from,
    request.until,
    ...(place ? [place.at, place.at, place.seq] : []),
    request.limit + 1,
  );
}

const hourMs = 3_600_000;

/** A row of the tally, with the names of its columns. */
interface CountRow extends Pick<TallyRow, "group" | "currency"> {
  tally_group: TallyRow["group"];
  hour_of: unknown;
  n: unknown;
  minor: unknown;
  back_n: unknown;
  back_minor: unknown;
  part_n: unknown;
  part_minor: unknown;
  unnamed_n: unknown;
}

function* tally(db: Database, scope: string, span: TimeSpan): Program<TallyRow[]> {
  const rows = yield* rowsOf<CountRow>(
    `SELECT tally_group, currency, hour_of, count(*) AS n, sum(counted) AS minor, count(given_back) AS back_n,
       sum(given_back) AS back_minor, count(part) AS part_n, sum(part) AS part_minor, count(unnamed_part) AS unnamed_n
     FROM (SELECT tally_group, currency, counted, given_back, part, unnamed_part, floor((reached_at - ?) / ${hourMs}) AS hour_of
       FROM ${db.prefix}attempts ${db.using("attempts_by_reached")} WHERE scope = ? AND reached_at >= ? AND reached_at < ?) AS reached
     GROUP BY tally_group, currency, hour_of`,
    span.from,
    scope,
    span.from,
    span.until,
  );
  return rows.map(({ tally_group: group, currency, hour_of, n, minor, ...row }) => ({
    group,
    currency,
    hour: integer(hour_of),
    count: integer(n),
    minor: integer(minor),
    ...(integer(row.back_n) > 0 && { givenBack: { count: integer(row.back_n), minor: integer(row.back_minor) } }),
    ...(integer(row.part_n) > 0 && { partial: { count: integer(row.part_n), minor: integer(row.part_minor) } }),
    ...(integer(row.unnamed_n) > 0 && { partialUnknown: integer(row.unnamed_n) }),
  }));
}
