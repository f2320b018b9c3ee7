import type { Money } from "@ventanilla/client";
import type { PaymentEvent } from "@ventanilla/express";
import { change, insert, type Program, rowOf, rowsOf, type Statement, sql } from "@ventanilla/express/sql";
import type { Contact } from "../check-link.ts";

/** What was agreed about an order: by a link's page, or by a signed order. */
interface Agreed {
  description: string;
  amount: Money;
  tax: Money;
  /** Of a signed order: when it was signed, in milliseconds since the epoch. */
  issuedAt?: number | undefined;
  /** The browsers that launched it, by a random text of their cookies, and since when each was the latest. */
  launchers?: readonly { browser: string; since: number }[] | undefined;
}

/** An order with what was agreed about it. */
export interface Use extends Agreed {
  order: string;
  /** The link's code. Absent for a signed order. */
  code?: string;
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

type Row = { begun_at: unknown; state: KeptUse["state"] } & Record<"order_id" | "agreed", string> &
  Record<"code" | "buyer" | "payment", string | null>;

function useOf({ order_id: order, code, state, agreed, buyer, begun_at: begunAt, payment }: Row): KeptUse {
  return {
    ...(JSON.parse(agreed) as Agreed),
    order,
    ...(code !== null && { code }),
    state,
    ...(buyer !== null && { buyer: JSON.parse(buyer) as Contact }),
    begunAt: Number(begunAt),
    ...(payment !== null && { payment: JSON.parse(payment) as PaymentEvent }),
  };
}

/** Which begun uses are looked at: by when they were launched, and last looked at; by default those of all links. */
type UsesToLookAt = Record<"begunBefore" | "lookedBefore" | "limit", number> & { code: string | undefined };

/** The statements on uses, of one shop. */
export function useRows(scope: string) {
  const named = (order: string): Statement => sql`WHERE scope = ${scope} AND order_id = ${order}`;
  const found = (order: string): Statement => sql`SELECT * FROM @links_uses ${named(order)}`;
  const one = function* (query: Statement): Program<KeptUse | undefined> {
    const row = yield* rowOf<Row>(query);
    return row && useOf(row);
  };
  return {
    find: (order: string): Program<KeptUse | undefined> => one(found(order)),
    /** The same, and locks the row until the transaction ends. */
    lock: (order: string): Program<KeptUse | undefined> => one(sql`${found(order)} FOR UPDATE`),
    /** Writes a use that begins: a new row, or the one that is known. */
    begin({ order, code, buyer, ...agreed }: Use, now: number, isKnown: boolean): Program<number> {
      const texts = { agreed: JSON.stringify(agreed), buyer: buyer === undefined ? null : JSON.stringify(buyer) };
      const begun = { state: "begun", ...texts, begun_at: now, looked_at: now };
      return change(
        isKnown
          ? sql`UPDATE @links_uses SET state = ${begun.state}, agreed = ${texts.agreed}, buyer = ${texts.buyer},
              begun_at = ${now}, looked_at = ${now} ${named(order)}`
          : insert("links_uses", { scope, order_id: order, code: code ?? null, ...begun }),
      );
    },
    /** The paid uses of a link, the latest first. */
    *paidOf(code: string, limit: number): Program<KeptUse[]> {
      const rows = yield* rowsOf<Row>(sql`SELECT * FROM @links_uses WHERE scope = ${scope} AND code = ${code}
        AND state = ${"paid"} ORDER BY paid_at DESC LIMIT ${limit}`);
      return rows.map(useOf);
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
