import { ArgumentError } from "@ventanilla/client";
import { currencies } from "../../attempt/rules.ts";
import { sectionsOf } from "../../attempt/sections-of.ts";
import type { AttemptFilter, AttemptsRequest, ListedReturn, StaffStore, TimeSpan } from "../staff-store.ts";
import { type Compared, type Wanted, wantedBy } from "../wanted-by.ts";
import { attemptFromRow, columnOf, integer } from "./columns.ts";
import { type Database, joined, type Program, plain, rowsOf, type SqlValue, type Statement, sql } from "./program.ts";

/** The methods of a store that list attempts, and what went back. */
export function listsIn(db: Database, scope: string) {
  /** One row more than `limit` shows that another page follows. */
  async function page<Row, Item>(lists: Statement[], limit: number, itemOf: (row: Row) => Item) {
    const rows = await db.read(() => firstRows<Row & Record<"at" | "seq", unknown>>(lists, limit + 1));
    const last = rows.length > limit ? rows[limit - 1] : undefined;
    return { items: rows.slice(0, limit).map(itemOf), next: { ...(last && { next: `${last.at}-${last.seq}` }) } };
  }
  async function attempts(lists: Statement[], limit: number) {
    const { items, next } = await page(lists, limit, attemptFromRow);
    return { attempts: items, ...next };
  }
  return {
    async listAttempts(request) {
      const { filter = {}, limit } = request;
      const isRare = filter.reached !== undefined && (await db.read(() => sharedByFew(scope, filter)));
      return attempts(attemptsLists(scope, request, isRare), limit);
    },
    async listApproved({ limit, ...request }) {
      const source = sql`attempt, paid_at AS at FROM @attempts[attempts_by_paid]`;
      return attempts([earliestFirst(scope, source, "paid_at", request)], limit);
    },
    async listReturns({ limit, ...request }) {
      const source = sql`order_id, attempt_id, amount, currency, returned_at AS at FROM @returns[returns_by_returned]`;
      const list = earliestFirst(scope, source, "returned_at", request);
      const { items, next } = await page([list], limit, returnFromRow);
      return { returns: items, ...next };
    },
  } satisfies Partial<StaffStore>;
}

/** How many statements of a list are asked at once, after the first: that one mostly fills the page. */
const askedAtOnce = 8;

function* firstRows<Row>(lists: readonly Statement[], count: number): Program<Row[]> {
  const rows: Row[] = [];
  for (let asked = 0; asked < lists.length && rows.length < count; ) {
    const next = lists.slice(asked, asked === 0 ? 1 : asked + askedAtOnce);
    const answers = yield next.map((list) => sql`${list} LIMIT ${count - rows.length}`);
    rows.push(...answers.flatMap((answer) => answer.rows as Row[]));
    asked += next.length;
  }
  return rows;
}

/** A place in a list: the time by which it is sorted, in milliseconds since the epoch, and the number of the row. */
interface Place {
  at: number;
  seq: number;
}

/** @throws ArgumentError naming `after` */
function placeAfter(after: string | undefined): Place | undefined {
  if (after === undefined) return undefined;
  if (!/^\d{1,15}-\d{1,15}$/.test(after)) throw new ArgumentError("after: expected `next` of the page before this one");
  const [at, seq] = after.split("-").map(Number) as [number, number];
  return { at, seq };
}

/**
 * The indexes of lists, and what is compared as it is where a list is a range of this one. Anything else
 * is compared so that no engine looks for an index of its own: none takes one in which half of the rows match.
 */
const indexes = {
  attempts_by_order: [],
  attempts_by_reference: ["referenceKey"],
  attempts_by_code: ["codeKey"],
  attempts_by_card: ["lastFour"],
  attempts_waiting: ["waitsFor"],
  /** Many attempts may have one email: that of a shop that gives its own for who has none. */
  attempts_by_email: ["emailKey", "section", "currency", "amount"],
  attempts_by_amount: ["amount", "section", "currency"],
  attempts_by_section: ["section", "currency"],
  attempts_by_reached: ["section", "scheme", "branch"],
  /** Of thousands of products, each is rare. */
  attempts_by_product: ["section", "scheme", "branch", "product"],
} satisfies Record<string, (keyof Compared)[]>;
type Index = keyof typeof indexes;

/** What few attempts share a value of, most selective first: the first that a filter names chooses the index. */
const selective: { name: keyof AttemptFilter; index: Index }[] = [
  { name: "order", index: "attempts_by_order" },
  { name: "reference", index: "attempts_by_reference" },
  { name: "authorizationCode", index: "attempts_by_code" },
  { name: "lastDigits", index: "attempts_by_card" },
  { name: "toDecide", index: "attempts_waiting" },
  { name: "email", index: "attempts_by_email" },
  { name: "amount", index: "attempts_by_amount" },
];

/** How many attempts share a value that is rare: their index is read whole, and sorted. */
const maxRare = 2000;

/**
 * What a filter names of {@link selective}. A list that is sorted by another time than the index is sorted again: that is for
 * what one order has, for what waits, and for what `isRare`. Else amounts and emails are sorted by their indexes.
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
  const few = sql`SELECT 1 AS one ${rangeOf(scope, index, wantedBy({ [name]: filter[name] }))} LIMIT ${maxRare + 1}`;
  const [row] = yield* rowsOf<{ n: unknown }>(sql`SELECT count(*) AS n FROM (${few}) AS few`);
  return integer(row?.n) <= maxRare;
}

function isOneOf(column: Statement, values: readonly SqlValue[]): Statement {
  const [value = null, ...others] = values;
  if (others.length > 0 || values.length === 0) return sql`${column} IN ${values}`;
  return value === null ? sql`${column} IS NULL` : sql`${column} = ${value}`;
}

/** The range of an index in which columns have the wanted values. */
function rangeOf(scope: string, index: Index, wanted: readonly Wanted[], others: readonly Statement[] = []): Statement {
  const ownKeys: readonly string[] = indexes[index];
  const met = wanted.map(({ key, values }) => {
    const column = columnOf(key);
    const isOwn = ownKeys.includes(key) || values[0] === null;
    const other = `COALESCE(${column}, ${typeof values[0] === "number" ? -1 : "''"})`;
    return isOneOf(plain(isOwn ? column : other), values);
  });
  return sql`FROM @attempts${plain(`[${index}]`)} WHERE ${joined([sql`scope = ${scope}`, ...met, ...others], " AND ")}`;
}

const is = (key: keyof Compared, value: string | number): Wanted => ({ key, values: [value] });

/** The parts of a list that are sorted by the time of creation: an index has the attempts of each section and currency so. */
function partsByCreation(filter: AttemptFilter): { index: Index; wanted: Wanted[] }[] {
  const { groups, reason, currency, amount, ...rest } = filter;
  const index = rest.email ? "attempts_by_email" : amount ? "attempts_by_amount" : "attempts_by_section";
  const own = [...wantedBy(rest), ...(amount === undefined ? [] : [is("amount", amount.minor)])];
  const kept = currencies.filter((each) => [currency ?? each, amount?.currency ?? each].every((it) => it === each));
  return sectionsOf(filter).flatMap((section) =>
    kept.map((each) => ({ index, wanted: [is("section", section), is("currency", each), ...own] })),
  );
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
  const place = placeAfter(after);
  const time = plain(reached ? "reached_at" : "created_at");
  const chosen = selectiveIn(filter, reached !== undefined, isRare)?.index;
  const others: Statement[] = [];
  if (from > 0) others.push(sql`${time} >= ${from}`);
  if (until < Number.MAX_SAFE_INTEGER) others.push(sql`${time} < ${until}`);
  if (place) {
    const { at, seq } = place;
    others.push(sql`(${time} < ${at} OR (${time} = ${at} AND seq < ${seq})) AND ${time} <= ${at}`);
  }
  if (filter.order !== undefined) {
    const referenced = sql`SELECT order_id FROM @orders WHERE scope = ${scope} AND reference = ${filter.order}`;
    others.push(sql`order_id IN (${filter.order}, (${referenced}))`);
  }
  const sorted = (range: Statement) => sql`${range} ORDER BY ${time} DESC, seq DESC`;
  if (reached === undefined) {
    const parts = chosen ? [{ index: chosen, wanted: wantedBy(filter) }] : partsByCreation(filter);
    const ranges = parts.map(({ index, wanted }) => sorted(rangeOf(scope, index, wanted, others)));
    return merged(ranges, time, limit);
  }
  const latest = Math.min(place?.at ?? until, until);
  const left = reached.filter((span) => span.until > from && span.from <= latest).toSorted((a, b) => b.from - a.from);
  // Of a year, PostgreSQL reads the whole table rather than so much of an index, but for a product.
  const spans = chosen || filter.product ? inOnePiece(left) : left;
  const index = chosen ?? (filter.product ? "attempts_by_product" : "attempts_by_reached");
  const isIn = spans.map((span) => sql`${time} >= ${span.from} AND ${time} < ${span.until}`);
  const conditions = chosen && isIn.length > 1 ? [sql`(${joined(isIn, " OR ")})`] : isIn;
  return conditions.flatMap((each) =>
    merged([sorted(rangeOf(scope, index, wantedBy(filter), [...others, each]))], time, limit),
  );
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

/** One list of several, each sorted by a time. They are merged by what their indexes have: only one page of rows is read. */
function merged(ranges: readonly Statement[], time: Statement, limit: number): Statement[] {
  const [first, ...others] = ranges;
  if (first === undefined) return [];
  if (others.length === 0) return [sql`SELECT attempt, seq, ${time} AS at ${first}`];
  const pages = ranges.map(
    (range, at) => sql`SELECT * FROM (SELECT seq, ${time} AS at ${range} LIMIT ${limit + 1}) AS ${plain(`part${at}`)}`,
  );
  const all = sql`${joined(pages, " UNION ALL ")} ORDER BY at DESC, seq DESC LIMIT ${limit + 1}`;
  return [
    sql`SELECT listed.attempt, merged.seq, merged.at FROM (${all}) AS merged JOIN @attempts AS listed
      ON listed.seq = merged.seq ORDER BY merged.at DESC, merged.seq DESC`,
  ];
}

/** What happened in a span of time, the earliest first. */
function earliestFirst(
  scope: string,
  source: Statement,
  column: "paid_at" | "returned_at",
  { after, from, until, ...filter }: TimeSpan & AttemptFilter & { after?: string },
): Statement {
  const time = plain(column);
  const { at, seq } = placeAfter(after) ?? { at: from, seq: -1 };
  const own = wantedBy(filter).map(({ key, values }) => isOneOf(plain(columnOf(key)), values));
  return sql`SELECT seq, ${source} WHERE ${joined([sql`scope = ${scope}`, ...own], " AND ")} AND ${time} >= ${Math.max(from, at)}
    AND ${time} < ${until} AND (${time} > ${at} OR (${time} = ${at} AND seq > ${seq})) ORDER BY ${time}, seq`;
}

interface ReturnRow extends Record<"at" | "amount", unknown>, Pick<ListedReturn["amount"], "currency"> {
  order_id: string;
  attempt_id: string;
}

const returnFromRow = ({ order_id: order, attempt_id: attempt, at, amount, currency }: ReturnRow): ListedReturn => ({
  order,
  attempt,
  at: integer(at),
  amount: { minor: integer(amount), currency },
});
