import type { Money } from "@ventanilla/client";
import type { GivenBackEvent, PaymentEvent } from "@ventanilla/express";
import { change, insert, type Program, rowOf, rowsOf, type Statement, sql } from "@ventanilla/express/sql";
import type { Contact, LinkTerms } from "./check-link.ts";
import type { Link, LinkFilter } from "./link.ts";

/**
 * The tables of the links, beside the router's. What no statement asks for is one text of JSON.
 *
 * - `links`: one row for each link. Its `terms` never change.
 * - `links_uses`: one row for each order that was launched from a link's page or by a signed order, with what was `agreed`.
 *   `state`: `begun` holds one of a stock, `ended` charged nothing, `paid` counts for ever. `code` is empty for a signed
 *   order. `buyer` is deleted with a use that has ended. `look_at`: when a begun use may be looked at next.
 */
const tables = `
CREATE TABLE @links (
  seq @serial, scope @name NOT NULL, code @name NOT NULL, terms @text NOT NULL, customer @text NOT NULL, times @int NOT NULL,
  until_at @int, created_at @int NOT NULL, withdrawn_at @int, paid_count @int NOT NULL, paid_total @int NOT NULL,
  given_back @int NOT NULL
)@options;
CREATE UNIQUE INDEX links_by_code ON @links (scope, code);
CREATE INDEX links_by_time ON @links (scope, seq, withdrawn_at, until_at, times, paid_count);

CREATE TABLE @links_uses (
  scope @name NOT NULL, order_id @key NOT NULL, code @name, state @name NOT NULL, agreed @text NOT NULL, buyer @text,
  look_at @int NOT NULL, payment @text, paid_at @int, PRIMARY KEY (scope, order_id)
)@options;
CREATE INDEX links_uses_by_code ON @links_uses (scope, code, state, look_at);
CREATE INDEX links_uses_by_state ON @links_uses (scope, state, look_at);
`;

/** The versions of the tables, oldest first. A published version never changes. */
export const versions: readonly string[] = [tables];

type LinkRow = Record<"terms" | "customer", string> &
  Record<"withdrawn_at" | "paid_count" | "paid_total" | "given_back", unknown>;

/** A new link: what its row keeps of it. */
export type NewLink = LinkTerms & Pick<Link, "code" | "createdAt">;

/** A part of a list: what follows the link with the code `after`. */
type LinkPage = Record<"now" | "limit", number> & { filter: LinkFilter | undefined; after: string | undefined };

function meeting({ filter, now }: Omit<LinkPage, "after" | "limit">): Statement {
  const isOpen = sql`withdrawn_at IS NULL AND (until_at IS NULL OR until_at > ${now}) AND (times = 0 OR paid_count < times)`;
  if (filter === undefined) return sql``;
  return { open: sql` AND ${isOpen}`, paid: sql` AND paid_count > 0`, ended: sql` AND NOT (${isOpen})` }[filter];
}

function linkOf(row: LinkRow, publicUrl: string): Link {
  const terms = JSON.parse(row.terms) as Omit<NewLink, "customer">;
  const money = (minor: unknown) => ({ minor: Number(minor), currency: terms.amount.currency });
  const back = Number(row.given_back) > 0 && { givenBack: money(row.given_back) };
  return {
    ...terms,
    customer: JSON.parse(row.customer) as Link["customer"],
    url: `${publicUrl}/${terms.code}`,
    ...(row.withdrawn_at !== null && { withdrawnAt: Number(row.withdrawn_at) }),
    paid: { count: Number(row.paid_count), total: money(row.paid_total), ...back },
  };
}

/** The statements on links, of one shop. Drivers give numbers as such or as text. */
export function linkRows(scope: string, publicUrl: string) {
  const found = (code: string): Statement => sql`SELECT * FROM @links WHERE scope = ${scope} AND code = ${code}`;
  const update = (to: Statement, which: Statement) =>
    change(sql`UPDATE @links SET ${to} WHERE scope = ${scope} AND ${which}`);
  const keptAs = (row: LinkRow): Link => linkOf(row, publicUrl);
  return {
    insert({ customer, ...terms }: NewLink): Program<number> {
      const { code, times, until, createdAt } = terms;
      const texts = { terms: JSON.stringify(terms), customer: JSON.stringify(customer) };
      const at = { until_at: until ?? null, created_at: createdAt };
      const paid = { paid_count: 0, paid_total: 0, given_back: 0 };
      return change(insert("links", { scope, code, ...texts, times: times === "many" ? 0 : times, ...at, ...paid }));
    },
    find: (code: string) => rowOf(found(code), keptAs),
    /** The same, locked until the transaction ends: uses of a link are begun one after the other. */
    lock: (code: string) => rowOf(sql`${found(code)} FOR UPDATE`, keptAs),
    /** A part of a list, the latest first. */
    *page({ after, limit, ...request }: LinkPage): Program<Link[]> {
      const last = after === undefined ? undefined : yield* rowOf<{ seq: unknown }>(found(after));
      if (after !== undefined && last === undefined) return [];
      const before = last === undefined ? sql`` : sql` AND seq < ${Number(last.seq)}`;
      // The index has all that a filter reads: without it, and without its name, MariaDB reads every row that it passes by.
      const seqs = sql`SELECT seq FROM @links[links_by_time] WHERE scope = ${scope}${meeting(request)}${before} ORDER BY seq DESC LIMIT ${limit}`;
      const listed = sql`SELECT * FROM @links WHERE seq IN (SELECT seq FROM (${seqs}) AS found) ORDER BY seq DESC`;
      return yield* rowsOf(listed, keptAs);
    },
    withdraw: (code: string, now: number) =>
      update(sql`withdrawn_at = ${now}`, sql`code = ${code} AND withdrawn_at IS NULL`),
    count(code: string, more: number, total: number, back: number): Program<number> {
      const paid = sql`paid_count = paid_count + ${more}, paid_total = paid_total + ${total}`;
      return update(sql`${paid}, given_back = given_back + ${back}`, sql`code = ${code}`);
    },
    /** Deletes whom links were for that had ended before a time. */
    forget(before: number): Program<number> {
      const isOver = sql`(withdrawn_at < ${before} OR until_at < ${before} OR (times > 0 AND paid_count >= times))`;
      const paidSince = sql`SELECT code FROM @links_uses WHERE scope = ${scope} AND code IS NOT NULL AND paid_at >= ${before}`;
      const which = sql`created_at < ${before} AND ${isOver} AND code NOT IN (${paidSince})`;
      return update(sql`customer = ${"{}"}`, which);
    },
  };
}

/** An order with what was agreed about it: by a link's page, or by a signed order. */
export interface Use {
  order: string;
  /** The link's code. Absent for a signed order. */
  code?: string | undefined;
  /** Absent once the use has ended unpaid, or its buyer was forgotten. */
  buyer?: Contact | undefined;
  description: string;
  amount: Money;
  tax: Money;
  /** Of a link: which browser began what is under way, by its ticket. */
  browser?: string | undefined;
  /** Of a signed order: when it was signed, in milliseconds since the epoch. */
  issuedAt?: number | undefined;
}

/** What the hooks get. */
export type KeptPayment = PaymentEvent & Partial<Pick<GivenBackEvent, "givenBack">>;

/** A use as it is kept. */
export interface KeptUse extends Use {
  /** `begun`: a payment may be under way. `ended`: nothing was charged, and nothing can be, until it is begun again. */
  state: "begun" | "ended" | "paid";
  lookAt: number;
  /** The payment, as `onPaid` got it, or `onGivenBack` last. */
  payment?: KeptPayment | undefined;
}

type UseRow = Record<"agreed" | "state", string> & Record<"buyer" | "payment", string | null> & { look_at: unknown };

function useOf({ agreed, buyer, payment, state, look_at: lookAt }: UseRow): KeptUse {
  return {
    ...(JSON.parse(agreed) as Use),
    buyer: buyer === null ? undefined : (JSON.parse(buyer) as Contact),
    state: state as KeptUse["state"],
    lookAt: Number(lookAt),
    payment: payment === null ? undefined : (JSON.parse(payment) as KeptPayment),
  };
}

/** A launch that the router has just begun may not be in the store yet. */
const launchMs = 2 * 60_000;
/** Each look reads the use's attempts: one that is under way is then left alone. */
const restMs = 10_000;

/** The statements on uses, of one shop. */
export function useRows(scope: string) {
  const found = (which: Statement) => sql`SELECT * FROM @links_uses WHERE scope = ${scope} AND ${which}`;
  const update = (to: Statement, which: Statement) =>
    change(sql`UPDATE @links_uses SET ${to} WHERE scope = ${scope} AND ${which}`);
  const named = (order: string) => sql`order_id = ${order}`;
  /** Unless it was launched again meanwhile. */
  const asBegun = ({ order, lookAt }: KeptUse) => sql`${named(order)} AND state = ${"begun"} AND look_at = ${lookAt}`;
  return {
    find: (order: string) => rowOf(found(named(order)), useOf),
    /** The same, and locks the row until the transaction ends. */
    lock: (order: string) => rowOf(sql`${found(named(order))} FOR UPDATE`, useOf),
    /** Writes a use that begins: a new row, or the one that is known. */
    begin({ buyer: whose, ...use }: Use, now: number, isKnown: boolean): Program<number> {
      const { order, code = null } = use;
      const [agreed, buyer, next] = [JSON.stringify(use), JSON.stringify(whose ?? {}), now + launchMs];
      return isKnown
        ? update(sql`state = ${"begun"}, agreed = ${agreed}, buyer = ${buyer}, look_at = ${next}`, named(order))
        : change(insert("links_uses", { scope, order_id: order, code, state: "begun", agreed, buyer, look_at: next }));
    },
    /** The paid uses of a link, the latest first. */
    paidOf: (code: string, limit: number) =>
      rowsOf(found(sql`code = ${code} AND state = ${"paid"} ORDER BY paid_at DESC LIMIT ${limit}`), useOf),
    /** How many uses of a link are begun or paid. */
    *taken(code: string): Program<number> {
      const row = yield* rowOf<{ taken: unknown }>(sql`SELECT count(*) AS taken FROM @links_uses
        WHERE scope = ${scope} AND code = ${code} AND state IN ${["begun", "paid"]}`);
      return Number(row?.taken);
    },
    /** Begun uses of a link, or of all, those first that were looked at longest ago. */
    toLookAt(code: string | undefined, now: number, limit: number): Program<KeptUse[]> {
      const ofLink = code === undefined ? sql`` : sql`code = ${code} AND `;
      const due = sql`${ofLink}state = ${"begun"} AND look_at <= ${now} ORDER BY look_at LIMIT ${limit}`;
      return rowsOf(found(due), useOf);
    },
    /** Keeps that a use is under way. */
    lookedAt: (use: KeptUse, now: number) => update(sql`look_at = ${now + restMs}`, asBegun(use)),
    /** Ends a use that nothing can charge any more, and forgets its buyer. */
    end: (use: KeptUse) => update(sql`state = ${"ended"}, buyer = NULL`, asBegun(use)),
    pay(payment: KeptPayment): Program<number> {
      const paid = sql`state = ${"paid"}, payment = ${JSON.stringify(payment)}, paid_at = ${payment.settledAt}`;
      return update(paid, named(payment.order));
    },
    /** Forgets the buyers of uses that were paid before a time. */
    forget: (before: number) => update(sql`buyer = NULL`, sql`state = ${"paid"} AND paid_at < ${before}`),
  };
}
