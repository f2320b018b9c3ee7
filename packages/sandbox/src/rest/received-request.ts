import {
  parseRestAmount,
  type RestField,
  type RestIssue,
  type RestOperation,
  type RestValues,
  restAmount,
  restFields,
  restHints,
  restIssues,
  takesField,
} from "@ventanilla/client/wire";
import { decimalText, passesLuhn } from "@ventanilla/web";
import { testCardOf } from "../test-cards.ts";
import { ignoredWarning, ignoredWarnings } from "../unknown-field.ts";
import { type Warning, warningAbout, warningOf } from "../warning.ts";
import { centsWarning, type PageTook } from "./cents-warning.ts";
import type { Issue } from "./forgiven.ts";

/** A REST request as the service reads it: text under the names of the wire, amounts with two decimals. */
export type ReceivedRequest = Partial<Record<RestField, string>>;

/** A request as it was read: its fields, what is wrong with them, and what was ignored. */
export type ReadRestRequest = { fields: ReceivedRequest; issues: Issue[]; warnings: Warning[] };

const names = Object.keys(restFields) as RestField[];

/**
 * Reads the fields of an operation (contract §2.1 and §4.1) as leniently as live does: numbers for text, amounts with
 * fewer decimals, the key with its `ikey:`; fields that do not belong are ignored, with a warning. Then it checks the
 * request against every rule of the contract.
 *
 * @param pageTook tells an amount that was meant in minor units
 */
export function readRestRequest(
  operation: RestOperation,
  fields: Readonly<Record<string, unknown>>,
  pageTook: PageTook,
): ReadRestRequest {
  const request: ReceivedRequest = {};
  const warnings: Warning[] = [];
  const values: RestValues = request;
  const ignored: string[] = [];
  for (const [name, value] of Object.entries(fields)) {
    const field = names.find((known) => known === name);
    if (field === undefined || !takesField(operation, field)) {
      ignored.push(name);
      continue;
    }
    if (value === null || value === "") continue;
    values[field] = textOf(field, value);
    const warning = majorUnitsWarning(field, value) ?? centsWarning(field, value, pageTook, orderIn(fields));
    if (warning !== undefined) warnings.push(warning);
  }
  warnings.push(
    ...ignoredWarnings(ignored, (name) => warningOfIgnored(operation, name)),
    ...operationWarning(operation, request),
    ...spellingWarning(request),
  );
  if (request.environment === "ECommerce") request.environment = "Ecommerce";
  const key = request["idempotency-key"];
  if (typeof key === "string") request["idempotency-key"] = key.replace(/^ikey:/, "");
  const found = restIssues(operation, values);
  warnings.push(...found.flatMap((issue) => (issue.kind === "above" ? [aboveWarning(issue, request)] : [])));
  const { tds_avv: value, ...rest } = request;
  const received: ReceivedRequest = value === undefined ? request : { tds_aav: value, ...rest };
  const issues = found
    .filter(({ kind }) => kind !== "above")
    // A token may be any value of the client. A merchant-id that is not digits is declined with 03, as on the page.
    .filter(({ field, kind }) => kind === "missing" || (field !== "token" && !isUnknownMerchant(field, request)))
    .map((issue) => asObserved(issue, request));
  return { fields: received, issues: [...issues, ...cardIssues(request)], warnings };
}

function warningOfIgnored(operation: RestOperation, name: string): Warning {
  if (names.some((known) => known === name)) {
    return warningAbout([name], {
      es: `"${name}" se ignora: no es un campo de esta operación (${operation})`,
      en: `"${name}" is ignored: not a field of this operation (${operation})`,
    });
  }
  return ignoredWarning(name, names, restHints);
}

/** The warning about a sale that says it is a refund: the contract allows that (§2.1), and the sale charges anyway. */
function operationWarning(operation: RestOperation, request: ReceivedRequest): Warning[] {
  if (operation !== "sale" || request.operation !== "refund") return [];
  const { amount } = request;
  return [
    warningOf("money", {
      es: `"operation" es refund en una venta: cobra ${amount}, y solo la operación refund devuelve dinero`,
      en: `"operation" is refund in a sale: it charges ${amount}, and only the refund operation gives money back`,
    }),
  ];
}

const orderIn = ({ "invoice-number": order }: Readonly<Record<string, unknown>>): string =>
  typeof order === "string" ? order.trim() : "";

/** The warning about the 3-D Secure value under its other name. */
function spellingWarning({ tds_avv: value, tds_aav: own }: ReceivedRequest): Warning[] {
  if (value === undefined || own !== undefined) return [];
  return [
    warningAbout([], {
      es: '"tds_avv" se lee como "tds_aav", el nombre del contrato',
      en: '"tds_avv" is read as "tds_aav", the contract\'s name',
    }),
  ];
}

/** The warning about a part of the amount that is more than all of it. */
function aboveWarning({ field, message }: RestIssue, request: ReceivedRequest): Warning {
  return warningAbout([field], {
    es: `"${field}": se esperaba a lo sumo el monto, ${request.amount}, vino ${request[field]}`,
    en: `"${field}": ${message}`,
  });
}

/**
 * The warning about an amount with leading zeros, which is how the page writes minor units: read as major units it is a
 * hundred times too much.
 */
function majorUnitsWarning(field: RestField, value: unknown): Warning | undefined {
  if (restFields[field].kind !== "amount" || typeof value !== "string") return undefined;
  const text = value.trim();
  const minor = /^0\d/.test(text) ? parseRestAmount(text) : undefined;
  if (minor === undefined || minor === 0) return undefined;
  // With a point and fewer digits before it than the page has, only the zeros are wrong.
  const isMinorUnits = minor % 100 === 0 && /^\d+$|^\d{12}\./.test(text);
  const expected = decimalText(isMinorUnits ? minor / 100 : minor);
  const booked = decimalText(minor);
  return warningAbout([field], {
    es: `"${field}" es ${text} y se registra como ${booked}: los montos de REST van en pesos o dólares con decimales, se esperaba ${expected}`,
    en: `"${field}" is ${text} and is booked as ${booked}: REST amounts are major units, expected ${expected}`,
  });
}

function textOf(field: RestField, value: unknown): unknown {
  if (restFields[field].kind === "amount") {
    const minor = parseRestAmount(typeof value === "string" ? value.trim() : value);
    return minor === undefined ? value : restAmount(minor);
  }
  // A number has lost the zeros that cvv and the ECIs may begin with; those of the other fields mean nothing.
  if (typeof value === "number") return String(value).padStart(minDigits[field] ?? 0, "0");
  return typeof value === "string" ? value.trim() : value;
}

const minDigits: Partial<Record<RestField, number>> = { cvv: 3, tkn_eci: 2, tds_eci: 2 };

const isUnknownMerchant = (field: RestField, { "merchant-id": merchant }: ReceivedRequest): boolean =>
  field === "merchant-id" && typeof merchant === "string" && Buffer.byteLength(merchant) <= restFields[field].bytes;

// The only message that has been recorded from a live service.
function asObserved(issue: RestIssue, { amount }: ReceivedRequest): RestIssue {
  const isZero = issue.field === "amount" && parseRestAmount(amount) === 0;
  return isZero ? { ...issue, message: "must be greater than 0" } : issue;
}

function cardIssues({ "card-number": number }: ReceivedRequest): Issue[] {
  if (number === undefined || !passesLuhn(number) || testCardOf(number) !== undefined) return [];
  const message = "this is a test bank and accepts only its test cards, never a real one";
  return [{ field: "card-number", kind: "refused", message }];
}
