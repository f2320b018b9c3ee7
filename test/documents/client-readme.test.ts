import assert from "node:assert/strict";
import { test } from "node:test";
import type { Gateway } from "@ventanilla/client";
import type { Rest, SaleRequest } from "@ventanilla/client/rest";
import { type Counter, newSale, openAt, openCounter, payPage, sold } from "../client/against-sandbox/counter.ts";
import { MovedClock, moveRest } from "../client/moved-clock.ts";
import { runProgram } from "./program.ts";

/** Values that the README's code takes from the reader: records, the card of a form, the account executive's token. */
interface Reader {
  bank: string;
  /** The bank's time. */
  now: () => number;
  cardNumber: string;
  cvv: string;
  tokenFromYourAccountExecutive: () => Promise<string>;
  sold: Sale;
  soldToday: Sale;
  soldBefore: Sale;
  nextRequest: SaleRequest;
  /** The buyer of the newest session pays on the bank's page. */
  buyerPays: () => Promise<void>;
  /** Loses all answers to the next call of `sale`. */
  loseAnswers: (rest: Rest) => void;
  console: { log: (...told: unknown[]) => void; warn: (...told: unknown[]) => void };
}
interface Sale {
  key: string;
  pnRef: string;
  txToken?: string | undefined;
  amount: { minor: number; currency: "DOP" | "USD" };
  at: Date;
}

/** Its address and time are those of a bank of the test, and this happens between its lines. */
const replace: [RegExp | string, string][] = [
  [/"https:\/\/\w+\.bank\.example"/g, "bank"],
  ["baseUrl: bank,", "baseUrl: bank, now,"],
  [/^(.*When the buyer is back)/gm, "await buyerPays();\n$1"],
  [/^try \{$/m, "loseAnswers(rest);\ntry {"],
];

async function reader(counter: Counter, told: string[]): Promise<Reader> {
  const { sandbox, rest } = counter;
  const record = async (): Promise<Sale> => {
    const { "idempotency-key": key, pnRef, amount } = await sold(counter);
    return { key, pnRef, amount, at: new Date(sandbox.clock.now()) };
  };
  const tell = (...words: unknown[]) => void told.push(words.join(" "));
  return {
    bank: sandbox.url,
    now: () => sandbox.clock.now(),
    cardNumber: "4761340000000050",
    cvv: "123",
    tokenFromYourAccountExecutive: async () => sandbox.issueToken().token,
    sold: await record(),
    soldToday: await record(),
    soldBefore: await record(),
    nextRequest: newSale(),
    async buyerPays() {
      const SESSION = sandbox.sessions().at(-1)?.id ?? "";
      await payPage(sandbox, await openAt(sandbox, { SESSION }));
    },
    loseAnswers(opened) {
      assert.ok(rest !== opened);
      moveRest(opened, new MovedClock());
      sandbox.faults.arm("reset-after-charge", { times: 6 });
    },
    console: { log: tell, warn: tell },
  };
}

test("the code of the client's README does what it says, against the sandbox", async () => {
  const counter = await openCounter();
  const told: string[] = [];
  const { gateway, rest } = await runProgram<{ gateway: Gateway; rest: Rest }>({
    path: "packages/client/README.md",
    language: "ts",
    replace,
    given: await reader(counter, told),
    gives: ["gateway", "rest"],
  });
  await gateway.close();
  await rest.close();

  assert.deepEqual(told, [
    "approved", // confirmed
    "void approved",
    "approved", // voided
    "approved", // refunded
    "approved", // checked out
    "network Make the same call with the same idempotency-key (error.call.request): it can't charge twice.",
    "approved", // the unclear sale
  ]);
  const done = counter.sandbox.transactions().map(({ operation, state }) => `${operation} ${state}`);
  assert.deepEqual(done, [
    "sale voided",
    "sale voided",
    "sale refunded",
    "sale approved",
    "void approved",
    "void approved",
    "refund approved",
    "checkIn settled",
    "checkOut approved",
    "sale approved",
  ]);
  const paid = counter.sandbox.sessions().map(({ type, order, state }) => `${type} ${order} ${state}`);
  assert.deepEqual(paid, ["0200 A-1042 approved", "0100 A-1043 approved", "2240 A-1043 approved"]);
});
