import {
  type PaymentRequestRule,
  paymentRequestFields,
  type Requirement,
  sessionHints,
  type TransactionType,
} from "@ventanilla/client/wire";
import { type OrderField, readAmount, readTransactionType } from "./purchase.ts";
import { money } from "./reason.ts";
import { ignoredWarning, ignoredWarnings } from "./unknown-field.ts";
import { missingWarning, type Warning, warningAbout } from "./warning.ts";

type RequestFields = Readonly<Record<string, unknown>>;

const rules = new Map<string, PaymentRequestRule>(Object.entries(paymentRequestFields));
const names = [...rules.keys()];

// Contract §2.2: 37 bytes in a request, 40 in a result.
const requestToken = 37;

/**
 * What the live service silently ignores when a session is created: fields it does not know (with the spelling
 * that was probably meant), mandatory fields that are missing, values that are not what the contract says. One sentence
 * each, naming the field and never repeating its value.
 */
export function fieldWarnings(fields: RequestFields, orderField: OrderField = "either"): Warning[] {
  const type = readTransactionType(fields.TransactionType);
  const warnings = Object.entries(fields).flatMap(([name, value]) => fieldWarning(name, value, type) ?? []);
  const ignored = Object.keys(fields).filter((name) => !rules.has(name));
  warnings.push(...ignoredWarnings(ignored, (name) => ignoredWarning(name, names, sessionHints)));
  warnings.push(...sumWarnings(fields), ...orderWarnings(fields, orderField));
  const missing = missingFields(fields, type, orderField).filter((name) => requirementOf(name, type) === "mandatory");
  return [...warnings, ...missingWarning(missing.map((name) => readName(name, orderField)))];
}

/**
 * Why a service that follows the contract to the letter refuses the request: mandatory fields that are missing, then
 * values that are not what the contract says. Empty when it would take it. Fields that do not exist are ignored.
 */
export function fieldProblems(fields: RequestFields, orderField: OrderField): Warning[] {
  const type = readTransactionType(fields.TransactionType);
  const missing = missingFields(fields, type, orderField);
  const wrong = names
    .filter((name) => Object.hasOwn(fields, name) && requirementOf(name, type) !== "refused")
    .filter((name) => !missing.includes(name))
    .flatMap((name) => valueWarning(name, fields[name], type) ?? []);
  const isBare = textOf(fields.TransactionType) === type.slice(1);
  return [
    ...missingWarning(missing.map((name) => readName(name, orderField))),
    ...wrong,
    ...(isBare ? [warningAbout(["TransactionType"], `"TransactionType" has lost its zero: expected ${type}`)] : []),
    ...sumWarnings(fields),
  ];
}

const requirementOf = (name: string, type: TransactionType): Requirement | undefined =>
  rules.get(name)?.requirement[type];

/** The mandatory fields without a value, and the absent ones of those that may be empty. */
function missingFields(fields: RequestFields, type: TransactionType, orderField: OrderField): string[] {
  return names.filter((name) => {
    const requirement = requirementOf(name, type);
    if (requirement === "present") return !Object.hasOwn(fields, name);
    return requirement === "mandatory" && !isFilled(fields, name, orderField);
  });
}

/** A value as the live service reads it: text, or a number for text. */
const textOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value).trim() : "";

/**
 * The warning about a known field: this TransactionType does not use it, its value is wrong, or its token is too long.
 */
function fieldWarning(name: string, value: unknown, type: TransactionType): Warning | undefined {
  if (value !== "" && requirementOf(name, type) === "refused") {
    return warningAbout([name], `"${name}" is ignored when TransactionType is ${type}`);
  }
  return valueWarning(name, value, type) ?? (name === "TxToken" ? tokenWarning(textOf(value)) : undefined);
}

/** A token longer than the contract's table has it: results carry such tokens, and no bank refuses its own. */
function tokenWarning(token: string): Warning | undefined {
  const bytes = Buffer.byteLength(token);
  if (bytes <= requestToken) return undefined;
  const limit = `the limit is ${requestToken} in a request, though results carry more`;
  return warningAbout(["TxToken"], `"TxToken" is ${bytes} bytes long: ${limit}`);
}

/** A value that is not what the contract says. */
function valueWarning(name: string, value: unknown, type: TransactionType): Warning | undefined {
  const rule = rules.get(name);
  if (rule === undefined || value === "") return undefined;
  const about = (what: string): Warning => warningAbout([name], `"${name}" ${what}`);
  if (typeof value !== "string" && typeof value !== "number") {
    return about(`is ${value === null ? "null" : `a ${typeof value}`}: expected ${rule.expected}, as a string`);
  }
  const text = String(value).trim();
  const bytes = Buffer.byteLength(text);
  if (bytes > rule.bytes) return about(`is ${bytes} bytes long: the limit is ${rule.bytes}`);
  if (name === "Amount" || name === "Tax") return minorUnitsWarning(name, text, typeof value === "number");
  // Live takes the bare 200, and MerchantName without the padding that trimming has removed.
  if (name === "TransactionType" && type === text.padStart(4, "0")) return undefined;
  const padded = name === "MerchantName" ? String(value) : text;
  return rule.pattern.test(padded) ? undefined : about(`is wrong: expected ${rule.expected}`);
}

function minorUnitsWarning(name: string, text: string, isNumber: boolean): Warning | undefined {
  const minor = readAmount(text);
  const about = (what: string): Warning => warningAbout([name], `"${name}" ${what}`);
  if (minor === undefined) return about("cannot be read: expected digits of minor units");
  if (text.includes(".")) {
    return about(`has decimals: they are cut off and it is read as ${money(minor)}; send minor units`);
  }
  // Whoever writes 180.00 in a program's code sends 180.
  if (!isNumber || minor === 0) return undefined;
  const meant = `${String(minor * 100).padStart(12, "0")} for ${money(minor * 100)}`;
  return about(`is a number, read as minor units, ${money(minor)}: expected 12 digits as a string, ${meant}`);
}

/** What is wrong with amounts that can each be read: nothing to pay, or a tax that is more than all of it. */
function sumWarnings({ Amount, Tax }: RequestFields): Warning[] {
  const texts = [Amount, Tax].map(textOf);
  const [amount, tax = 0] = texts.map(readAmount);
  // One with decimals is not the amount that was meant, and is warned of as such.
  if (amount === undefined || texts.some((text) => text.includes("."))) return [];
  if (amount === 0) return [warningAbout(["Amount"], '"Amount" is 0.00: expected more than zero')];
  if (tax <= amount) return [];
  return [warningAbout(["Tax"], `"Tax" is ${money(tax)}: expected at most "Amount", ${money(amount)}`)];
}

/** What is wrong between the two spellings of the order: both of them are fields, and a bank may read only one. */
function orderWarnings(fields: RequestFields, orderField: OrderField): Warning[] {
  const read = orderField === "either" ? (isGiven(fields, "OrdenID") ? "OrdenID" : "OrdenId") : orderField;
  const other = read === "OrdenID" ? "OrdenId" : "OrdenID";
  if (!isGiven(fields, other)) return [];
  if (!isGiven(fields, read)) {
    const warning = warningAbout([read], `"${other}" is ignored: this bank reads "${read}"`);
    return [{ ...warning, misspelling: { sent: other, meant: read } }];
  }
  if (fields[read] === fields[other]) return [];
  return [warningAbout([read], `"OrdenID" and "OrdenId" differ: "${read}" is read`)];
}

/** A mandatory field under the name that this bank reads. */
const readName = (name: string, orderField: OrderField): string =>
  name === "OrdenID" && orderField !== "either" ? orderField : name;

function isFilled(fields: RequestFields, name: string, orderField: OrderField): boolean {
  if (name !== "OrdenID") return isGiven(fields, name);
  return orderField === "either"
    ? isGiven(fields, "OrdenID") || isGiven(fields, "OrdenId")
    : isGiven(fields, orderField);
}

function isGiven(fields: RequestFields, name: string): boolean {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return value !== undefined && value !== null && value !== "";
}
