import { ArgumentError } from "@ventanilla/web";
import { transactionKinds } from "./wire/three-ds-fields.ts";

/**
 * Details that a shop may tell the bank about a payment. All of them may be left out. The router's orders have them, too:
 * a further one gets its rule in `wire/payment-request-fields.ts`, and the compiler finds the other places.
 * @see docs/contributing/contract.md#2.2
 */
export interface PaymentDetails {
  /** The cardholder's address as free text, for address verification (AVS): at most 255 bytes. */
  avs?: string | undefined;
  /** Number of the merchant's batch: one to three digits. */
  batchId?: string | undefined;
  /** The kind of transaction for 3-D Secure. Default of the bank: `purchase`. */
  transactionKind?: keyof typeof transactionKinds | undefined;
  /**
   * 3-D Secure's indicator of a payment that the shop initiates (3RI): at most three letters or digits. The contract
   * names its uses (installments, and for Visa split or delayed shipment and mail order) without their codes: ask the
   * acquirer.
   */
  threeRiIndicator?: string | undefined;
}

// Our name of each detail, and the wire's.
const wireNames = {
  avs: "AVS",
  batchId: "BatchId",
  transactionKind: "3DS_transType",
  threeRiIndicator: "3DS_RI_ind",
} as const satisfies Record<keyof PaymentDetails, string>;

const pairs = Object.entries(wireNames) as [keyof PaymentDetails, string][];

/** The names of the details, as a caller writes them. */
export const detailNames: readonly string[] = Object.keys(wireNames);

/** The caller's name of each wire field of the details. */
export const detailSources = Object.fromEntries(pairs.map(([name, field]) => [field, `payment.${name}`]));

/** The wire fields of the details that are given. */
export function detailFields(payment: PaymentDetails): Record<string, string> {
  const own: PaymentDetails = { ...payment };
  const given = { ...own, transactionKind: transactionType(own.transactionKind) };
  return Object.fromEntries(
    pairs.flatMap(([name, field]) => (given[name] === undefined ? [] : [[field, given[name]]])),
  );
}

function transactionType(kind: PaymentDetails["transactionKind"]): string | undefined {
  if (kind === undefined) return undefined;
  if (typeof kind === "string" && Object.hasOwn(transactionKinds, kind)) return transactionKinds[kind];
  throw new ArgumentError(`payment.transactionKind: expected one of ${Object.keys(transactionKinds).join(", ")}`);
}
