import { readResult, type SessionResult } from "../../packages/client/src/session-result.ts";
import { makeClock } from "../../packages/sandbox/src/clock.ts";
import { Events } from "../../packages/sandbox/src/events.ts";
import { Faults } from "../../packages/sandbox/src/faults.ts";
import { Ledger } from "../../packages/sandbox/src/hosted/ledger.ts";
import { readPurchase } from "../../packages/sandbox/src/hosted/purchase.ts";
import type { LedgerSession } from "../../packages/sandbox/src/hosted/session.ts";
import { sessionRoutes } from "../../packages/sandbox/src/hosted/sessions.ts";
import { makeIdentifiers } from "../../packages/sandbox/src/identifiers.ts";
import type { SwitchValue } from "../../packages/sandbox/src/switch-table.ts";
import { makeSwitches } from "../../packages/sandbox/src/switches.ts";
import { testCardOf } from "../../packages/sandbox/src/test-cards.ts";

/** What a bank may mean by 30 minutes. */
export type Reading = SwitchValue<"session-life">;

/** The sandbox's own ledger and session API, without a socket: a hundred thousand lives in minutes. */
export interface LedgerBank {
  ledger: Ledger;
  faults: Faults;
  setReading(reading: Reading): void;
  create(order: string, transactionId: string): LedgerSession;
  pay(session: LedgerSession, number: string): void;
  /** What the client makes of the answer to the result query; `undefined` when it cannot be read. */
  query(session: LedgerSession): SessionResult | undefined;
}

/** @param now true time, in milliseconds */
export function openLedgerBank(now: () => number): LedgerBank {
  const clock = makeClock(now);
  const base = {
    clock,
    events: new Events(),
    identifiers: makeIdentifiers(1, now),
    switches: makeSwitches("live", () => {}),
    faults: new Faults(() => {}),
  };
  const ledger = new Ledger(base);
  const [, route] = sessionRoutes({ ...base, ledger });

  return {
    ledger,
    faults: base.faults,
    setReading: (reading) => base.switches.set("session-life", reading),
    create: (order, transactionId) =>
      ledger.create(
        readPurchase({
          TransactionType: "0200",
          Amount: "000000295000",
          CurrencyCode: "214",
          Tax: "000000000000",
          MerchantNumber: "349000000",
          OrdenID: order,
          TransactionId: transactionId,
        }),
        [],
      ),
    pay(session, number) {
      const card = testCardOf(number);
      if (card === undefined) throw new Error("the bank has no such test card");
      ledger.pay(session, card);
    },
    query({ id, key }) {
      const answer = route?.handle({
        method: "GET",
        path: `/sessions/${id}`,
        params: { id },
        query: new URLSearchParams({ sk: key }),
        search: "",
        headers: {},
        secure: false,
        wantsPage: false,
        acceptLanguage: "",
        body: async () => "",
        warnings: [],
        subject: "",
      });
      if (answer === undefined || answer instanceof Promise) throw new Error("the result query answers at once");
      const { status, body } = answer;
      try {
        return readResult({ status, text: String(body) }, []);
      } catch {
        return undefined;
      }
    },
  };
}
