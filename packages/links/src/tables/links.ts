import type { Money } from "@ventanilla/client";
import { change, insert, type Program, rowOf, rowsOf, type Statement, sql } from "@ventanilla/express/sql";
import type { LinkTerms } from "../check-link.ts";
import { currencyOf, type Link, type LinkFilter } from "../link.ts";

/** A row of `links`. Drivers give numbers as such or as text. */
type Row = Record<"seq" | "created_at" | "withdrawn_at" | "paid_count" | "paid_total", unknown> &
  Record<"code" | "terms" | "customer", string>;

const timesColumn = (times: Link["times"]): number => (times === "many" ? 0 : times === "once" ? 1 : times);

function linkOf(row: Row, publicUrl: string): Link {
  const terms = JSON.parse(row.terms) as Omit<LinkTerms, "customer">;
  return {
    ...terms,
    code: row.code,
    url: `${publicUrl}/${row.code}`,
    customer: JSON.parse(row.customer) as Link["customer"],
    createdAt: Number(row.created_at),
    ...(row.withdrawn_at !== null && { withdrawnAt: Number(row.withdrawn_at) }),
    paid: {
      count: Number(row.paid_count),
      total: { minor: Number(row.paid_total), currency: currencyOf(terms.amount) },
    },
  };
}

/** Which links a list has. */
function meeting({ filter, now }: Pick<LinkPage, "filter" | "now">): Statement {
  const isOpen = sql`withdrawn_at IS NULL AND (until_at IS NULL OR until_at > ${now}) AND (times = 0 OR paid_count < times)`;
  const filters: Record<LinkFilter, Statement> = {
    open: sql` AND ${isOpen}`,
    paid: sql` AND paid_count > 0`,
    ended: sql` AND NOT (${isOpen})`,
  };
  return filter === undefined ? sql`` : filters[filter];
}

/** The links that a list has, the latest first. */
function listed(scope: string, request: LinkPage, before: Statement): Statement {
  // The index has all that a filter reads: without it, and without its name, MariaDB reads every row that it passes by.
  const found = sql`SELECT seq FROM @links[links_by_time] WHERE scope = ${scope}${meeting(request)}${before} ORDER BY seq DESC LIMIT ${request.limit}`;
  return sql`SELECT * FROM @links WHERE seq IN (SELECT seq FROM (${found}) AS found) ORDER BY seq DESC`;
}

/** A part of a list: what follows the link with the code `after`. */
type LinkPage = Record<"now" | "limit", number> & { filter: LinkFilter | undefined; after: string | undefined };

/** The statements on links, of one shop. */
export function linkRows(scope: string, publicUrl: string) {
  const named = (code: string): Statement => sql`WHERE scope = ${scope} AND code = ${code}`;
  const found = (code: string): Statement => sql`SELECT * FROM @links ${named(code)}`;
  const one = function* (query: Statement): Program<Link | undefined> {
    const row = yield* rowOf<Row>(query);
    return row && linkOf(row, publicUrl);
  };
  return {
    insert(code: string, { customer, ...terms }: LinkTerms, now: number): Program<number> {
      const texts = { terms: JSON.stringify(terms), customer: JSON.stringify(customer) };
      const asked = { times: timesColumn(terms.times), until_at: terms.until ?? null, created_at: now };
      const paid = { currency: currencyOf(terms.amount), paid_count: 0, paid_total: 0 };
      return change(insert("links", { scope, code, ...texts, ...asked, ...paid }));
    },
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
    /** How many links a list has, and what they brought in, by currency. */
    *sums(request: Pick<LinkPage, "filter" | "now">): Program<{ links: number; payments: number; total: Money }[]> {
      const rows = yield* rowsOf<
        Record<"links" | "payments" | "total", unknown> & Pick<Money, "currency">
      >(sql`SELECT currency, count(*) AS links, sum(paid_count) AS payments, sum(paid_total) AS total
        FROM @links[links_by_currency] WHERE scope = ${scope}${meeting(request)} GROUP BY currency ORDER BY currency`);
      return rows.map(({ currency, links, payments, total }) => ({
        links: Number(links),
        payments: Number(payments),
        total: { minor: Number(total), currency },
      }));
    },
    withdraw: (code: string, now: number): Program<number> =>
      change(sql`UPDATE @links SET withdrawn_at = ${now} ${named(code)} AND withdrawn_at IS NULL`),
    count: (code: string, { minor }: Money): Program<number> =>
      change(sql`UPDATE @links SET paid_count = paid_count + 1, paid_total = paid_total + ${minor} ${named(code)}`),
    /** Deletes whom links were for that had ended before a time. */
    forget: (before: number): Program<number> =>
      change(sql`UPDATE @links SET customer = ${"{}"} WHERE scope = ${scope} AND created_at < ${before}
        AND (withdrawn_at < ${before} OR until_at < ${before} OR (times > 0 AND paid_count >= times))
        AND code NOT IN (SELECT code FROM @links_uses WHERE scope = ${scope} AND code IS NOT NULL AND paid_at >= ${before})`),
  };
}

export type LinkRows = ReturnType<typeof linkRows>;
