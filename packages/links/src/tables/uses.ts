import type { Money } from "@ventanilla/client";
import type { PaymentEvent } from "@ventanilla/express";
import { change, insert, type Program, rowOf, rowsOf, type Statement, sql } from "@ventanilla/express/sql";
import type { Contact } from "../check-link.ts";

/** What was agreed about an order: by a link's page, or by a signed order. */
export interface Use {
  order: string;
  /** The link's code. Absent for a signed order. */
  code?: string;
  description: string;
  amount: Money;
  tax: Money;
  /** Of a signed order: when it was signed, in milliseconds since the epoch. */
  issuedAt?: number | undefined;
  /** Which browser launched it last: a random text of its cookie. */
  browser?: string | undefined;
  /** Absent once the use has ended unpaid, or its buyer was forgotten. */
  buyer?: Contact | undefined;
}

/** A use as it is kept. */
export interface KeptUse extends Use {
  /** `begun`: a payment may be under way. `ended`: nothing was charged, and nothing can be, until it is begun again. */
  state: "begun" | "ended" | "paid";
  /** When it was last launched. */
  begunAt: number;
  /** The payment, as `onPaid` got it. */
  payment?: PaymentEvent;
}

type Row = Record<"amount" | "tax" | "begun_at" | "issued_at", unknown> & {
  order_id: string;
  code: string | null;
  state: KeptUse["state"];
  description: string;
  currency: Money["currency"];
  browser: string | null;
  buyer: string | null;
  payment: string | null;
};

function useOf(row: Row): KeptUse {
  const { code, currency, browser, buyer, payment } = row;
  return {
    order: row.order_id,
    ...(code !== null && { code }),
    state: row.state,
    description: row.description,
    amount: { minor: Number(row.amount), currency },
    tax: { minor: Number(row.tax), currency },
    ...(row.issued_at !== null && { issuedAt: Number(row.issued_at) }),
    ...(browser !== null && { browser }),
    ...(buyer !== null && { buyer: JSON.parse(buyer) as Contact }),
    begunAt: Number(row.begun_at),
    ...(payment !== null && { payment: JSON.parse(payment) as PaymentEvent }),
  };
}

/** Which begun uses are looked at. */
interface UsesToLookAt {
  /** Default: those of all links */
  code: string | undefined;
  /** Their launch was before this. */
  begunBefore: number;
  /** And so was the last look. */
  lookedBefore: number;
  limit: number;
}

/** The statements on uses, of one shop. */
export function useRows(scope: string) {
  const found = (order: string): Statement =>
    sql`SELECT * FROM @links_uses WHERE scope = ${scope} AND order_id = ${order}`;
  const named = (order: string): Statement => sql`WHERE scope = ${scope} AND order_id = ${order}`;
  const one = function* (query: Statement): Program<KeptUse | undefined> {
    const row = yield* rowOf<Row>(query);
    return row && useOf(row);
  };
  return {
    find: (order: string): Program<KeptUse | undefined> => one(found(order)),
    /** The same, and locks the row until the transaction ends. */
    lock: (order: string): Program<KeptUse | undefined> => one(sql`${found(order)} FOR UPDATE`),
    /** Writes a use that begins: a new row, or the one that is known. */
    begin(
      { order, code, description, amount, tax, issuedAt, browser, buyer }: Use,
      now: number,
      isKnown: boolean,
    ): Program<number> {
      const [from, contact] = [browser ?? null, buyer === undefined ? null : JSON.stringify(buyer)];
      const times = { begun_at: now, looked_at: now };
      const sums = { amount: amount.minor, tax: tax.minor, currency: amount.currency, issued_at: issuedAt ?? null };
      const row = { order_id: order, code: code ?? null, state: "begun", description, browser: from, buyer: contact };
      return change(
        isKnown
          ? sql`UPDATE @links_uses SET state = ${"begun"}, description = ${description}, amount = ${sums.amount}, tax = ${sums.tax}, currency = ${sums.currency},
              issued_at = ${sums.issued_at}, browser = ${from},
              buyer = ${contact}, begun_at = ${now}, looked_at = ${now} ${named(order)}`
          : insert("links_uses", { scope, ...row, ...sums, ...times }),
      );
    },
    /** How many uses of a link are begun or paid. */
    *taken(code: string): Program<number> {
      const row = yield* rowOf<{ taken: unknown }>(sql`SELECT count(*) AS taken FROM @links_uses
        WHERE scope = ${scope} AND code = ${code} AND state IN ${["begun", "paid"]}`);
      return Number(row?.taken);
    },
    /** Begun uses, those first that were looked at longest ago. */
    *toLookAt({ code, begunBefore, lookedBefore, limit }: UsesToLookAt): Program<KeptUse[]> {
      const ofLink = code === undefined ? sql`` : sql` AND code = ${code}`;
      const rows =
        yield* rowsOf<Row>(sql`SELECT * FROM @links_uses WHERE scope = ${scope}${ofLink} AND state = ${"begun"}
        AND looked_at <= ${lookedBefore} AND begun_at <= ${begunBefore} ORDER BY looked_at LIMIT ${limit}`);
      return rows.map(useOf);
    },
    lookedAt: (order: string, now: number): Program<number> =>
      change(sql`UPDATE @links_uses SET looked_at = ${now} ${named(order)}`),
    /** Ends a use that nothing can charge any more, unless it was launched again meanwhile, and forgets its buyer. */
    end: ({ order, begunAt }: KeptUse): Program<number> =>
      change(sql`UPDATE @links_uses SET state = ${"ended"}, buyer = NULL ${named(order)}
        AND state = ${"begun"} AND begun_at = ${begunAt}`),
    pay: (order: string, payment: PaymentEvent): Program<number> =>
      change(sql`UPDATE @links_uses SET state = ${"paid"}, payment = ${JSON.stringify(payment)},
        paid_at = ${payment.settledAt} ${named(order)}`),
    /** Forgets the buyers of uses that were paid before a time. */
    forget: (before: number): Program<number> =>
      change(sql`UPDATE @links_uses SET buyer = NULL
        WHERE scope = ${scope} AND state = ${"paid"} AND paid_at < ${before}`),
  };
}

export type UseRows = ReturnType<typeof useRows>;
