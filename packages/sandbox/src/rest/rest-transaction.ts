import type { RestOperation } from "@ventanilla/client/wire";
import type { Currency } from "../hosted/purchase.ts";
import type { Reason } from "../reason.ts";
import { maskSecrets } from "../secrets/mask-secrets.ts";
import { misspellingsIn, sentencesOf, type WarnedMisspelling, type Warning } from "../warning.ts";

/** One REST transaction as the ledger keeps it: of the card only the masked number. */
export type RestTransaction = {
  /** Its pnRef and txToken: one value under both names. */
  readonly id: string;
  readonly operation: RestOperation;
  /** The idempotency key it was sent with; for void, check-out and refund that of the original. */
  readonly key: string;
  /** Milliseconds since 1970, by the sandbox's clock. */
  readonly at: number;
  readonly merchantId: string;
  readonly terminalId: string;
  /** As the contract's table spells it. */
  readonly environment: string;
  readonly invoice: string;
  /** Minor units. */
  readonly amount: number;
  readonly currency: Currency;
  readonly code: string;
  /** Why the code is not 00; undefined when it is. */
  readonly reason: Reason | undefined;
  readonly approvalCode: string | undefined;
  readonly maskedCard: string;
  /** What a void, check-out or refund belongs to. */
  readonly original: RestTransaction | undefined;
  /** The worst first. */
  warnings: readonly Warning[];
  voided: boolean;
  /** The check-out that settled this check-in. */
  settledBy: RestTransaction | undefined;
  refundedBy: RestTransaction | undefined;
};

/** A REST transaction as `sandbox.transactions()` lists it. Of the card it has only the masked number. */
export type SandboxTransaction = {
  /** Its pnRef and txToken. */
  id: string;
  /** The REST operation. */
  operation: RestOperation;
  /** Milliseconds since 1970, by the sandbox's clock. */
  at: number;
  /** `merchant-id` of the request. */
  merchantId: string;
  /** `invoice-number`; that of the original when the request has none. */
  invoice: string;
  /** Minor units. */
  amount: number;
  /** DOP when neither the request nor its original has one. */
  currency: Currency;
  /** `settled`: by a check-out. `refunded`: in whole or in part. */
  state: "declined" | "approved" | "voided" | "settled" | "refunded";
  /** The response code. */
  code: string;
  /** Why the code is not 00; undefined when it is. */
  reason: Reason | undefined;
  /** The approval code; undefined when declined. */
  approvalCode: string | undefined;
  /** As `476134______0050`. */
  maskedCard: string;
  /** The id of what a void, check-out or refund belongs to. */
  original: string | undefined;
  /** What the live service silently ignores, in its request and in others that got its answer. */
  warnings: readonly string[];
  /** The same warnings in Spanish, where they have any. */
  warningsEs: readonly string[];
  /** The warnings that are about a wrong name of a field, for programs; absent when there are none. */
  misspellings?: readonly WarnedMisspelling[];
};

/** A transaction as `sandbox.transactions()` lists it. */
export function describeTransaction(transaction: RestTransaction): SandboxTransaction {
  const { id, operation, at, merchantId, invoice, amount, currency, code, reason, approvalCode, maskedCard, warnings } =
    transaction;
  const misspellings = misspellingsIn(warnings);
  return {
    id,
    operation,
    at,
    merchantId: maskSecrets(merchantId),
    invoice: maskSecrets(invoice),
    amount,
    currency,
    state: stateOf(transaction),
    code,
    reason,
    approvalCode,
    maskedCard,
    original: transaction.original?.id,
    ...sentencesOf(warnings),
    ...(misspellings.length > 0 && { misspellings }),
  };
}

function stateOf({ approvalCode, voided, settledBy, refundedBy }: RestTransaction): SandboxTransaction["state"] {
  if (approvalCode === undefined) return "declined";
  if (voided) return "voided";
  if (refundedBy ?? settledBy?.refundedBy) return "refunded";
  return settledBy ? "settled" : "approved";
}
