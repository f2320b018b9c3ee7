import type { Money } from "@ventanilla/client";
import {
  change,
  insert,
  type Program,
  rowOf,
  rowsOf,
  type SqlValue,
  type Statement,
  sql,
} from "@ventanilla/express/sql";
import { currencyOf } from "../amounts.ts";
import { isRange, type LinkTerms } from "../check-link.ts";
import type { Link, LinkFilter } from "../link.ts";

/** A row of `links`. Drivers give numbers as such or as text. */
type Row = Record<
  | "seq"
  | "amount"
  | "amount_min"
  | "amount_max"
  | "itbis"
  | "times"
  | "from_at"
  | "until_at"
  | "created_at"
  | "withdrawn_at"
  | "paid_count"
  | "paid_total",
  unknown
> & {
  code: string;
  description: string;
  currency: Money["currency"];
  items: string;
  customer: string;
  made_by: string | null;
};

const timesColumn = (times: Link["times"]): number => (times === "many" ? 0 : times === "once" ? 1 : times);

const linkOf = (row: Row, publicUrl: string): Link => {
  const { currency } = row;
  const money = (minor: unknown): Money => ({ minor: Number(minor), currency });
  const times = Number(row.times);
  return {
    code: row.code,
    url: `${publicUrl}/${row.code}`,
    amount: row.amount === null ? { min: money(row.amount_min), max: money(row.amount_max) } : money(row.amount),
    description: row.description,
    itbis: Number(row.itbis),
    lines: JSON.parse(row.items) as Link["lines"],
    customer: JSON.parse(row.customer) as Link["customer"],
    times: times === 0 ? "many" : times === 1 ? "once" : times,
    ...(row.from_at !== null && { from: Number(row.from_at) }),
    ...(row.until_at !== null && { until: Number(row.until_at) }),
    ...(row.made_by !== null && { by: row.made_by }),
    createdAt: Number(row.created_at),
    ...(row.withdrawn_at !== null && { withdrawnAt: Number(row.withdrawn_at) }),
    paid: { count: Number(row.paid_count), total: money(row.paid_total) },
  };
};

const optional = (value: number | string | undefined): SqlValue => value ?? null;

function columnsOf(code: string, terms: LinkTerms, now: number): Record<string, SqlValue> {
  const { amount, from, until, by } = terms;
  const range = isRange(amount) ? amount : undefined;
  const fixed = isRange(amount) ? undefined : amount;
  return {
    code,
    description: terms.description,
    currency: currencyOf(amount),
    amount: optional(fixed?.minor),
    amount_min: optional(range?.min.minor),
    amount_max: optional(range?.max.minor),
    itbis: terms.itbis,
    items: JSON.stringify(terms.lines),
    customer: JSON.stringify(terms.customer),
    times: timesColumn(terms.times),
    from_at: optional(from),
    until_at: optional(until),
    made_by: optional(by),
    created_at: now,
    withdrawn_at: null,
    paid_count: 0,
    paid_total: 0,
  };
}

/** The links that a list has, the latest first. */
function listed(scope: string, { filter, now, limit }: LinkPage, before: Statement): Statement {
  const isOpen = sql`withdrawn_at IS NULL AND (until_at IS NULL OR until_at > ${now}) AND (times = 0 OR paid_count < times)`;
  const filters: Record<LinkFilter, Statement> = {
    open: sql` AND ${isOpen}`,
    paid: sql` AND paid_count > 0`,
    ended: sql` AND NOT (${isOpen})`,
  };
  const meeting = filter === undefined ? sql`` : filters[filter];
  // The index has all that a filter reads: without it, and without its name, MariaDB reads every row that it passes by.
  const found = sql`SELECT seq FROM @links[links_by_time] WHERE scope = ${scope}${meeting}${before} ORDER BY seq DESC LIMIT ${limit}`;
  return sql`SELECT * FROM @links WHERE seq IN (SELECT seq FROM (${found}) AS found) ORDER BY seq DESC`;
}

/** A part of a list. */
interface LinkPage {
  filter: LinkFilter | undefined;
  /** The code of the link before its first one. */
  after: string | undefined;
  now: number;
  limit: number;
}

/** The statements on links, of one shop. */
export function linkRows(scope: string, publicUrl: string) {
  const found = (code: string): Statement => sql`SELECT * FROM @links WHERE scope = ${scope} AND code = ${code}`;
  const one = function* (query: Statement): Program<Link | undefined> {
    const row = yield* rowOf<Row>(query);
    return row && linkOf(row, publicUrl);
  };
  return {
    insert: (code: string, terms: LinkTerms, now: number): Program<number> =>
      change(insert("links", { scope, ...columnsOf(code, terms, now) })),
    find: (code: string): Program<Link | undefined> => one(found(code)),
    /** The same, and locks the row until the transaction ends: uses of a link are begun one after the other. */
    lock: (code: string): Program<Link | undefined> => one(sql`${found(code)} FOR UPDATE`),
    *page(request: LinkPage): Program<Link[]> {
      const { after } = request;
      const last = after === undefined ? undefined : yield* rowOf<Pick<Row, "seq">>(found(after));
      if (after !== undefined && last === undefined) return [];
      const before = last === undefined ? sql`` : sql` AND seq < ${Number(last.seq)}`;
      const rows = yield* rowsOf<Row>(listed(scope, request, before));
      return rows.map((row) => linkOf(row, publicUrl));
    },
    withdraw: (code: string, now: number): Program<number> =>
      change(
        sql`UPDATE @links SET withdrawn_at = ${now} WHERE scope = ${scope} AND code = ${code} AND withdrawn_at IS NULL`,
      ),
    count: (code: string, { minor }: Money): Program<number> =>
      change(sql`UPDATE @links SET paid_count = paid_count + 1, paid_total = paid_total + ${minor}
        WHERE scope = ${scope} AND code = ${code}`),
    /** Deletes whom links were for that had ended before a time. */
    forget: (before: number): Program<number> =>
      change(sql`UPDATE @links SET customer = ${"{}"} WHERE scope = ${scope} AND created_at < ${before}
        AND (withdrawn_at < ${before} OR until_at < ${before} OR (times > 0 AND paid_count >= times))
        AND code NOT IN (SELECT code FROM @links_uses WHERE scope = ${scope} AND code IS NOT NULL AND paid_at >= ${before})`),
  };
}

export type LinkRows = ReturnType<typeof linkRows>;
