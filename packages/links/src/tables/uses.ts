import type { Money } from "@ventanilla/client";
import type { PaymentEvent } from "@ventanilla/express";
import { change, insert, type Program, rowOf, rowsOf, sql } from "@ventanilla/express/sql";
import type { Contact } from "../check-link.ts";

/** What was agreed about an order: by a link's page, or by a signed order. */
export interface Use {
  order: string;
  /** The link's code. Absent for a signed order. */
  code?: string;
  description: string;
  amount: Money;
  tax: Money;
  /** Which browser launched it last: a random text of its cookie. */
  browser?: string;
  /** Absent once the use has ended unpaid, or its buyer was forgotten. */
  buyer?: Contact;
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

type Row = Record<"amount" | "tax" | "begun_at", unknown> & {
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
    ...(browser !== null && { browser }),
    ...(buyer !== null && { buyer: JSON.parse(buyer) as Contact }),
    begunAt: Number(row.begun_at),
    ...(payment !== null && { payment: JSON.parse(payment) as PaymentEvent }),
  };
}

/** The statements on uses, of one shop. */
export interface UseRows {
  find(order: string): Program<KeptUse | undefined>;
  /** The same, and locks the row until the transaction ends. */
  lock(order: string): Program<KeptUse | undefined>;
  /** Writes a use that begins: a new row, or the one that is known. */
  begin(use: Use, now: number, isKnown: boolean): Program<void>;
  /** How many uses of a link are begun or paid. */
  taken(code: string): Program<number>;
  /** Begun uses whose launch was before a time, those first that were looked at longest ago. */
  toLookAt(request: { code?: string; begunBefore: number; lookedBefore: number; limit: number }): Program<KeptUse[]>;
  lookedAt(order: string, now: number): Program<void>;
  /** Ends a use that nothing can charge any more, unless it was launched again meanwhile, and forgets its buyer. */
  end(use: KeptUse): Program<void>;
  pay(order: string, payment: PaymentEvent): Program<void>;
  /** Forgets the buyers of uses that were paid before a time. */
  forget(before: number): Program<void>;
}

export function useRows(scope: string): UseRows {
  const found = (order: string) => sql`SELECT * FROM @links_uses WHERE scope = ${scope} AND order_id = ${order}`;
  return {
    *find(order) {
      const row = yield* rowOf<Row>(found(order));
      return row && useOf(row);
    },
    *lock(order) {
      const row = yield* rowOf<Row>(sql`${found(order)} FOR UPDATE`);
      return row && useOf(row);
    },
    *begin({ order, code, description, amount, tax, browser, buyer }, now, isKnown) {
      const written = {
        state: "begun",
        amount: amount.minor,
        tax: tax.minor,
        currency: amount.currency,
        browser: browser ?? null,
        buyer: buyer === undefined ? null : JSON.stringify(buyer),
        begun_at: now,
        looked_at: now,
      };
      if (!isKnown) {
        yield* change(insert("links_uses", { scope, order_id: order, code: code ?? null, description, ...written }));
        return;
      }
      yield* change(sql`UPDATE @links_uses SET state = ${written.state}, amount = ${written.amount}, tax = ${written.tax},
        currency = ${written.currency}, browser = ${written.browser}, buyer = ${written.buyer}, begun_at = ${now},
        looked_at = ${now} WHERE scope = ${scope} AND order_id = ${order}`);
    },
    *taken(code) {
      const row = yield* rowOf<{ taken: unknown }>(
        sql`SELECT count(*) AS taken FROM @links_uses WHERE scope = ${scope} AND code = ${code} AND state IN ${["begun", "paid"]}`,
      );
      return Number(row?.taken);
    },
    *toLookAt({ code, begunBefore, lookedBefore, limit }) {
      const ofLink = code === undefined ? sql`` : sql` AND code = ${code}`;
      const rows =
        yield* rowsOf<Row>(sql`SELECT * FROM @links_uses WHERE scope = ${scope}${ofLink} AND state = ${"begun"}
        AND looked_at <= ${lookedBefore} AND begun_at <= ${begunBefore} ORDER BY looked_at LIMIT ${limit}`);
      return rows.map(useOf);
    },
    *lookedAt(order, now) {
      yield* change(sql`UPDATE @links_uses SET looked_at = ${now} WHERE scope = ${scope} AND order_id = ${order}`);
    },
    *end({ order, begunAt }) {
      yield* change(sql`UPDATE @links_uses SET state = ${"ended"}, buyer = NULL WHERE scope = ${scope} AND order_id = ${order}
        AND state = ${"begun"} AND begun_at = ${begunAt}`);
    },
    *pay(order, payment) {
      yield* change(sql`UPDATE @links_uses SET state = ${"paid"}, payment = ${JSON.stringify(payment)},
        paid_at = ${payment.settledAt} WHERE scope = ${scope} AND order_id = ${order}`);
    },
    *forget(before) {
      yield* change(
        sql`UPDATE @links_uses SET buyer = NULL WHERE scope = ${scope} AND state = ${"paid"} AND paid_at < ${before}`,
      );
    },
  };
}
