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
import { isRange, type LinkTerms } from "../check-link.ts";
import type { Link } from "../link.ts";

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

/** Which links a list has: `open` can be paid now or later, `paid` has brought in money, `ended` can be paid no more. */
export type LinkFilter = "open" | "paid" | "ended";

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

/** The statements on links, of one shop. */
export interface LinkRows {
  insert(code: string, terms: LinkTerms, now: number): Program<void>;
  find(code: string): Program<Link | undefined>;
  /** The same, and locks the row until the transaction ends: uses of a link are begun one after the other. */
  lock(code: string): Program<Link | undefined>;
  /** Up to so many links, the latest first; those after the one with the code `after`. */
  page(request: {
    filter: LinkFilter | undefined;
    after: string | undefined;
    now: number;
    limit: number;
  }): Program<Link[]>;
  withdraw(code: string, now: number): Program<void>;
  count(code: string, amount: Money): Program<void>;
  /** Deletes whom the links are for, of those that ended before a time. */
  forget(before: number): Program<void>;
}

const optional = (value: number | string | undefined): SqlValue => value ?? null;

export function linkRows(scope: string, publicUrl: string): LinkRows {
  const one = function* (query: Statement): Program<Link | undefined> {
    const row = yield* rowOf<Row>(query);
    return row && linkOf(row, publicUrl);
  };
  const found = (code: string): Statement => sql`SELECT * FROM @links WHERE scope = ${scope} AND code = ${code}`;
  return {
    *insert(code, terms, now) {
      const { amount, from, until, by } = terms;
      const range = isRange(amount) ? amount : undefined;
      yield* change(
        insert("links", {
          scope,
          code,
          description: terms.description,
          currency: (range?.min ?? (amount as Money)).currency,
          amount: range ? null : (amount as Money).minor,
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
        }),
      );
    },
    find: (code) => one(found(code)),
    lock: (code) => one(sql`${found(code)} FOR UPDATE`),
    *page({ filter, after, now, limit }) {
      const isOpen = sql`withdrawn_at IS NULL AND (until_at IS NULL OR until_at > ${now}) AND (times = 0 OR paid_count < times)`;
      const filters: Record<LinkFilter, Statement> = {
        open: sql` AND ${isOpen}`,
        paid: sql` AND paid_count > 0`,
        ended: sql` AND NOT (${isOpen})`,
      };
      const meets = filter === undefined ? sql`` : filters[filter];
      const older =
        after === undefined
          ? sql``
          : sql` AND seq < (SELECT seq FROM @links WHERE scope = ${scope} AND code = ${after})`;
      const rows = yield* rowsOf<Row>(
        sql`SELECT * FROM @links WHERE scope = ${scope}${meets}${older} ORDER BY seq DESC LIMIT ${limit}`,
      );
      return rows.map((row) => linkOf(row, publicUrl));
    },
    *withdraw(code, now) {
      yield* change(
        sql`UPDATE @links SET withdrawn_at = ${now} WHERE scope = ${scope} AND code = ${code} AND withdrawn_at IS NULL`,
      );
    },
    *count(code, { minor }) {
      yield* change(
        sql`UPDATE @links SET paid_count = paid_count + 1, paid_total = paid_total + ${minor} WHERE scope = ${scope} AND code = ${code}`,
      );
    },
    *forget(before) {
      yield* change(sql`UPDATE @links SET customer = ${"{}"} WHERE scope = ${scope} AND created_at < ${before}
        AND (withdrawn_at < ${before} OR until_at < ${before} OR (times > 0 AND paid_count >= times))`);
    },
  };
}
