import {
  isRealNumber,
  type Money,
  type ResponseCode,
  responseCode,
  resultContradictions,
  type SessionResult,
} from "@ventanilla/client";
import type { AnswerKind, Attempt, Authorization, Verdict } from "./attempt.ts";
import { bankOrderOf } from "./rules.ts";

type FinishedKind = Extract<AnswerKind, "approved" | "declined" | "review">;

/**
 * What the bank's answer to a result query means for one attempt. A finished transaction has a verdict, and the data
 * that its capture will need. `inDoubt`: a refusal by a code that the bank's table does not list; the bank may say
 * something else while it knows the session.
 */
export type BankAnswer =
  | { kind: FinishedKind; verdict: Verdict; authorization?: Authorization; inDoubt?: true }
  | { kind: Exclude<AnswerKind, FinishedKind> };

/** The answers that are a result, by how much they say of the payment. */
const results: readonly AnswerKind[] = ["inProgress", "declined", "review", "approved"];

/** How much an answer says: 0 for one that is no result, up to 4. The bank may have forgotten a result by the next query. */
export const weightOf = ({ kind }: BankAnswer): number => results.indexOf(kind) + 1;

const kinds = { pending: "empty", "not-found": "gone", "wrong-key": "wrongKey" } as const;

/** The meaning of a response code for this attempt: as the answer to a confirmation for a capture, else to a sale. */
export function meaningOf(code: string, { facts }: Pick<Attempt, "facts">): ResponseCode {
  return responseCode(code, facts.captureOf === undefined ? "sale" : "confirmation");
}

/**
 * Reads the bank's answer for an attempt. Only a finished transaction can approve or decline, and only when it names
 * this TransactionId and no other order, amount, currency, merchant or type.
 * @param answered `undefined` when there was no readable answer
 */
export function readAnswer(attempt: Attempt, answered: SessionResult | undefined): BankAnswer {
  if (answered === undefined) return { kind: "unclear" };
  if (answered.status !== "finished") return { kind: kinds[answered.status] };
  const { result } = answered;
  const { finality, inDoubt } = meaningOf(result.ResponseCode, attempt);
  if (finality === "pending") return { kind: "inProgress" };
  const mismatch = resultContradictions(sentFields(attempt), result);
  const verdict: Verdict = {
    code: result.ResponseCode,
    ...(isRealNumber(result.AuthorizationCode) && { authorizationCode: result.AuthorizationCode }),
    ...(isRealNumber(result.RetrievalReferenceNumber) && { reference: result.RetrievalReferenceNumber }),
    ...(result.CreditCardNumber !== undefined && { maskedCard: result.CreditCardNumber }),
    ...(mismatch.length > 0 && { mismatch }),
  };
  if (mismatch.length > 0) return { kind: "review", verdict };
  return inDoubt ? { kind: "declined", verdict, inDoubt } : { kind: finality, verdict };
}

/** What the attempt's session was created with. */
function sentFields(attempt: Attempt) {
  const { transactionId, amount, facts } = attempt;
  const ofBuyer = facts.capture === "later" ? "0100" : "0200";
  const transactionType = facts.captureOf === undefined ? ofBuyer : "2240";
  const merchantNumber = facts.merchant?.number;
  return { orderId: bankOrderOf(attempt), transactionId, amount, transactionType, merchantNumber };
}

/** What an order costs now; `gone` when the shop no longer has it, `unchecked` when the shop gave no answer. */
export type OrderNow = Money | "gone" | "unchecked";

/** Compares an approval with what the order costs now. Nothing may be shipped for another amount: a person looks at it. */
export function compareWithOrder(attempt: Attempt, answer: BankAnswer, order: OrderNow | undefined): BankAnswer {
  if (answer.kind !== "approved" || order === undefined) return answer;
  if (order === "unchecked") return { ...answer, verdict: { ...answer.verdict, amountUnchecked: true } };
  if (order === "gone") return { ...answer, kind: "review", verdict: { ...answer.verdict, mismatch: ["order"] } };
  const { minor, currency } = order;
  if (minor === attempt.amount.minor && currency === attempt.amount.currency) return answer;
  const orderAmount = { minor, currency };
  return { ...answer, kind: "review", verdict: { ...answer.verdict, mismatch: ["amount"], orderAmount } };
}
