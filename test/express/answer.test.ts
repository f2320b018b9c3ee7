import assert from "node:assert/strict";
import { test } from "node:test";
import { responseCode, responseCodes } from "@ventanilla/client";
import { TransactionResult } from "@ventanilla/client/wire";
import fc from "fast-check";
import { readAnswer } from "../../packages/express/src/attempt/answer.ts";
import { openedAttempt } from "./opened-attempt.ts";
import { cards, openShop, pay } from "./shop.ts";

const { order, transactionId } = openedAttempt;
const read = (fields: Record<string, unknown>) =>
  readAnswer(openedAttempt, { status: "finished", result: TransactionResult.parse(fields) });

const absent = fc.constantFrom<unknown>(undefined, null, "", " ", "N/A", "n/a");
const other = fc
  .string({ minLength: 1, maxLength: 20 })
  .filter((text) => !["", "N/A", order, transactionId].includes(text.trim().toUpperCase()));
const spelling = fc.constantFrom("OrdenID", "OrdenId");
const finals = fc.constantFrom(
  ...responseCodes.filter(({ code, finality }) => code.length === 2 && finality !== "pending").map(({ code }) => code),
);

test("a result without an order is that of its session when its TransactionId is the one that was sent", () => {
  fc.assert(
    fc.property(finals, spelling, fc.oneof(fc.constant(order), absent), (ResponseCode, name, said) => {
      const answer = read({ ResponseCode, [name]: said, TransactionId: transactionId });
      assert.equal(answer.kind, responseCode(ResponseCode).finality);
      assert.equal("verdict" in answer && answer.verdict.mismatch, undefined);
    }),
  );
});

test("a result that names neither, or names one that differs, needs manual review, and says which", () => {
  const named = fc.constantFrom<"right" | "absent" | "other">("right", "absent", "other");
  fc.assert(
    fc.property(finals, spelling, named, named, absent, other, (ResponseCode, name, its, their, nothing, another) => {
      const said = (what: typeof its, right: string) => ({ right, absent: nothing, other: another })[what];
      const result = { ResponseCode, [name]: said(its, order), TransactionId: said(their, transactionId) };
      const mismatch = [
        ...(its === "other" || (its === "absent" && their === "absent") ? ["OrdenID"] : []),
        ...(their === "right" ? [] : ["TransactionId"]),
      ];
      const answer = read(result);
      assert.equal(answer.kind, mismatch.length > 0 ? "review" : responseCode(ResponseCode).finality);
      assert.deepEqual("verdict" in answer && (answer.verdict.mismatch ?? []), mismatch);
    }),
  );
});

test("two spellings of the order that contradict each other need manual review", () => {
  const answer = read({ ResponseCode: "00", OrdenID: order, OrdenId: "B-2", TransactionId: transactionId });
  assert.deepEqual([answer.kind, "verdict" in answer && answer.verdict.mismatch], ["review", ["OrdenID"]]);
});

test("a payment is approved although the bank's result leaves the order out", async () => {
  const shop = await openShop({ background: false });
  shop.sandbox.faults.arm("missing-ordenid");
  const attempt = await pay(shop, "C-3", cards.approved);
  assert.equal((await shop.status(attempt)).body.state, "approved");
  assert.equal(shop.paid.length, 1);
});
