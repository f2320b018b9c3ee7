import {
  type PaymentRequestRule,
  paymentRequestFields,
  type Requirement,
  sessionHints,
  type TransactionType,
} from "@ventanilla/client/wire";
import { decimalText } from "@ventanilla/web";
import { wrongAmount } from "../decline-reasons.ts";
import { translatePhrase } from "../phrases-es.ts";
import type { Reason } from "../reason.ts";
import { ignoredWarning, ignoredWarnings } from "../unknown-field.ts";
import { missingWarning, type Warning, warningAbout } from "../warning.ts";
import { type LongAmount, type OrderField, readAmount, readTransactionType } from "./purchase.ts";

type RequestFields = Readonly<Record<string, unknown>>;

const rules = new Map<string, PaymentRequestRule>(Object.entries(paymentRequestFields));
const names = [...rules.keys()];

// Bytes of a TxToken in a request (contract §2.2). In a result it may have 40.
const tokenLimit = 37;

/**
 * What the live service silently ignores when a session is created: fields it does not know (with the spelling
 * that was probably meant), mandatory fields that are missing, values that are not what the contract says. One sentence
 * each, which names the field and shows no value but an amount.
 */
export function fieldWarnings(
  fields: RequestFields,
  orderField: OrderField = "either",
  long: LongAmount = "zeros-dropped",
): Warning[] {
  const type = readTransactionType(fields.TransactionType);
  const warnings = Object.entries(fields).flatMap(([name, value]) => fieldWarning(name, value, type, long) ?? []);
  const ignored = Object.keys(fields).filter((name) => !rules.has(name));
  warnings.push(...ignoredWarnings(ignored, (name) => ignoredWarning(name, names, sessionHints)));
  warnings.push(...zeroWarning(fields, long), ...taxWarning(fields, long), ...orderWarnings(fields, orderField));
  const missing = missingFields(fields, type, orderField).filter((name) => requirementOf(name, type) === "mandatory");
  return [...warnings, ...missingWarning(missing.map((name) => readName(name, orderField)))];
}

/**
 * Why a service that follows the contract to the letter refuses the request: mandatory fields that are missing, then
 * values that are not what the contract says. Empty when it would take it. Fields that do not exist are ignored.
 *
 * @param reading `empty`: whether data of 3-D Secure may be there and empty; the contract has it mandatory
 */
export function fieldProblems(
  fields: RequestFields,
  orderField: OrderField,
  { long = "refused", empty = "taken" }: { long?: LongAmount; empty?: "taken" | "refused" } = {},
): Warning[] {
  const type = readTransactionType(fields.TransactionType);
  const missing = missingFields(fields, type, orderField, empty);
  const wrong = names
    .filter((name) => Object.hasOwn(fields, name) && requirementOf(name, type) !== "refused")
    .filter((name) => !missing.includes(name))
    .flatMap((name) => valueWarning(name, fields[name], type, long) ?? []);
  const isBare = textOf(fields.TransactionType) === type.slice(1);
  return [
    ...missingWarning(missing.map((name) => readName(name, orderField))),
    ...wrong,
    ...(isBare ? [lostZero(type)] : []),
    ...zeroWarning(fields, long),
  ];
}

const requirementOf = (name: string, type: TransactionType): Requirement | undefined =>
  rules.get(name)?.requirement[type];

/** The mandatory fields without a value, and the absent ones of those that may be empty. */
function missingFields(
  fields: RequestFields,
  type: TransactionType,
  orderField: OrderField,
  empty: "taken" | "refused" = "taken",
): string[] {
  return names.filter((name) => {
    const requirement = requirementOf(name, type);
    if (requirement === "present" && empty === "refused" && name.startsWith("3DS_"))
      return !isFilled(fields, name, orderField);
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
function fieldWarning(name: string, value: unknown, type: TransactionType, long: LongAmount): Warning | undefined {
  if (value !== "" && requirementOf(name, type) === "refused") {
    return warningAbout([name], {
      es: `"${name}" se ignora cuando TransactionType es ${type}`,
      en: `"${name}" is ignored when TransactionType is ${type}`,
    });
  }
  return valueWarning(name, value, type, long) ?? (name === "TxToken" ? tokenWarning(textOf(value)) : undefined);
}

/** A token longer than the contract's table has it: results carry such tokens, and no bank refuses its own. */
function tokenWarning(token: string): Warning | undefined {
  const bytes = Buffer.byteLength(token);
  if (bytes <= tokenLimit) return undefined;
  return warningAbout(["TxToken"], {
    es: `"TxToken" tiene ${bytes} bytes: el límite es ${tokenLimit} en una solicitud, aunque los resultados traen más`,
    en: `"TxToken" is ${bytes} bytes long: the limit is ${tokenLimit} in a request, though results carry more`,
  });
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

/** A value that is not what the contract says. */
function valueWarning(name: string, value: unknown, type: TransactionType, long: LongAmount): Warning | undefined {
  const rule = rules.get(name);
  if (rule === undefined || value === "") return undefined;
  const expected = translatePhrase(rule.expected);
  if (typeof value !== "string" && typeof value !== "number") {
    return about(name, {
      ...(expected.es !== undefined && { es: `no es texto: se esperaba ${expected.es}, como texto` }),
      en: `is ${kindOf(value)}: expected ${expected.en}, as a string`,
    });
  }
  const text = String(value).trim();
  const bytes = Buffer.byteLength(text);
  const isAmount = name === "Amount" || name === "Tax";
  if (bytes > rule.bytes) {
    const minor = isAmount && /^\d+$/.test(text) ? readAmount(text, long) : undefined;
    if (minor !== undefined) return longAmountWarning(name, text.length, decimalText(minor), long);
    return about(name, {
      es: `tiene ${bytes} bytes: el límite es ${rule.bytes}`,
      en: `is ${bytes} bytes long: the limit is ${rule.bytes}`,
    });
  }
  if (isAmount) return minorUnitsWarning(name, text, typeof value === "number");
  // The live service takes the bare 200.
  if (name === "TransactionType" && type === text.padStart(4, "0")) return undefined;
  // MerchantName is checked with its padding, which trimming has removed.
  const padded = name === "MerchantName" ? String(value) : text;
  if (rule.pattern.test(padded)) return undefined;
  return about(name, {
    ...(expected.es !== undefined && { es: `no es válido: se esperaba ${expected.es}` }),
    en: `is wrong: expected ${expected.en}`,
  });
}

/** A warning about a field, which begins with its name. */
const about = (name: string, { es, en }: Reason): Warning =>
  warningAbout([name], { ...(es !== undefined && { es: `"${name}" ${es}` }), en: `"${name}" ${en}` });

const lostZero = (type: TransactionType): Warning =>
  about("TransactionType", { es: `perdió su cero: se esperaba ${type}`, en: `has lost its zero: expected ${type}` });

function minorUnitsWarning(name: string, text: string, isNumber: boolean): Warning | undefined {
  const minor = readAmount(text, "refused");
  if (minor === undefined) {
    return about(name, {
      es: "no se puede leer: se esperaban dígitos en centavos",
      en: "cannot be read: expected digits of minor units",
    });
  }
  const read = decimalText(minor);
  if (text.includes(".")) {
    return about(name, {
      es: `trae decimales: se cortan y se lee como ${read}; envíe centavos`,
      en: `has decimals: they are cut off and it is read as ${read}; send minor units`,
    });
  }
  // Whoever writes 180.00 in a program's code sends 180.
  if (!isNumber || minor === 0) return undefined;
  const [digits, meant] = [String(minor * 100).padStart(12, "0"), decimalText(minor * 100)];
  return about(name, {
    es: `es un número y se lee en centavos, ${read}: se esperaban 12 dígitos como texto, ${digits} para ${meant}`,
    en: `is a number, read as minor units, ${read}: expected 12 digits as a string, ${digits} for ${meant}`,
  });
}

/** An amount with more digits than the contract has, as `'0000000' + cents` makes one from 1,000.00 on. */
function longAmountWarning(name: string, digits: number, read: string, long: LongAmount): Warning {
  const [es, en] =
    long === "cut"
      ? ["se corta a los primeros 12", "it is cut to the first 12"]
      : ["los ceros de delante se quitan", "the zeros in front are dropped"];
  return about(name, {
    es: `tiene ${digits} dígitos: el límite es 12; ${es} y se lee como ${read}`,
    en: `has ${digits} digits: the limit is 12; ${en} and it is read as ${read}`,
  });
}

/** Amount and Tax as they are read; undefined when one has decimals: it is not the one that was meant, and has a warning. */
function readSums({ Amount, Tax }: RequestFields, long: LongAmount) {
  const [amount = "", tax = ""] = [Amount, Tax].map(textOf);
  if (amount.includes(".") || tax.includes(".")) return undefined;
  return { amount: readAmount(amount, long), tax: readAmount(tax, long) ?? 0 };
}

/** The warning about an amount that leaves nothing to pay. */
function zeroWarning(fields: RequestFields, long: LongAmount): Warning[] {
  return readSums(fields, long)?.amount === 0 ? [warningAbout(["Amount"], wrongAmount(undefined))] : [];
}

/** The warning about a tax that is more than all of the amount: nothing in the contract refuses it. */
function taxWarning(fields: RequestFields, long: LongAmount): Warning[] {
  const { amount = 0, tax = 0 } = readSums(fields, long) ?? {};
  if (amount === 0 || tax <= amount) return [];
  const [sent, most] = [decimalText(tax), decimalText(amount)];
  return [
    about("Tax", {
      es: `es ${sent}: se esperaba a lo sumo "Amount", ${most}`,
      en: `is ${sent}: expected at most "Amount", ${most}`,
    }),
  ];
}

/** What is wrong between the two spellings of the order: both of them are fields, and a bank may read only one. */
function orderWarnings(fields: RequestFields, orderField: OrderField): Warning[] {
  const read = spellingRead(fields, orderField);
  const other = read === "OrdenID" ? "OrdenId" : "OrdenID";
  if (!isGiven(fields, other)) return [];
  if (!isGiven(fields, read)) {
    const warning = warningAbout([read], {
      es: `"${other}" se ignora: este banco lee "${read}"`,
      en: `"${other}" is ignored: this bank reads "${read}"`,
    });
    return [{ ...warning, misspelling: { sent: other, meant: read } }];
  }
  if (fields[read] === fields[other]) return [];
  return [
    warningAbout([read], {
      es: `"OrdenID" y "OrdenId" difieren: se lee "${read}"`,
      en: `"OrdenID" and "OrdenId" differ: "${read}" is read`,
    }),
  ];
}

/** The spelling under which this bank reads the order of a request. */
function spellingRead(fields: RequestFields, orderField: OrderField): "OrdenID" | "OrdenId" {
  if (orderField !== "either") return orderField;
  return isGiven(fields, "OrdenID") ? "OrdenID" : "OrdenId";
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
