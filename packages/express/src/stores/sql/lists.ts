import { ArgumentError } from "@ventanilla/client";
import { currencies } from "../../attempt/rules.ts";
import { sectionsOf } from "../../attempt/sections-of.ts";
import type {
  AttemptFilter,
  AttemptsRequest,
  ListedReturn,
  ReturnsRequest,
  StaffStore,
  TimeSpan,
} from "../staff-store.ts";
import { type Compared, type Wanted, wantedBy } from "../wanted-by.ts";
import { attemptFromRow, columnOf, integer } from "./columns.ts";
import { type Database, type Program, rowsOf } from "./program.ts";
import { joined, plain, type SqlValue, type Statement, sql } from "./statement.ts";

/** The methods of a store that list attempts, and what went back. */
export function listsIn(db: Database, scope: string) {
  /** One row more than `limit` shows that another page follows. */
  async function page<Row, Item>(lists: Statement[], limit: number, itemOf: (row: Row) => Item) {
    const rows = await db.read(() => firstRows<Row & Record<"at" | "seq", unknown>>(lists, limit + 1));
    const last = rows.length > limit ? rows[limit - 1] : undefined;
    const next = last && `${integer(last.at)}-${integer(last.seq)}`;
    return { items: rows.slice(0, limit).map(itemOf), next: { ...(next && { next }) } };
  }
  return {
    async listAttempts(request) {
      const { filter = {}, limit } = request;
      const isRare = filter.reached !== undefined && (await db.read(() => sharedByFew(scope, filter)));
      const { items, next } = await page(attemptsLists(scope, request, isRare), limit, attemptFromRow);
      return { attempts: items, ...next };
    },
    async listReturns({ limit, ...request }) {
      const { items, next } = await page([returnsList(scope, request)], limit, returnFromRow);
      return { returns: items, ...next };
    },
  } satisfies Partial<StaffStore>;
}

/** How many statements of a list are asked at once. The first is asked alone: it mostly fills the page. */
const askedAtOnce = 4;

function* firstRows<Row>(lists: readonly Statement[], count: number): Program<Row[]> {
  const rows: Row[] = [];
  for (let asked = 0; asked < lists.length && rows.length < count; ) {
    const missing = count - rows.length;
    // As many as fill the page, if the next have as much as those before.
    const expected = asked === 0 ? 1 : Math.ceil((missing * asked) / rows.length);
    const next = lists.slice(asked, asked + Math.min(expected, askedAtOnce));
    const answers = yield next.map((list) => sql`${list} LIMIT ${missing}`);
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
 * The indexes of lists, by what a filter names, and what is compared as it is where a list is a range of this one. Anything
 * else is compared so that no engine looks for an index of its own: none takes one in which half of the rows match.
 */
const indexes = {
  order: ["attempts_by_order"],
  reference: ["attempts_by_reference", "referenceKey"],
  authorizationCode: ["attempts_by_code", "codeKey"],
  lastDigits: ["attempts_by_card", "lastFour"],
  toDecide: ["attempts_waiting", "waitsFor"],
  /** Many attempts may have one email: that of a shop that gives its own for who has none. */
  email: ["attempts_by_email", "emailKey", "section", "currency", "amount"],
  amount: ["attempts_by_amount", "amount", "section", "currency"],
  groups: ["attempts_by_section", "section", "currency"],
  reached: ["attempts_by_reached", "section", "scheme", "branch"],
  /** Of thousands of products, each is rare. */
  product: ["attempts_by_product", "section", "scheme", "branch", "product"],
} satisfies { [Name in keyof AttemptFilter]: [index: string, ...own: (keyof Compared)[]] };
type Index = keyof typeof indexes;

/** What many attempts may share. */
const common: readonly Index[] = ["groups", "reached", "product"];
/** What few attempts share a value of, most selective first. */
const selective = (Object.keys(indexes) as Index[]).filter((name) => !common.includes(name));
/** What is never much, so that it can be sorted again by any time. */
const short: readonly Index[] = ["order", "toDecide"];

/** The first of these that a filter names. */
const namedIn = (filter: AttemptFilter, names: readonly Index[]) => names.find((name) => filter[name] !== undefined);

/** How many attempts share a value that is rare: their index is read whole, and sorted. */
const maxRare = 2000;

/** Whether few attempts share what a filter names. Of what is always short, nothing is counted. */
function* sharedByFew(scope: string, filter: AttemptFilter): Program<boolean> {
  const name = namedIn(filter, selective);
  if (name === undefined || short.includes(name)) return false;
  const range = rangeOf(scope, name, wantedBy({ [name]: filter[name] }));
  const few = sql`SELECT 1 AS one ${range} LIMIT ${maxRare + 1}`;
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
  const [name, ...own]: readonly string[] = indexes[index];
  const met = wanted.map(({ key, values }) => {
    const column = columnOf(key);
    const isOwn = own.includes(key) || values[0] === null;
    const other = `COALESCE(${column}, ${typeof values[0] === "number" ? -1 : "''"})`;
    return isOneOf(plain(isOwn ? column : other), values);
  });
  return sql`FROM @attempts${plain(`[${name}]`)} WHERE ${joined([sql`scope = ${scope}`, ...met, ...others], " AND ")}`;
}

/** What a filter wants, for each section and currency: so an index has attempts by the time of their creation. */
function wantedInParts(filter: AttemptFilter): Wanted[][] {
  const wanted = wantedBy(filter);
  const others = wanted.filter(({ key }) => key !== "section" && key !== "currency");
  const isMeant = (each: string) => wanted.every(({ key, values }) => key !== "currency" || values.includes(each));
  return sectionsOf(filter).flatMap((section) =>
    currencies
      .filter(isMeant)
      .map(
        (each) => [{ key: "section", values: [section] }, { key: "currency", values: [each] }, ...others] as Wanted[],
      ),
  );
}

/**
 * The attempts of a list, in its order: one statement, or one for each span of time that is a range of its index. Each of
 * its parts is a range of one index, however the values are distributed, and has a page at most; the parts are merged. A
 * list that is sorted by another time than its index is sorted again: that is for what is short, and for what `isRare`.
 * @param isRare whether few attempts share what the filter names, for a list of spans of time
 * @throws ArgumentError naming `after`
 */
export function attemptsLists(
  scope: string,
  { filter: { reached, from = 0, until = Number.MAX_SAFE_INTEGER, ...filter } = {}, ...request }: AttemptsRequest,
  isRare = false,
): Statement[] {
  const { after, earliestFirst = false, limit } = request;
  const place = placeAfter(after);
  const time = plain(reached ? "reached_at" : "created_at");
  const [beyond, direction] = earliestFirst ? [plain(">"), plain("ASC")] : [plain("<"), plain("DESC")];
  const chosen = namedIn(filter, reached === undefined || isRare ? selective : short);
  const index = chosen ?? (reached ? (filter.product ? "product" : "reached") : "groups");
  const isInParts = reached === undefined && indexes[index].some((key) => key === "section");
  const limits: Statement[] = [];
  if (place) limits.push(sql`(${time} ${beyond} ${place.at} OR seq ${beyond} ${place.seq})`);
  if (filter.order !== undefined) {
    const referenced = sql`SELECT order_id FROM @orders WHERE scope = ${scope} AND reference = ${filter.order}`;
    limits.push(sql`order_id IN (${filter.order}, (${referenced}))`);
  }
  const whole = earliestFirst
    ? { from: Math.max(place?.at ?? 0, from), until }
    : { from, until: Math.min((place?.at ?? until) + 1, until) };
  const left = spansWithin(whole, reached ?? [whole]);
  // Of a year, PostgreSQL reads the whole table rather than so much of an index, but for a product.
  const spans = chosen || filter.product ? inOnePiece(left) : left;
  if (!earliestFirst) spans.reverse();
  const isIn = spans.map((span) => sql`${time} >= ${span.from} AND ${time} < ${span.until}`);
  const conditions = chosen && isIn.length > 1 ? [sql`(${joined(isIn, " OR ")})`] : isIn;
  const parts = isInParts ? wantedInParts(filter) : [wantedBy(filter)];
  return conditions.flatMap((condition) =>
    merged(
      parts.map((wanted) => rangeOf(scope, index, wanted, [condition, ...limits])),
      { time, direction, limit },
    ),
  );
}

/** What of spans of time is within another one, the earliest first. */
const spansWithin = ({ from, until }: TimeSpan, spans: readonly TimeSpan[]): TimeSpan[] =>
  spans
    .map((span) => ({ from: Math.max(span.from, from), until: Math.min(span.until, until) }))
    .filter((span) => span.from < span.until)
    .toSorted((a, b) => a.from - b.from);

/** Spans of time, the earliest first: those that begin where another ends are one, as each is a condition. */
function inOnePiece(spans: readonly TimeSpan[]): TimeSpan[] {
  const pieces: TimeSpan[] = [];
  for (const { from, until } of spans) {
    const earlier = pieces.at(-1);
    if (earlier?.until === from) earlier.until = until;
    else pieces.push({ from, until });
  }
  return pieces;
}

/**
 * The list of what ranges have, merged. It is found by what their indexes have, and only one page of rows is read: where a
 * list begins with the latest, MariaDB reads the row of each entry of an index that it compares otherwise.
 */
function merged(
  ranges: readonly Statement[],
  { time, direction, limit }: { time: Statement; direction: Statement; limit: number },
): Statement[] {
  if (ranges.length === 0) return [];
  const pages = ranges.map(
    (range, at) => sql`SELECT * FROM (SELECT seq, ${time} AS at ${range} ORDER BY ${time} ${direction}, seq ${direction}
      LIMIT ${limit + 1}) AS ${plain(`part${at}`)}`,
  );
  const all = sql`${joined(pages, " UNION ALL ")} ORDER BY at ${direction}, seq ${direction} LIMIT ${limit + 1}`;
  return [
    sql`SELECT listed.attempt, merged.seq, merged.at FROM (${all}) AS merged JOIN @attempts AS listed
      ON listed.seq = merged.seq ORDER BY merged.at ${direction}, merged.seq ${direction}`,
  ];
}

/** What went back in a span of time, the earliest first. */
function returnsList(scope: string, { after, from, until, ...filter }: Omit<ReturnsRequest, "limit">): Statement {
  const { at, seq } = placeAfter(after) ?? { at: from, seq: -1 };
  const own = wantedBy(filter).map(({ key, values }) => isOneOf(plain(columnOf(key)), values));
  return sql`SELECT seq, order_id, attempt_id, amount, currency, returned_at AS at FROM @returns[returns_by_returned]
    WHERE ${joined([sql`scope = ${scope}`, ...own], " AND ")} AND returned_at >= ${Math.max(from, at)}
    AND returned_at < ${until} AND (returned_at > ${at} OR (returned_at = ${at} AND seq > ${seq})) ORDER BY returned_at, seq`;
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
