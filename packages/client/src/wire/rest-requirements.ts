import { tdsFields, tknFields } from "./rest-card-fields.ts";
import type { RestFieldRule } from "./rest-field-rule.ts";
import { type RestField, restFields } from "./rest-fields.ts";
import { spellings } from "./spellings.ts";

/** The REST operations that move money. */
export type RestOperation = "sale" | "void" | "checkIn" | "checkOut" | "refund";

/** M mandatory, O optional, C conditional, - not listed (contract §4.1). */
export type RestRequirement = "M" | "O" | "C" | "-";

/** The path of each operation below the base address (contract §4.1); all of them are POST. */
export const restPaths = {
  sale: "/api/payment/transactions/sales",
  void: "/api/payment/transactions/voids",
  checkIn: "/api/payment/transactions/checkins",
  checkOut: "/api/payment/transactions/checkouts",
  refund: "/api/payment/transactions/refund",
} as const satisfies Record<RestOperation, string>;

/** The paths that make an idempotency key (contract §4.1). The second is tried when the first is not found. */
export const idempotencyKeyPaths = spellings.keyPath.send;

const card = { "card-number": "M", "expiration-date": "M", cvv: "C" } as const;
const noCard = { "card-number": "-", "expiration-date": "-", cvv: "-" } as const;
function all<Name extends RestField, R extends RestRequirement>(
  fields: readonly Name[],
  requirement: R,
): Record<Name, R> {
  return Object.fromEntries(fields.map((field) => [field, requirement])) as Record<Name, R>;
}

const authentication = all([...tdsFields, ...tknFields], "C");
const noAuthentication = all([...tdsFields, ...tknFields], "-");

/**
 * The requirement matrix, to the letter: M mandatory, O optional, C conditional, - not listed. What a C depends on
 * is in `restConditions`.
 * @see docs/contributing/contract.md#4.1
 */
export const restRequirements = {
  sale: {
    token: "O",
    "idempotency-key": "M",
    "merchant-id": "M",
    "terminal-id": "M",
    ...card,
    environment: "M",
    pstr43: "O",
    pstr63: "O",
    amount: "M",
    tip: "O",
    tax: "O",
    itbis: "-",
    currency: "M",
    "invoice-number": "M",
    "client-ip": "M",
    "reference-number": "M",
    operation: "O",
    ...authentication,
    pnRef: "-",
    "approval-code": "-",
    txToken: "-",
  },
  void: {
    token: "M",
    "idempotency-key": "M",
    "merchant-id": "M",
    "terminal-id": "M",
    ...noCard,
    environment: "C",
    pstr43: "-",
    pstr63: "-",
    amount: "M",
    tip: "-",
    tax: "-",
    itbis: "-",
    currency: "M",
    "invoice-number": "-",
    "client-ip": "-",
    "reference-number": "-",
    operation: "-",
    ...noAuthentication,
    pnRef: "M",
    "approval-code": "-",
    txToken: "-",
  },
  checkIn: {
    token: "O",
    "idempotency-key": "M",
    "merchant-id": "M",
    "terminal-id": "M",
    ...card,
    environment: "M",
    pstr43: "O",
    pstr63: "-",
    amount: "C",
    tip: "M",
    tax: "O",
    itbis: "-",
    currency: "O",
    "invoice-number": "M",
    "client-ip": "M",
    "reference-number": "M",
    operation: "-",
    ...authentication,
    pnRef: "-",
    "approval-code": "-",
    txToken: "-",
  },
  checkOut: {
    token: "M",
    "idempotency-key": "M",
    "merchant-id": "M",
    "terminal-id": "C",
    ...noCard,
    environment: "M",
    pstr43: "-",
    pstr63: "-",
    amount: "M",
    tip: "-",
    tax: "-",
    itbis: "M",
    currency: "-",
    "invoice-number": "-",
    "client-ip": "M",
    "reference-number": "M",
    operation: "-",
    ...noAuthentication,
    pnRef: "-",
    "approval-code": "C",
    txToken: "M",
  },
  refund: {
    token: "M",
    "idempotency-key": "M",
    "merchant-id": "M",
    "terminal-id": "M",
    ...noCard,
    environment: "-",
    pstr43: "O",
    pstr63: "-",
    amount: "M",
    tip: "-",
    tax: "-",
    itbis: "-",
    currency: "M",
    "invoice-number": "M",
    "client-ip": "M",
    "reference-number": "M",
    operation: "M",
    ...noAuthentication,
    pnRef: "-",
    "approval-code": "-",
    txToken: "M",
  },
} as const satisfies Record<RestOperation, Record<RestField, RestRequirement>>;

/**
 * Fields that the matrix does not list for an operation but the contract's example of it carries: taken as optional.
 */
export const restExampleFields: Readonly<Record<RestOperation, readonly RestField[]>> = {
  sale: [],
  void: spellings.voidReferences.send,
  checkIn: [],
  checkOut: [],
  refund: [],
};

/**
 * Whether a request of an operation may have a field: by the matrix, or by the contract's example.
 * @param operation whose request it is
 * @param field by its exact name on the wire
 * @returns `false` for a field of other operations
 * @see docs/contributing/contract.md#4.1
 * @example
 * takesField("void", "card-number"); // false
 */
export const takesField = (operation: RestOperation, field: RestField): boolean =>
  restRequirements[operation][field] !== "-" || restExampleFields[operation].includes(field);

// The contract leaves its length open; the limit is ours.
const refundPstr43: RestFieldRule = { ...restFields.pstr43, bytes: 255 };

/**
 * What a field may hold in a request of an operation: the rule of `restFields`, except where an operation has its own.
 * @param operation whose request it is
 * @param field the field's exact name
 * @returns the rule; the field need not be one that the operation takes
 * @see docs/contributing/contract.md#2.1
 * @example
 * restRuleOf("refund", "pstr43").bytes; // 255
 */
export function restRuleOf(operation: RestOperation, field: RestField): RestFieldRule {
  return operation === "refund" && field === "pstr43" ? refundPstr43 : restFields[field];
}
