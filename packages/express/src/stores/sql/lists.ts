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

/** Conditions of a statement, with their values. */
class Conditions {
  readonly texts: string[] = [];
  readonly values: SqlValue[] = [];

  add(text: string, ...values: SqlValue[]): this {
    this.texts.push(text);
    this.values.push(...values);
    return this;
  }
}

/**
 * The columns that few attempts share a value of, most selective first, with their indexes. The first one that the
 * filter names chooses the index.
 */
const selective = [
  ["order", "attempts_by_order"],
  ["reference", "attempts_by_reference"],
  ["authorizationCode", "attempts_by_code"],
  ["lastDigits", "attempts_by_card"],
  ["toDecide", "attempts_waiting"],
] as const;

/**
 * The statement for a page of attempts, with one row more than the limit. Each of its parts is a range of one index,
 * however the values are distributed; the parts are merged.
 * @throws ArgumentError naming `after`
 */
export function attemptsList(
  db: Pick<Database, "prefix" | "using">,
  scope: string,
  request: AttemptsRequest,
): { text: string; values: SqlValue[] } {
  const { filter = {} } = request;
  const place = parseCursor(request.after);
  const order = "ORDER BY created_at DESC, seq DESC";
  const parts = branchesOf(filter).map(({ index, add, rest }) => {
    const conditions = new Conditions().add("scope = ?", scope);
    add(conditions);
    addFilter(conditions, db, scope, rest, index);
    if (place) conditions.add("(created_at < ? OR (created_at = ? AND seq < ?))", place.at, place.at, place.seq);
    if (place) conditions.add("created_at <= ?", place.at);
    const text = `SELECT * FROM ${db.prefix}attempts ${db.using(index)} WHERE ${conditions.texts.join(" AND ")} ${order} LIMIT ?`;
    return { text, values: [...conditions.values, request.limit + 1] };
  });
  const [only] = parts;
  if (parts.length === 1 && only) return only;
  const text = parts.map((part, index) => `SELECT * FROM (${part.text}) AS part${index}`).join(" UNION ALL ");
  return { text: `${text} ${order} LIMIT ?`, values: [...parts.flatMap(({ values }) => values), request.limit + 1] };
}

/**
 * A part of a list: the index that it is a range of, what the columns of that index are, and what else is asked for. A
 * condition that repeats a column of the index would make an engine expect fewer rows there than there are.
 */
interface Branch {
  index: string;
  add(conditions: Conditions): void;
  rest: AttemptFilter;
}

function branchesOf(filter: AttemptFilter): Branch[] {
  const chosen = selective.find(([name]) => filter[name] !== undefined);
  if (chosen) return [{ index: chosen[1], add: () => {}, rest: filter }];
  const { amount, groups: named = groups, currency, ...rest } = filter;
  if (amount !== undefined) {
    // No attempt is in two currencies.
    const never = currency === undefined || currency === amount.currency ? "" : " AND 1 = 0";
    const text = `currency = ? AND amount = ? AND group_name = ?${never}`;
    return named.map((group) => ({
      index: "attempts_by_amount",
      add: (conditions) => conditions.add(text, amount.currency, amount.minor, group),
      rest,
    }));
  }
  return named.flatMap((group) =>
    (currency === undefined ? currencies : [currency]).map((each) => ({
      index: "attempts_by_group",
      add: (conditions: Conditions) => conditions.add("group_name = ? AND currency = ?", group, each),
      rest,
    })),
  );
}

/** Compares like `=`, but no engine uses an index for it: none takes an index in which half of the rows match. */
const plainly = (column: string, none: "''" | "-1"): string => `COALESCE(${column}, ${none}) = ?`;

function addFilter(
  conditions: Conditions,
  { prefix }: Pick<Database, "prefix">,
  scope: string,
  filter: AttemptFilter,
  index: string,
): void {
  const {
    groups: named,
    toDecide,
    from,
    until,
    amount,
    currency,
    order,
    reference,
    authorizationCode,
    lastDigits,
  } = filter;
  const text = (own: string, column: string, value: string): Conditions =>
    conditions.add(index === own ? `${column} = ?` : plainly(column, "''"), value);
  if (named !== undefined) conditions.add(`COALESCE(group_name, '') IN ${listOf(named)}`, ...named);
  if (toDecide !== undefined) text("attempts_waiting", "waits_for", toDecide);
  if (from !== undefined) conditions.add("created_at >= ?", from);
  if (until !== undefined) conditions.add("created_at < ?", until);
  if (amount !== undefined)
    conditions.add(`${plainly("amount", "-1")} AND ${plainly("currency", "''")}`, amount.minor, amount.currency);
  if (currency !== undefined) conditions.add(plainly("currency", "''"), currency);
  if (order !== undefined) {
    const referenced = `SELECT order_id FROM ${prefix}orders WHERE scope = ? AND reference = ?`;
    conditions.add(`order_id IN (?, (${referenced}))`, order, scope, order);
  }
  if (reference !== undefined) text("attempts_by_reference", "reference_key", withoutZeros(reference));
  if (authorizationCode !== undefined) text("attempts_by_code", "code_key", canonicalCode(authorizationCode));
  if (lastDigits !== undefined) text("attempts_by_card", "last_four", lastDigits);
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
