import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createSandbox } from "@ventanilla/sandbox";
import type { Bundle } from "../bundle.ts";
import { cards } from "../shop.ts";
import { type Buyer, makeBuyer, orderId } from "./buyer.ts";
import type { Flow, Pass } from "./flows.ts";
import { Died, startShop } from "./shop-child.ts";

/** A database for one case, with the table that the hook writes into. */
export interface CaseDatabase {
  address: string;
  shipments(): Promise<number>;
  close(): Promise<void>;
}

/** What a case plays with: a shop in another process, its buyer, and the time that goes by. */
interface Case {
  buyer: Buyer;
  at: CaseDatabase;
  log: string;
  open(flow: Flow): Promise<void>;
  pass: Pass;
}

/** Plays flows, one after the other, each against a shop that is killed at one point of it. */
export interface Lane {
  /** Plays the flow undisturbed; answers the points that it passed, and how many before the buyer paid. */
  measure(flow: Flow): Promise<{ points: string[]; launch: number }>;
  /** Plays it, killed at this point, and what comes after; answers where it died. */
  kill(flow: Flow, point: number): Promise<string>;
  close(): Promise<void>;
}

/** After these, in a hook that has returned, its event is not yet marked as delivered. */
const undelivered: ReadonlySet<string> = new Set(["hook: done", "RELEASE", "UPDATE outbox"]);

/**
 * @param program what the shop's processes run
 * @param folder where the shop's own log of a case is kept
 */
export async function openLane(program: Bundle, folder: string, database: () => Promise<CaseDatabase>): Promise<Lane> {
  const bank = await createSandbox();
  const place = { bank, child: await startShop(program), mount: "" };
  let cases = 0;

  async function inCase<T>(work: (played: Case) => Promise<T>): Promise<T> {
    bank.reset();
    bank.clock.reset();
    const at = await database();
    let ahead = 0;
    const log = join(folder, `${process.pid}-${++cases}-${Math.random().toString(36).slice(2)}.log`);
    writeFileSync(log, "");
    const open = async ({ hook }: Flow): Promise<void> => {
      const opening = { ask: "open", database: at.address, bank: bank.url, log, ahead, hook } as const;
      place.mount = (await place.child.ask(opening)).mount;
    };
    const pass = async (ms: number) => {
      ahead += ms;
      bank.clock.advance(ms);
      return place.child.ask({ ask: "reconcile", ahead });
    };
    try {
      return await work({ buyer: makeBuyer(place), at, log, open, pass });
    } finally {
      await at.close();
    }
  }

  const told = (log: string) => readFileSync(log, "utf8").match(/^told .*/gm) ?? [];
  const approvals = () => bank.sessions().filter(({ code }) => code === "00").length;

  async function untilQuiet(pass: Pass): Promise<void> {
    let { due, now } = await pass(0);
    for (let looks = 0; due !== undefined; looks++) {
      assert.ok(looks < 100, "the shop does not come to rest");
      // An event behind one that a dead process has leased is due all the time.
      ({ due, now } = await pass(due > now ? due - now + 50 : 30_000));
    }
  }

  return {
    measure: (flow) =>
      inCase(async ({ buyer, at, log, open, pass }) => {
        await open(flow);
        let launch: number | undefined;
        const pay: Buyer["pay"] = async (card) => {
          launch ??= (await place.child.ask({ ask: "points" })).points.length;
          return buyer.pay(card);
        };
        await flow.play({ ...buyer, pay }, pass);
        const { points } = await place.child.ask({ ask: "close" });
        assert.deepEqual(told(log), [`told paid:${orderId}`]);
        assert.equal(await at.shipments(), flow.hook === "transaction" ? 1 : 0);
        return { points, launch: launch ?? 0 };
      }),
    kill: (flow, point) =>
      inCase(async ({ buyer, at, log, open, pass }) => {
        await open(flow);
        await place.child.ask({ ask: "dieAt", point });
        const outcome = await flow
          .play(buyer, pass)
          .then(() => place.child.ask({ ask: "close" }))
          .catch((error: unknown) => error);
        assert.ok(outcome instanceof Died, `not killed at point ${point}: ${String(outcome)}`);
        const diedAt = /^died (.*)$/m.exec(readFileSync(log, "utf8"))?.[1] ?? "";
        const paid = approvals();
        const toldBefore = told(log).length;
        assert.ok(paid > 0 || toldBefore === 0, "the hook ran before anybody had paid");

        place.child = await startShop(program);
        await open(flow);
        // A buyer who has paid does nothing any more; one who has not tries again.
        if (paid === 0 && (await buyer.launch())) {
          await buyer.pay(cards.approved);
          await buyer.comeBack();
        }
        await untilQuiet(pass);
        assert.equal(approvals(), 1);
        const most = toldBefore > 0 && undelivered.has(diedAt) ? 2 : 1;
        const tells = told(log);
        assert.ok(
          tells.length >= 1 && tells.length <= most,
          `killed at ${diedAt}: the hook succeeded ${tells.length} times`,
        );
        assert.deepEqual([...new Set(tells)], [`told paid:${orderId}`]);
        assert.equal(await at.shipments(), flow.hook === "transaction" ? 1 : 0);
        assert.equal(await buyer.launch(), false, "a paid order was launched again");
        return diedAt;
      }),
    async close() {
      await place.child.end();
      await bank.close();
    },
  };
}
