import {
  type PaymentRequestRule,
  paymentRequestFields,
  sessionHints,
  type TransactionType,
} from "@ventanilla/client/wire";
import { type OrderField, readAmount, readTransactionType } from "./purchase.ts";
import { money } from "./reason.ts";
import { ignoredWarning } from "./unknown-field.ts";

const rules = new Map<string, PaymentRequestRule>(Object.entries(paymentRequestFields));
const names = [...rules.keys()];

// A merchant reads the first few; a body of ten thousand strange fields must not cost ten thousand comparisons.
const mostIgnored = 20;

// Contract §2.2: 37 bytes in a request, 40 in a result.
const requestToken = 37;

/**
 * What the live service swallows in silence when a session is created: fields it ignores (with the spelling that was
 * probably meant), mandatory fields that are missing, values that are not what the contract says. One sentence each,
 * naming the field and never repeating its value.
 */
export function fieldWarnings(fields: Readonly<Record<string, unknown>>, orderField: OrderField = "either"): string[] {
  const type = readTransactionType(fields.TransactionType);
  const warnings: string[] = [];
  let ignored = 0;
  for (const [name, value] of Object.entries(fields)) {
    const isField = rules.has(name);
    if (!isField && ++ignored > mostIgnored) continue;
    const warning = isField ? valueWarning(name, value, type) : ignoredWarning(name, names, sessionHints);
    if (warning !== undefined) warnings.push(warning);
  }
  warnings.push(...sumWarnings(fields), ...orderWarnings(fields, orderField));
  const missing = names
    .filter((name) => rules.get(name)?.requirement[type] === "mandatory" && !isFilled(fields, name, orderField))
    .map((name) => readName(name, orderField));
  if (missing.length > 0) warnings.push(`missing: ${missing.join(", ")}`);
  return warnings;
}

/**
 * Why a service that follows the contract to the letter refuses the request: mandatory fields that are missing, then
 * values that are not what the contract says. Empty when it would take it. Fields that do not exist are ignored.
 */
export function fieldProblems(fields: Readonly<Record<string, unknown>>, orderField: OrderField): string[] {
  const type = readTransactionType(fields.TransactionType);
  const missing = names.filter((name) => {
    const requirement = rules.get(name)?.requirement[type];
    return requirement === "mandatory"
      ? !isFilled(fields, name, orderField)
      : requirement === "present" && !Object.hasOwn(fields, name);
  });
  const wrong = names
    .filter((name) => Object.hasOwn(fields, name) && rules.get(name)?.requirement[type] !== "refused")
    .filter((name) => !missing.includes(name))
    .map((name) => valueWarning(name, fields[name], type))
    // The results of this service carry tokens longer than its requests may.
    .filter((warning) => warning !== undefined && !warning.endsWith("though results carry more"));
  const lacking = missing.map((name) => readName(name, orderField));
  const bare =
    textOf(fields.TransactionType) === type.slice(1) ? [`"TransactionType" has lost its zero: expected ${type}`] : [];
  return [
    ...(lacking.length > 0 ? [`missing: ${lacking.join(", ")}`] : []),
    ...(wrong as string[]),
    ...bare,
    ...sumWarnings(fields),
  ];
}

/** A value as the live service reads it: text, or a number for text. */
const textOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value).trim() : "";

function valueWarning(name: string, value: unknown, type: TransactionType): string | undefined {
  const rule = rules.get(name);
  if (rule === undefined || value === "") return undefined;
  if (rule.requirement[type] === "refused") return `"${name}" is ignored when TransactionType is ${type}`;
  if (typeof value !== "string" && typeof value !== "number") {
    return `"${name}" is ${value === null ? "null" : `a ${typeof value}`}: expected ${rule.expected}, as a string`;
  }
  const text = String(value).trim();
  const bytes = Buffer.byteLength(text);
  if (bytes > rule.bytes) return `"${name}" is ${bytes} bytes long: the limit is ${rule.bytes}`;
  if (name === "TxToken" && bytes > requestToken) {
    return `"TxToken" is ${bytes} bytes long: the limit is ${requestToken} in a request, though results carry more`;
  }
  if (name === "Amount" || name === "Tax") return amountWarning(name, text, typeof value === "number");
  // Live takes the bare 200, and MerchantName without the padding that trimming has removed.
  if (name === "TransactionType" && type === text.padStart(4, "0")) return undefined;
  const padded = name === "MerchantName" ? String(value) : text;
  return rule.pattern.test(padded) ? undefined : `"${name}" is wrong: expected ${rule.expected}`;
}

function amountWarning(name: string, text: string, isNumber: boolean): string | undefined {
  const minor = readAmount(text);
  if (minor === undefined) return `"${name}" cannot be read: expected digits of minor units`;
  if (text.includes(".")) {
    return `"${name}" has decimals: they are cut off and it is read as ${money(minor)}; send minor units`;
  }
  // Whoever writes 180.00 in a program's code sends 180.
  if (!isNumber || minor === 0) return undefined;
  const meant = `${String(minor * 100).padStart(12, "0")} for ${money(minor * 100)}`;
  return `"${name}" is a number, read as minor units, ${money(minor)}: expected 12 digits as a string, ${meant}`;
}

/** What is wrong with amounts that can each be read: nothing to pay, or a tax that is more than all of it. */
function sumWarnings({ Amount, Tax }: Readonly<Record<string, unknown>>): string[] {
  const texts = [Amount, Tax].map(textOf);
  const [amount, tax = 0] = texts.map(readAmount);
  // One with decimals is not the amount that was meant, and is warned of as such.
  if (amount === undefined || texts.some((text) => text.includes("."))) return [];
  if (amount === 0) return ['"Amount" is 0.00: expected more than zero'];
  return tax > amount ? [`"Tax" is ${money(tax)}: expected at most "Amount", ${money(amount)}`] : [];
}

/** What is wrong between the two spellings of the order: both of them are fields, and a bank may read only one. */
function orderWarnings(fields: Readonly<Record<string, unknown>>, orderField: OrderField): string[] {
  const read = orderField === "either" ? (isGiven(fields, "OrdenID") ? "OrdenID" : "OrdenId") : orderField;
  const other = read === "OrdenID" ? "OrdenId" : "OrdenID";
  if (!isGiven(fields, other)) return [];
  if (!isGiven(fields, read)) return [`"${other}" is ignored: this bank reads "${read}"`];
  return fields[read] === fields[other] ? [] : [`"OrdenID" and "OrdenId" differ: "${read}" is read`];
}

/** A mandatory field under the name that this bank reads. */
const readName = (name: string, orderField: OrderField): string =>
  name === "OrdenID" && orderField !== "either" ? orderField : name;

function isFilled(fields: Readonly<Record<string, unknown>>, name: string, orderField: OrderField): boolean {
  if (name !== "OrdenID") return isGiven(fields, name);
  return orderField === "either"
    ? isGiven(fields, "OrdenID") || isGiven(fields, "OrdenId")
    : isGiven(fields, orderField);
}

function isGiven(fields: Readonly<Record<string, unknown>>, name: string): boolean {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return value !== undefined && value !== null && value !== "";
}
