import assert from "node:assert/strict";
import { test } from "node:test";
import type { SessionResult, TransactionResult } from "@ventanilla/client";
import type { State } from "@ventanilla/express";
import { sqliteStore } from "@ventanilla/express/sqlite";
import type { Attempt, Store } from "@ventanilla/express/store";
import fc from "fast-check";
import { readAnswer } from "#express/attempt/answer.ts";
import { record } from "#express/record.ts";
import { keptIn } from "../kept.ts";
import { often } from "../part.ts";

/** `npm run long answers` sets ten thousand. */
const runs = Number(process.env.FUZZ_RUNS ?? often(100, 30));
const now = Date.UTC(2026, 10, 20, 12);
const attempts = 3;

/** Answers of the bank within the window, by their meaning. */
const answers = {
  approved: { ResponseCode: "00" },
  declined: { ResponseCode: "05" },
  partial: { ResponseCode: "10" },
  inProgress: { ResponseCode: "09" },
  foreign: { ResponseCode: "00", OrdenID: "ANOTHER-1" },
  orderless: { ResponseCode: "00", OrdenID: undefined },
  unlisted: { ResponseCode: "N7" },
  contradicting: { ResponseCode: "00", contradictions: ["TransactionId"] },
  pending: "pending",
  gone: "not-found",
  wrongKey: "wrong-key",
} as const;

function answerFor(attempt: Attempt, kind: keyof typeof answers): SessionResult {
  const said = answers[kind];
  if (typeof said === "string") return { status: said };
  const result = {
    OrdenID: attempt.order,
    TransactionId: attempt.transactionId,
    RetrievalReferenceNumber: `reference ${attempt.id}`,
    contradictions: [],
    unknown: {},
    ...said,
  };
  return { status: "finished", result: result as unknown as TransactionResult };
}

/** Three attempts at one order, each opened and of another amount. */
async function openAttempts(store: Store): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 1; i <= attempts; i++) {
    const { attempt } = await keptIn(store).insertAttempt(
      {
        id: `attempt ${i}`,
        order: "A-1",
        bank: "bank",
        amount: { minor: i * 100, currency: "DOP" },
        tax: { minor: 0, currency: "DOP" },
        browserHash: "",
        facts: { language: "es", mode: "popup" },
        dueAt: now,
      },
      now,
    );
    const opened = {
      state: "opened",
      facts: { ...attempt.facts, openedAt: now, SESSION: attempt.id, sealedKey: "sealed" },
      windowEndsAt: now + 1_800_000,
    } as const;
    await keptIn(store).transition(attempt.id, attempt.version, opened);
    ids.push(attempt.id);
  }
  return ids;
}

/** The final states, and the announced payments, after these answers in this order. */
async function end(evidence: readonly [number, keyof typeof answers][], together: boolean) {
  const store = sqliteStore(":memory:", { now: () => now });
  const ids = await openAttempts(store);
  const hear = async ([which, kind]: readonly [number, keyof typeof answers]): Promise<void> => {
    const attempt = await keptIn(store).findAttempt(ids[which] ?? "");
    assert.ok(attempt);
    await record(keptIn(store), attempt, { type: "answered", answer: readAnswer(attempt, answerFor(attempt, kind)) });
  };
  if (together) await Promise.all(evidence.map(hear));
  else for (const piece of evidence) await hear(piece);
  const all = await keptIn(store).attemptsOf("A-1");
  const told: string[] = [];
  for (let claims = await keptIn(store).claimEvents({ banks: ["bank"], limit: 9, leaseMs: 1 }); claims.length > 0; ) {
    for (const { item, fence } of claims) {
      told.push(item.type);
      await keptIn(store).settleClaim(item.id, fence, { kind: "done" });
    }
    claims = await keptIn(store).claimEvents({ banks: ["bank"], limit: 9, leaseMs: 1 });
  }
  await store.close();
  const states: State[] = all.map(({ state }) => state);
  const payments = told.filter((type) => type.startsWith("order.")).toSorted();
  return { states, codes: all.map(({ facts }) => facts.verdict?.code), payments };
}

test(`${runs} sets of answers about three attempts of one order: in any order, and all at once, the result is the same`, async () => {
  const piece = fc.tuple(
    fc.integer({ min: 0, max: attempts - 1 }),
    fc.constantFrom(...(Object.keys(answers) as (keyof typeof answers)[])),
  );
  const shuffled = fc
    .array(piece, { minLength: 1, maxLength: 10 })
    .chain((evidence) =>
      fc.tuple(fc.constant(evidence), fc.shuffledSubarray(evidence, { minLength: evidence.length })),
    );
  await fc.assert(
    fc.asyncProperty(shuffled, async ([evidence, otherwise]) => {
      const one = await end(evidence, false);
      // Foreign, contradicting and partial answers all end under review: whose code is kept, the first one decides.
      const seen = (it: typeof one) => ({ ...it, codes: it.codes.map((code, i) => it.states[i] !== "review" && code) });
      assert.deepEqual(seen(await end(otherwise, false)), seen(one));
      assert.deepEqual(seen(await end(otherwise, true)), seen(one));
      const approved = one.states.filter((state) => state === "approved").length;
      const expected = Array.from({ length: approved }, (_, i) => (i === 0 ? "order.paid" : "order.paidAgain"));
      assert.deepEqual(one.payments, expected);
    }),
    { numRuns: runs, seed: 20_261_120 },
  );
});
