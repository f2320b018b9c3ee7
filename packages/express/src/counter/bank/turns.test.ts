import assert from "node:assert/strict";
import { test } from "node:test";
import { approved } from "../approved.fixture.ts";
import { readPayments, readTable } from "./at-once.fixture.ts";
import { comparisonSteps } from "./match.ts";
import { tableSteps } from "./read-csv.ts";
import type { Steps } from "./turns.ts";

const columns = { reference: 0, amount: 1 };
const rows = 49_000;

function counted<T>(steps: Steps<T>): { turns: number; value: T } {
  for (let turns = 0; ; turns++) {
    const step = steps.next();
    if (step.done) return { turns, value: step.value };
  }
}

test("the largest file is read and matched in many short steps, and each side is sorted in one", () => {
  const text = `ref,monto\n${Array.from({ length: rows }, (_, at) => `${rows - at},1.00`).join("\n")}`;
  const read = counted(tableSteps(text));
  assert.equal(read.value.rows.length, rows);
  assert.ok(read.turns >= rows / 1000 + (2 * rows) / 10_000 - 2, `read in ${read.turns} turns`);
  const { payments } = readPayments(readTable(text), columns);
  const ours = Array.from({ length: rows }, (_, at) =>
    approved({
      order: `A-${at}`,
      amount: { minor: 100, currency: "DOP" },
      verdict: { code: "00", reference: `${at + 1}` },
    }),
  );
  const compared = counted(comparisonSteps(ours, payments));
  assert.equal(compared.value.agreed.length, rows);
  assert.ok(compared.turns >= (4 * rows) / 1000, `compared in ${compared.turns} turns`);
});
