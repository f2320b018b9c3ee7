import { ArgumentError } from "@ventanilla/client";
import { currencies } from "../../attempt/rules.ts";
import { sectionsOf } from "../../attempt/sections-of.ts";
import { canonicalCode, withoutZeros } from "../../attempt/shelf-of.ts";
import type {
  ApprovedRequest,
  AttemptFilter,
  AttemptPage,
  AttemptsRequest,
  ListedReturn,
  StaffStore,
  TimeSpan,
} from "../staff-store.ts";
import { type AttemptRow, attemptFromRow, integer } from "./columns.ts";
import { type Database, joined, type Program, plain, rowsOf, type Statement, sql } from "./program.ts";

/** How many statements of a list are asked at once, at most: the first ones mostly fill its page. */
const maxAsked = 8;

/** The methods of a store that list attempts. */
export function listsIn(db: Database, scope: string) {
  /** One row more than `limit` shows that another page follows. */
  async function page<Row extends Record<"seq", unknown>>(lists: Statement[], limit: number, sortedBy: keyof Row) {
    const rows: Row[] = [];
    await db.read(function* () {
      rows.length = 0;
      for (let [at, asked] = [0, 1]; at < lists.length && rows.length <= limit; asked = Math.min(2 * asked, maxAsked)) {
        const answers = yield lists.slice(at, at + asked).map((list) => sql`${list} LIMIT ${limit + 1 - rows.length}`);
        for (const answer of answers) rows.push(...(answer.rows as Row[]));
        at += asked;
      }
    });
    const last = rows.length > limit ? rows[limit - 1] : undefined;
    const next = last && cursorOf({ at: integer(last[sortedBy]), seq: integer(last.seq) });
    return { rows: rows.slice(0, limit), next: { ...(next !== undefined && { next }) } };
  }
  async function attempts(lists: Statement[], limit: number, sortedBy: keyof AttemptRow): Promise<AttemptPage> {
    const { rows, next } = await page<AttemptRow>(lists, limit, sortedBy);
    return { attempts: rows.map(attemptFromRow), ...next };
  }
  return {
    async listAttempts(request) {
      const { filter = {}, limit } = request;
      const isRare = filter.reached !== undefined && (await db.read(() => sharedByFew(scope, filter)));
      return attempts(attemptsLists(scope, request, isRare), limit, filter.reached ? "reached_at" : "created_at");
    },
    listApproved: (request) => attempts([spanList(scope, "attempts", "paid", request)], request.limit, "paid_at"),
    async listReturns(request) {
      const own = (["currency", ...partNames] as const).map((name) => ({ column: plain(name), value: request[name] }));
      const list = spanList(scope, "returns", "returned", request, own);
      const { rows, next } = await page<ReturnRow>([list], request.limit, "returned_at");
      return { returns: rows.map(returnFromRow), ...next };
    },
  } satisfies Partial<StaffStore>;
}

/** A place in a list: the time by which it is sorted, in milliseconds since the epoch, and the number of the row. */
interface Place {
  at: number;
  seq: number;
}

/** The text that names a place in a list. */
const cursorOf = ({ at, seq }: Place): string => `${at.toString(36)}-${seq.toString(36)}`;

/** @throws ArgumentError naming `after` */
function parseCursor(after: string | undefined): Place | undefined {
  if (after === undefined) return undefined;
  const [, at = "", seq = ""] = /^([0-9a-z]{1,11})-([0-9a-z]{1,11})$/.exec(after) ?? [];
  const place = { at: Number.parseInt(at, 36), seq: Number.parseInt(seq, 36) };
  if (Object.values(place).every(Number.isSafeInteger)) return place;
  throw new ArgumentError("after: expected `next` of the page before this one");
}

/** What attempts and returns are split by, in columns of these names. */
const partNames = ["scheme", "branch", "product"] as const;

/** The index that is compared without a look at the row, in what sums are split by. */
const byReached = "attempts_by_reached";
/** The same of one product: of thousands, each is rare. */
const byProduct = "attempts_by_product";
const byAmount = "attempts_by_amount";
/** Many attempts may have one email: that of a shop that gives its own for who has none. */
const byEmail = "attempts_by_email";
const emailKey = (email: string): string => email.toLowerCase();

/**
 * What few attempts share a value of, most selective first, with its index, and its column with the form that this has. The
 * first one that the filter names chooses the index. An order is found by its own id, or by that which the bank knows it by.
 */
const selective: { name: keyof AttemptFilter; index: string; column?: string; keyOf?(text: string): string }[] = [
  { name: "order", index: "attempts_by_order" },
  { name: "reference", index: "attempts_by_reference", column: "reference_key", keyOf: withoutZeros },
  { name: "authorizationCode", index: "attempts_by_code", column: "code_key", keyOf: canonicalCode },
  { name: "lastDigits", index: "attempts_by_card", column: "last_four" },
  { name: "toDecide", index: "attempts_waiting", column: "waits_for" },
  { name: "email", index: byEmail, column: "email_key", keyOf: emailKey },
  { name: "amount", index: byAmount },
];

/** How many attempts share a value that is rare: their index is read whole, and sorted. */
const maxRare = 2000;

/**
 * What a filter names of {@link selective}, most selective first. A list that is sorted by another time than the index is
 * sorted again: that is for what one order has, for what waits, and for what `isRare`. Else amounts and emails are sorted by
 * their indexes.
 */
const selectiveIn = (filter: AttemptFilter, isReached: boolean, isRare: boolean) =>
  selective.find(({ name }) => {
    if (filter[name] === undefined) return false;
    return name === "order" || name === "toDecide" || (isReached ? isRare : name !== "amount" && name !== "email");
  });

/** Whether few attempts share what a filter of spans of time names. Of what is always rare, nothing is counted. */
function* sharedByFew(scope: string, filter: AttemptFilter): Program<boolean> {
  const chosen = selectiveIn(filter, true, true);
  if (chosen === undefined || chosen === selectiveIn(filter, true, false)) return false;
  const { name, index } = chosen;
  const where = joined([sql`scope = ${scope}`, ...conditionsOf(scope, { [name]: filter[name] }, index)], " AND ");
  const few = sql`SELECT 1 AS one FROM @attempts${plain(`[${index}]`)} WHERE ${where} LIMIT ${maxRare + 1}`;
  const [row] = yield* rowsOf<{ n: unknown }>(sql`SELECT count(*) AS n FROM (${few}) AS few`);
  return integer(row?.n) <= maxRare;
}

/**
 * The attempts of a list, in its order: one statement, or one for each span of time that is a range of its index. Each of
 * its parts is a range of one index, however the values are distributed, and has a page at most; the parts are merged.
 * @param isRare whether few attempts share what the filter names, for a list of spans of time
 * @throws ArgumentError naming `after`
 */
export function attemptsLists(
  scope: string,
  { filter: { reached, from = 0, until = Number.MAX_SAFE_INTEGER, ...filter } = {}, after, limit }: AttemptsRequest,
  isRare = false,
): Statement[] {
  const place = parseCursor(after);
  const latest = Math.min(place?.at ?? until, until);
  const left = reached?.filter((span) => span.until > from && span.from <= latest).toSorted((a, b) => b.from - a.from);
  const time = plain(left ? "reached_at" : "created_at");
  const latestFirst = sql`ORDER BY ${time} DESC, seq DESC`;
  const chosen = selectiveIn(filter, reached !== undefined, isRare);
  // Of a year, PostgreSQL reads the whole table rather than so much of an index, but for a product.
  const spansLeft = left && (chosen || filter.product) ? inOnePiece(left) : left;
  const ranges = chosen && spansLeft?.length ? [spansLeft] : spansLeft?.map((span) => [span]);
  return (ranges ?? [undefined]).flatMap((spans) => {
    const parts = branchesOf(filter, chosen?.index ?? (spans && (filter.product ? byProduct : byReached))).map(
      ({ index, where, rest }) => {
        const conditions = [sql`scope = ${scope}`, ...where, ...conditionsOf(scope, rest, index)];
        if (from > 0) conditions.push(sql`${time} >= ${from}`);
        if (until < Number.MAX_SAFE_INTEGER) conditions.push(sql`${time} < ${until}`);
        if (spans) conditions.push(inOneOf(time, spans));
        if (place) {
          const { at, seq } = place;
          conditions.push(sql`(${time} < ${at} OR (${time} = ${at} AND seq < ${seq})) AND ${time} <= ${at}`);
        }
        return sql`FROM @attempts${plain(`[${index}]`)} WHERE ${joined(conditions, " AND ")} ${latestFirst}`;
      },
    );
    const [first, ...others] = parts;
    if (first === undefined) return [];
    if (others.length === 0) return sql`SELECT * ${first}`;
    // The parts are merged by what their indexes have: only the rows of one page are read.
    const pages = parts.map((part, at) => {
      const own = sql`SELECT seq, ${time} ${part} LIMIT ${limit + 1}`;
      return sql`SELECT * FROM (${own}) AS ${plain(`part${at}`)}`;
    });
    const merged = sql`${joined(pages, " UNION ALL ")} ${latestFirst} LIMIT ${limit + 1}`;
    return sql`SELECT listed.* FROM (${merged}) AS merged JOIN @attempts AS listed ON listed.seq = merged.seq
      ORDER BY listed.${time} DESC, listed.seq DESC`;
  });
}

/** Spans of time, the latest first: those that begin where another ends are one, as each is a condition. */
function inOnePiece(latestFirst: readonly TimeSpan[]): TimeSpan[] {
  const pieces: TimeSpan[] = [];
  for (const { from, until } of latestFirst) {
    const later = pieces.at(-1);
    if (later?.from === until) later.from = from;
    else pieces.push({ from, until });
  }
  return pieces;
}

/** That a column has a value, or none. */
const isOf = (column: Statement, value: string | null): Statement =>
  value === null ? sql`${column} IS NULL` : sql`${column} = ${value}`;

/** That a time lies in one of some spans. */
function inOneOf(time: Statement, spans: readonly TimeSpan[]): Statement {
  const isIn = joined(
    spans.map(({ from, until }) => sql`${time} >= ${from} AND ${time} < ${until}`),
    " OR ",
  );
  return spans.length === 1 ? isIn : sql`(${isIn})`;
}

/**
 * A part of a list: the index that it is a range of, what the columns of that index are, and what else is asked for. A
 * condition that repeats a column of the index would make an engine expect fewer rows there than there are.
 */
interface Branch {
  index: string;
  where: Statement[];
  rest: AttemptFilter;
}

function branchesOf(filter: AttemptFilter, chosen: string | undefined): Branch[] {
  if (chosen !== undefined) return [{ index: chosen, where: [], rest: filter }];
  const { amount, email, groups, reason, currency, ...rest } = filter;
  const index = amount === undefined ? "attempts_by_section" : byAmount;
  const kept = currencies.filter((each) => each === (currency ?? amount?.currency ?? each));
  return sectionsOf(filter).flatMap((section) =>
    kept.map((each) => {
      const where = [sql`section = ${section} AND currency = ${each}`];
      // No attempt is in two currencies.
      if (amount) where.push(each === amount.currency ? sql`amount = ${amount.minor}` : plain("1 = 0"));
      if (email === undefined) return { index, where, rest };
      return { index: byEmail, where: [...where, sql`email_key = ${emailKey(email)}`], rest };
    }),
  );
}

/** Compares like `=`, but no engine uses an index for it: none takes an index in which half of the rows match. */
const equals = (column: string, value: string | number): Statement =>
  sql`COALESCE(${plain(column)}, ${plain(typeof value === "number" ? "-1" : "''")}) = ${value}`;

function conditionsOf(scope: string, filter: AttemptFilter, chosen: string): Statement[] {
  const { groups, reason, amount, currency, order } = filter;
  const conditions: Statement[] = [];
  const section = plain(chosen === byReached || chosen === byProduct ? "section" : "COALESCE(section, '-')");
  if ((groups ?? reason) !== undefined) conditions.push(sql`${section} IN ${sectionsOf(filter)}`);
  for (const name of partNames) {
    const value = filter[name];
    if (value === undefined) continue;
    const isApart = name === "product" && chosen !== byProduct;
    conditions.push(isApart && value !== null ? equals(name, value) : isOf(plain(name), value));
  }
  if (amount !== undefined) {
    const { minor, currency: own } = amount;
    if (chosen === byAmount) conditions.push(sql`currency = ${own} AND amount = ${minor}`);
    else conditions.push(equals("amount", minor), equals("currency", own));
  }
  if (currency !== undefined) conditions.push(equals("currency", currency));
  if (order !== undefined) {
    const referenced = sql`SELECT order_id FROM @orders WHERE scope = ${scope} AND reference = ${order}`;
    conditions.push(sql`order_id IN (${order}, (${referenced}))`);
  }
  for (const { name, index, column, keyOf } of selective) {
    const value = filter[name];
    if (column === undefined || typeof value !== "string") continue;
    const key = keyOf?.(value) ?? value;
    conditions.push(index === chosen ? sql`${plain(column)} = ${key}` : equals(column, key));
  }
  return conditions;
}

/**
 * What happened in a span of time, the earliest first: `paid_at` by the index `attempts_by_paid`, and so on.
 * @param own further columns with the value that they are to have, if any
 */
function spanList(
  scope: string,
  table: "attempts" | "returns",
  happened: "paid" | "returned",
  { after, from, until }: ApprovedRequest,
  own: readonly { column: Statement; value: string | null | undefined }[] = [],
): Statement {
  const { at, seq } = parseCursor(after) ?? { at: from, seq: -1 };
  const [source, time] = [plain(`@${table}[${table}_by_${happened}]`), plain(`${happened}_at`)];
  const named = own.flatMap(({ column, value }) => (value === undefined ? [] : [sql` AND ${isOf(column, value)}`]));
  return sql`SELECT * FROM ${source} WHERE scope = ${scope}${joined(named, "")} AND ${time} >= ${Math.max(from, at)}
    AND ${time} < ${until} AND (${time} > ${at} OR (${time} = ${at} AND seq > ${seq})) ORDER BY ${time}, seq`;
}

interface ReturnRow extends Pick<AttemptRow, "order_id" | "currency" | "amount" | "seq"> {
  attempt_id: string;
  returned_at: unknown;
}

const returnFromRow = ({ order_id: order, attempt_id: attempt, currency, ...row }: ReturnRow): ListedReturn => ({
  order,
  attempt,
  at: integer(row.returned_at),
  amount: { minor: integer(row.amount), currency },
});
