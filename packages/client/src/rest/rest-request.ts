import { ArgumentError } from "@ventanilla/web";
import { canBeHidden } from "../hide.ts";
import { currencyCode, type Money } from "../money.ts";
import { unknownField, withoutPrototype } from "../own-fields.ts";
import { type Charge, isCharge } from "../wire/charge.ts";
import type { Flat } from "../wire/field-rule.ts";
import type { Hints } from "../wire/meant-field.ts";
import { type RestField, restFields } from "../wire/rest-fields.ts";
import { restHints } from "../wire/rest-hints.ts";
import { restIssues } from "../wire/rest-issues.ts";
import { type RestOperation, type RestRequirement, restRequirements, takesField } from "../wire/rest-requirements.ts";
import type { RestEnvironment } from "../wire/rest-values.ts";
import type { spellings } from "../wire/spellings.ts";
import { UnclearRequest } from "./unclear-request.ts";
import { errorAbout, wireValues } from "./wire-values.ts";

/** Fields that `openRest` and the amount's currency fill: no caller gives them. */
type FilledField = "merchant-id" | "terminal-id" | "currency";

/**
 * Fields of an operation that are generated when they are not given. Only a charge gets a new key.
 * @example GeneratedFields<"void"> // "token" | "operation"
 */
type GeneratedFields<Operation> = "token" | "operation" | (Operation extends Charge ? "idempotency-key" : never);

/**
 * The type of a field's value: Money for an amount, one of the listed values where the contract lists them, else text.
 * @example FieldValue<"tip"> // Money
 */
type FieldValue<Field extends RestField> = (typeof restFields)[Field]["kind"] extends "amount"
  ? Money
  : Field extends "environment"
    ? RestEnvironment | (typeof spellings.environment.send)[number]
    : (typeof restFields)[Field] extends { readonly values: readonly (infer Listed)[] }
      ? Listed
      : string;

/**
 * The fields that have one of these requirements in an operation, without the filled ones.
 * @example ListedFields<"void", "M"> // "token" | "idempotency-key" | "amount" | "pnRef"
 */
type ListedFields<Operation extends RestOperation, Requirement extends RestRequirement> = Exclude<
  { [F in RestField]: (typeof restRequirements)[Operation][F] extends Requirement ? F : never }[RestField],
  FilledField
>;

/**
 * Fields that only the contract's example of an operation has: they may be sent.
 * @example ExampleFields<"sale"> // never
 */
type ExampleFields<Operation> = Operation extends "void" ? "client-ip" | "invoice-number" | "reference-number" : never;

/**
 * The fields that a caller must give.
 * @example RequiredFields<"void"> // "idempotency-key" | "amount" | "pnRef"
 */
type RequiredFields<Operation extends RestOperation> = Exclude<
  ListedFields<Operation, "M">,
  GeneratedFields<Operation>
>;

/**
 * The key where a new one is fetched for a request without it. It may be left out, but not undefined: a new key would
 * take the place of an undefined one, and charge a second time.
 * @example FetchedKey<"sale"> // "idempotency-key"
 * @example FetchedKey<"void"> // never
 */
type FetchedKey<Operation> = GeneratedFields<Operation> & "idempotency-key";

/**
 * The fields that a caller may leave out or give as undefined.
 * @example OptionalFields<"void"> // "token" | "environment" | "client-ip" | "invoice-number" | "reference-number"
 */
type OptionalFields<Operation extends RestOperation> = Exclude<
  ListedFields<Operation, "M" | "O" | "C"> | ExampleFields<Operation>,
  RequiredFields<Operation> | FetchedKey<Operation>
>;

/**
 * The fields of other operations, and those that are filled: they are refused.
 * @example RefusedFields<"void"> // "card-number" | "cvv" | "merchant-id" | …
 */
type RefusedFields<Operation extends RestOperation> = Exclude<
  RestField,
  RequiredFields<Operation> | FetchedKey<Operation> | OptionalFields<Operation>
>;

/**
 * A request of one REST operation: the fields of `restRequirements` under the names of the wire, all of them text, but
 * amounts as Money. Merchant, terminal and currency are not among them: `openRest` and the amounts give those. Fields
 * of other operations are refused by name, so that a sale's request, spread into a void, takes no card along.
 * @see docs/contributing/contract.md#2.1
 */
export type RestRequest<O extends RestOperation> = Flat<
  { [F in RequiredFields<O>]: FieldValue<F> } & { [F in OptionalFields<O>]?: FieldValue<F> | undefined } & {
    [F in FetchedKey<O>]?: FieldValue<F>;
  } & { [F in RefusedFields<O>]?: undefined }
>;
/** What `sale` takes. */
export type SaleRequest = RestRequest<"sale">;
/** What `voidTransaction` takes. */
export type VoidRequest = RestRequest<"void">;
/** What `checkIn` takes. */
export type CheckInRequest = RestRequest<"checkIn">;
/** What `checkOut` takes. */
export type CheckOutRequest = RestRequest<"checkOut">;
/** What `refund` takes. */
export type RefundRequest = RestRequest<"refund">;

/** A request that passed every rule. */
export interface CheckedRequest<O extends RestOperation> {
  /** The JSON that goes out; the same bytes on every repetition. */
  readonly body: string;
  /** Undefined as long as one has to be fetched. */
  readonly key: string | undefined;
  /** Whether the key was fetched for this very call, so that nothing was sent with it before. */
  readonly isFresh: boolean;
  /** Identifies the request: the body without its token, which is made again for every call. */
  readonly identity: string;
  /** The currency of its amounts; undefined when it has none. */
  readonly currency: Money["currency"] | undefined;
  /** Whether it says `operation: "refund"`, which the matrix allows in a sale, too. */
  readonly marksRefund: boolean;
  /** The complete request, for another call. */
  readonly request: UnclearRequest<O>;
  /** The values that must never be shown. */
  readonly secrets: readonly string[];
}

/** The merchant that sends the requests: what `openRest` was given for all of them. */
export interface RestMerchant {
  readonly merchantId: string;
  readonly terminalId: string;
  /** Merchant, terminal and address, in words. The request of an error may only be sent for the same ones again. */
  readonly service: string;
  /** Makes the `token` of a request. */
  readonly token: () => string;
  /** True when the caller makes tokens: then every operation has one, also where the contract has it optional. */
  readonly givesToken: boolean;
}

/** Stands for an idempotency key that is not fetched yet. */
export const pendingKey: unique symbol = Symbol("a key to be fetched");

/** What the ArgumentErrors call each operation's request. */
export const owners = {
  sale: "SaleRequest",
  void: "VoidRequest",
  checkIn: "CheckInRequest",
  checkOut: "CheckOutRequest",
  refund: "RefundRequest",
} as const satisfies Record<RestOperation, string>;

/** Why a caller does not give these fields. */
const filled: Readonly<Record<FilledField, string>> = {
  "merchant-id": "comes from openRest",
  "terminal-id": "comes from openRest",
  currency: "comes with the amount",
};
const isFilled = (field: string): field is FilledField => Object.hasOwn(filled, field);

/** Hints about unknown fields. Where the field that was meant is filled, the hint says so. */
const hints: Hints = Object.fromEntries(
  [...Object.entries(restHints), ...Object.keys(filled).map((field) => [field.replace("-", ""), field] as const)].map(
    ([name, hint]) => [
      name,
      typeof hint === "string" && isFilled(hint) ? { sentence: `${hint} ${filled[hint]}` } : hint,
    ],
  ),
);

/**
 * The request, checked against every rule of contract §2.1 and §4.1 and turned into its wire form. What is wrong is one
 * ArgumentError that names up to ten fields, unknown ones first, then amounts, and never shows a value.
 * `key` is the idempotency key of a request that has none; `pendingKey` stands for one that will be fetched once the
 * request is known to be right.
 */
export function checkRestRequest<O extends RestOperation>(
  operation: O,
  merchant: RestMerchant,
  request: RestRequest<O> | UnclearRequest<O>,
  key?: string | typeof pendingKey,
): CheckedRequest<O> {
  const owner = owners[operation];
  if (typeof request !== "object" || request === null) throw new ArgumentError(`${owner}: expected an object`);
  const unclear = UnclearRequest.fieldsOf(request, operation, owner, merchant.service);
  const given = withoutPrototype(unclear ?? (request as Record<string, unknown>));
  if (unclear === undefined && isCharge(operation)) refuseEmptyKey(owner, given);
  refusePrefixedKey(owner, given);
  const wrong = Object.keys(given).flatMap((name) => refusal(operation, owner, name) ?? []);
  const { values, amounts, currency, wrongAmounts } = wireValues(owner, given);
  wrong.push(...wrongAmounts.values());
  fillValues(operation, merchant, values, currency);
  const sent = values["idempotency-key"] ?? (key === pendingKey ? undefined : key);
  // The key is not fetched yet: a placeholder that passes the rules.
  values["idempotency-key"] = sent ?? (key === pendingKey ? "pending" : undefined);
  for (const { field, kind, message } of restIssues(operation, values)) {
    // Unlisted fields and wrong amounts were named above. A filled field lacks only where an amount does.
    const isNamed = kind === "unlisted" || isFilled(field) || wrongAmounts.has(field);
    if (!isNamed) wrong.push(`${owner}.${field}: ${message}`);
  }
  if (wrong.length > 0) throw errorAbout(wrong);
  const wire = toWire(values);
  const { token: _, ...rest } = wire;
  const complete = { ...given, ...amounts, token: values.token, "idempotency-key": sent };
  const again = new UnclearRequest(operation, complete, merchant.service);
  if (UnclearRequest.wasSent(request)) UnclearRequest.markSent(again);
  return {
    body: JSON.stringify(wire),
    key: typeof sent === "string" ? sent : undefined,
    isFresh: typeof key === "string" && given["idempotency-key"] === undefined,
    identity: JSON.stringify(rest),
    currency,
    marksRefund: values.operation !== undefined,
    request: again,
    secrets: Object.entries(wire).flatMap(([name, value]) => (isSecret(name, value) ? formsOf(name, value) : [])),
  };
}

/**
 * Refuses a key that is null or undefined, as an empty column of a database is: a new one would be fetched in its
 * place.
 */
function refuseEmptyKey(owner: string, given: Record<string, unknown>): void {
  const key = given["idempotency-key"];
  if (!Object.hasOwn(given, "idempotency-key") || (key !== undefined && key !== null)) return;
  throw new ArgumentError(
    `${owner}.idempotency-key: expected the key that you stored, or no such field at all to have one fetched; got ${key}`,
  );
}

/** Refuses a key that still has the prefix of its answer: it would be a second name of the same key. */
function refusePrefixedKey(owner: string, { "idempotency-key": key }: Record<string, unknown>): void {
  if (typeof key !== "string" || !/^\s*ikey:/i.test(key)) return;
  throw new ArgumentError(`${owner}.idempotency-key: expected the key alone, without ikey: in front`);
}

/** Adds the fields that come from `openRest` and the amounts, and those that the operation always has. */
function fillValues(
  operation: RestOperation,
  merchant: RestMerchant,
  values: Record<string, unknown>,
  currency: Money["currency"] | undefined,
): void {
  const requirement: Record<RestField, string> = restRequirements[operation];
  values["merchant-id"] = merchant.merchantId;
  values["terminal-id"] = merchant.terminalId;
  if (currency !== undefined && requirement.currency !== "-") values.currency = currencyCode(currency);
  if (requirement.operation === "M") values.operation ??= "refund";
  if (requirement.token === "M" || merchant.givesToken) values.token ??= merchant.token();
}

/** The fields in the order of the table, so that the request that an error gives back becomes the same bytes again. */
const toWire = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.keys(restFields).flatMap((field) => (values[field] ? [[field, values[field]]] : [])));

function refusal(operation: RestOperation, owner: string, name: string): string | undefined {
  if (!Object.hasOwn(restFields, name)) return unknownField(owner, name, namesFor(operation), hints);
  if (isFilled(name)) return `${owner}.${name}: not expected, it ${filled[name]}`;
  return takesField(operation, name as RestField) ? undefined : `${owner}.${name}: not a field of a ${operation}`;
}

/** The fields that a caller may give for an operation. */
const namesFor = (operation: RestOperation): RestField[] =>
  (Object.keys(restFields) as RestField[]).filter((field) => takesField(operation, field) && !isFilled(field));

const isSecret = (name: string, value: unknown): value is string =>
  restFields[name as RestField].secret && canBeHidden(value);

/** A secret in each form that an answer may repeat it in: an expiry with a year of two digits, or of four. */
const formsOf = (name: string, value: string): string[] =>
  name === "expiration-date" ? [value, value.replace("/", "/20")] : [value];
