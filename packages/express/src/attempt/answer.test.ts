import assert from "node:assert/strict";
import { test } from "node:test";
import { responseCode, responseCodes } from "@ventanilla/client";
import { TransactionResult } from "@ventanilla/client/wire";
import fc from "fast-check";
import { readAnswer } from "./answer.ts";
import { openedAttempt } from "./opened-attempt.fixture.ts";

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

test("05 from the bank, 00 from the issuer, with a code: review; so with another amount, currency, merchant or type", () => {
  const ours = { OrdenID: order, TransactionId: transactionId };
  for (const [fields, mismatch] of [
    [
      { ResponseCode: "05", RemoteResponseCode: "00", AuthorizationCode: "00551Z" },
      ["RemoteResponseCode", "AuthorizationCode"],
    ],
    [{ ResponseCode: "05", RemoteResponseCode: "00" }, ["RemoteResponseCode"]],
    [{ ResponseCode: "05", RemoteResponseCode: "000" }, ["RemoteResponseCode"]],
    [{ ResponseCode: "05", RemoteResponseCode: "0000" }, ["RemoteResponseCode"]],
    [{ ResponseCode: "TF", AuthorizationCode: "551234" }, ["AuthorizationCode"]],
    [{ ResponseCode: "N7", RemoteResponseCode: "00" }, ["RemoteResponseCode"]],
    [{ ResponseCode: "00", RemoteResponseCode: "05" }, ["RemoteResponseCode"]],
    [{ ResponseCode: "00", Amount: "000000000101" }, ["Amount"]],
    [{ ResponseCode: "00", CurrencyCode: "840" }, ["CurrencyCode"]],
    [{ ResponseCode: "00", TransactionType: "0100" }, ["TransactionType"]],
    [{ ResponseCode: "00", MerchantNumber: "349000001" }, ["MerchantNumber"]],
  ] as const) {
    const result = TransactionResult.parse({ ...ours, ...fields });
    const answer = readAnswer(openedAttempt, { status: "finished", result });
    assert.deepEqual([answer.kind, "verdict" in answer && answer.verdict.mismatch], ["review", mismatch]);
  }
  for (const fields of [
    { ResponseCode: "05", RemoteResponseCode: "N/A", AuthorizationCode: "N/A" },
    { ResponseCode: "05", RemoteResponseCode: "", AuthorizationCode: "000000" },
    { ResponseCode: "05", RemoteResponseCode: "05", AuthorizationCode: " " },
  ]) {
    assert.equal(read({ ...ours, ...fields }).kind, "declined");
  }
  // The merchant is the one that the session was created for, however the bank's address is spelled.
  const foreign = TransactionResult.parse({ ...ours, ResponseCode: "00", MerchantNumber: "349000001" });
  for (const bank of ["", "http://localhost:1", "http://127.0.0.1:1", "https://BANK.example./"]) {
    const answer = readAnswer({ ...openedAttempt, bank }, { status: "finished", result: foreign });
    assert.deepEqual([answer.kind, "verdict" in answer && answer.verdict.mismatch], ["review", ["MerchantNumber"]]);
  }
  // A part of the amount is not another amount: code 10 says which.
  const part = read({ ...ours, ResponseCode: "10", Amount: "000000000050" });
  assert.deepEqual([part.kind, "verdict" in part && part.verdict.mismatch], ["review", undefined]);
});
