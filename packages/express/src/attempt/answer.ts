import {
  type Money,
  type ResponseCode,
  responseCode,
  resultContradictions,
  type SessionResult,
  type TransactionResult,
} from "@ventanilla/client";
import { type AnswerKind, type Attempt, type Authorization, bankOrderOf, type Verdict } from "./attempt.ts";

type FinishedKind = Extract<AnswerKind, "approved" | "declined" | "review">;

/**
 * What the bank's answer to a result query means for one attempt. A finished transaction has a verdict, and the data
 * that its capture will need.
 */
export type BankAnswer =
  | { kind: FinishedKind; verdict: Verdict; authorization?: Authorization }
  | { kind: Exclude<AnswerKind, FinishedKind> };

const weights: Record<AnswerKind, number> = {
  unclear: 0,
  empty: 0,
  gone: 0,
  wrongKey: 0,
  inProgress: 1,
  declined: 2,
  review: 3,
  approved: 4,
};

/**
 * How much an answer says of the payment: 0 for one that is not a result, up to 4 for an approval. The bank may have
 * forgotten a result by the next query.
 */
export function weightOf({ kind }: BankAnswer): number {
  return weights[kind];
}

const kinds = { pending: "empty", "not-found": "gone", "wrong-key": "wrongKey" } as const;

/**
 * Reads the bank's answer for an attempt. Only a finished transaction can approve or decline, and only when it names
 * this TransactionId and no other OrdenID.
 * @param result `undefined` when there was no readable answer
 */
export function readAnswer(attempt: Attempt, result: SessionResult | undefined): BankAnswer {
  if (result === undefined) return { kind: "unclear" };
  return result.status === "finished" ? readResult(attempt, result.result) : { kind: kinds[result.status] };
}

/** The meaning of a response code for this attempt: as the answer to a confirmation for a capture, else to a sale. */
export function meaningOf(code: string, { facts }: Pick<Attempt, "facts">): ResponseCode {
  return responseCode(code, facts.captureOf === undefined ? "sale" : "confirmation");
}

function readResult(attempt: Attempt, result: TransactionResult): BankAnswer {
  const code = result.ResponseCode;
  const { finality } = meaningOf(code, attempt);
  if (finality === "pending") return { kind: "inProgress" };
  const sent = { orderId: bankOrderOf(attempt), transactionId: attempt.transactionId };
  const mismatch = resultContradictions(sent, result);
  const verdict: Verdict = {
    code,
    ...(result.AuthorizationCode !== undefined && { authorizationCode: result.AuthorizationCode }),
    ...(result.RetrievalReferenceNumber !== undefined && { reference: result.RetrievalReferenceNumber }),
    ...(result.CreditCardNumber !== undefined && { maskedCard: result.CreditCardNumber }),
    ...(mismatch.length > 0 && { mismatch }),
  };
  return { kind: mismatch.length > 0 ? "review" : finality, verdict };
}

/**
 * Compares an approval with what the order costs now. Another amount or currency, or an order that is gone, needs
 * manual review: nothing may be shipped for it.
 */
export function compareWithOrder(attempt: Attempt, answer: BankAnswer, order: OrderNow | undefined): BankAnswer {
  if (answer.kind !== "approved" || order === undefined) return answer;
  if (order === "unchecked") return { ...answer, verdict: { ...answer.verdict, amountUnchecked: true } };
  if (order === "gone") return { ...answer, kind: "review", verdict: { ...answer.verdict, mismatch: ["order"] } };
  const { minor, currency } = attempt.amount;
  if (order.minor === minor && order.currency === currency) return answer;
  const orderAmount = { minor: order.minor, currency: order.currency };
  return { ...answer, kind: "review", verdict: { ...answer.verdict, mismatch: ["amount"], orderAmount } };
}

/** What an order costs now; `gone` when the shop no longer has it, `unchecked` when the shop gave no answer. */
export type OrderNow = Money | "gone" | "unchecked";
