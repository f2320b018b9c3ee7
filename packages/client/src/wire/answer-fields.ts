import { codeForm } from "./shared-values.ts";
import { spellings } from "./spellings.ts";

/**
 * One row of the tables of answers: the schemas, the readers, the sandbox's OpenAPI and `docs/contributing/contract.md`
 * use it.
 */
export interface AnswerFieldRule {
  /** Every name that it has in answers, our own first. Default: only its name in the table */
  readonly spellings?: readonly string[];
  /** The longest value, in characters, where the contract has one. A value that is absent may come as `N/A`. */
  readonly maxLength?: number;
  /** What a value matches. An answer with any other value is not understood. */
  readonly pattern?: RegExp;
  /** `pattern` in words, as error messages say it: "expected …". */
  readonly expected?: string;
  /** The values that the contract lists; others are passed on. */
  readonly values?: readonly string[];
  /** True when live banks always send it. */
  readonly always?: true;
  /** What the contract says of its presence. */
  readonly presence?: string;
  /** True for a code: its letters are read as capitals. */
  readonly upperCase?: true;
  /** True for a card number: the client masks it when it comes unmasked. */
  readonly masked?: true;
  /** True for a secret: no log, error or page may show it. */
  readonly secret?: true;
  /** One sentence that `docs/contributing/contract.md` and the OpenAPI documents show. */
  readonly meaning: string;
}

/** A table of the fields of an answer. */
export type AnswerFieldRules = Readonly<Record<string, AnswerFieldRule>>;

const identifier = { maxLength: 512, always: true } as const;

/** The fields of the answer to a session's creation (contract §2.2). */
export const sessionFields = {
  SESSION: { ...identifier, meaning: "Identifier of the session; opaque text, of no form to rely on" },
  "session-key": {
    ...identifier,
    secret: true,
    meaning: "Secret key for asking for the result. Keep it on your server",
  },
} as const satisfies AnswerFieldRules;

/** The fields of a transaction's result, of a query or of the redirect text form (contract §2.2). */
export const resultFields = {
  CreditCardNumber: {
    spellings: spellings.maskedNumber.read,
    maxLength: 19,
    masked: true,
    meaning: "First six and last four digits of the card number, the rest masked",
  },
  ResponseCode: {
    maxLength: 2,
    pattern: codeForm,
    expected: "two digits or letters, or one",
    upperCase: true,
    always: true,
    meaning: "The issuing bank's answer (§7); TF when 3-D Secure was rejected or not completed",
  },
  AuthorizationCode: { maxLength: 6, meaning: "Authorization of the issuing bank" },
  RetrievalReferenceNumber: {
    spellings: spellings.retrievalReference.read,
    maxLength: 12,
    meaning: "Reference of the platform, its own for each transaction",
  },
  OrdenID: { spellings: spellings.order.read, meaning: "The merchant's order" },
  TransactionId: {
    spellings: spellings.transactionId.read,
    maxLength: 6,
    meaning: "The merchant's value for the transaction",
  },
  TxToken: { maxLength: 40, meaning: "Token for a confirmation" },
  RemoteResponseCode: { maxLength: 2, meaning: "The remote response code" },
  SESSION: { meaning: "The payment page's own identifier, not that of the session that was created" },
} as const satisfies AnswerFieldRules;

/** The fields of the answer to a REST operation (contract §2.1). */
export const restResponseFields = {
  "idempotency-key": { always: true, presence: "mandatory", meaning: "Identifier of the transaction" },
  "response-code": {
    pattern: new RegExp(`${codeForm.source}|^4901$`),
    expected: "two digits or letters, or one, or 4901",
    upperCase: true,
    presence: "mandatory, 2 digits",
    meaning: "The card issuer's answer (§7)",
  },
  "internal-response-code": {
    always: true,
    presence: "mandatory, 4 digits",
    meaning: "The platform's reason, for the merchant and never for the cardholder",
  },
  "response-code-desc": { always: true, presence: "mandatory", meaning: "Description of the response code" },
  "response-code-source": {
    values: ["gw", "icache"],
    always: true,
    presence: "mandatory",
    meaning: "gw: answer of the platform; icache: answer of an earlier transaction with the same key",
  },
  "approval-code": { presence: "conditional", meaning: "Authorization of the card issuer" },
  pnRef: { presence: "mandatory in sale and void", meaning: "Reference of the platform" },
  txToken: {
    spellings: spellings.checkInToken.read,
    presence: "mandatory in check-in (described as `trToken`), check-out and refund",
    meaning: "Token for check-out and refund; the example of a refund has pnRef instead",
  },
} as const satisfies AnswerFieldRules;

/** The fields of a refusal of the session API (contract §7). */
export const sessionRefusalFields = {
  message: { always: true, meaning: "What is wrong" },
} as const satisfies AnswerFieldRules;

/** The fields of a REST request's refusal (contract §7). It has no response code. */
export const restRefusalFields = {
  path: { always: true, meaning: "The path that was called" },
  error: { always: true, meaning: "What is wrong, for all fields" },
  message: { always: true, meaning: "The same again" },
  errors: { always: true, meaning: "What is wrong with each field" },
  status: { always: true, meaning: "The HTTP status" },
  timestamp: { always: true, meaning: "Milliseconds since 1970" },
} as const satisfies AnswerFieldRules;

/** The fields of each entry in the `errors` of a REST refusal. */
export const fieldErrorFields = {
  field: { always: true, meaning: "Name of the field" },
  message: { always: true, meaning: "What it should have been" },
} as const satisfies AnswerFieldRules;

/**
 * The names that a field of a table has on the wire.
 * @param name the field's name in the table
 * @param rule the field's row
 * @returns the names, our own first
 * @example
 * namesOf("txToken", restResponseFields.txToken);
 */
export const namesOf = (name: string, { spellings: names = [name] }: AnswerFieldRule): readonly string[] => names;
