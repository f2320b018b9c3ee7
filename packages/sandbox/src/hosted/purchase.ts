import { currencyCodes, type TransactionType } from "@ventanilla/client/wire";
import { maskNumber } from "../card-number.ts";
import { excerpt } from "../secrets/mask-secrets.ts";
import type { SwitchValue } from "../switch-table.ts";

/** The currencies of the service. */
export type Currency = keyof typeof currencyCodes;

const currenciesByCode = new Map<string, Currency>([
  [currencyCodes.DOP, "DOP"],
  [currencyCodes.USD, "USD"],
]);

/** The currency of a code on the wire; undefined for every other text. */
export function currencyOf(code: string): Currency | undefined {
  return currenciesByCode.get(code);
}

/** The languages of the payment page. */
export type Language = "es" | "en";

/** The spelling under which the order is read. */
export type OrderField = SwitchValue<"order-field">;

/** How an Amount or Tax of more than 12 digits is read. */
export type LongAmount = SwitchValue<"long-amount">;

/** A payment request as the live service reads it: nearly everything may be missing. */
export type Purchase = {
  type: TransactionType;
  order: string;
  transactionId: string;
  /** Minor units; undefined when Amount cannot be read. */
  amount: number | undefined;
  tax: number | undefined;
  /** Undefined when CurrencyCode is neither 214 nor 840. */
  currency: Currency | undefined;
  /** What was sent as Amount and as CurrencyCode where it cannot be read; undefined when both can. */
  unread: { Amount?: string; CurrencyCode?: string } | undefined;
  merchantNumber: string;
  merchantTerminal: string;
  shop: { name: string; city: string };
  returnUrl: string | undefined;
  cancelUrl: string | undefined;
  language: Language;
  email: string;
  phone: string;
  /** The values that a confirmation (2240) carries of its pre-authorization; undefined in every other request. */
  confirmation: { token: string; authorizationCode: string; reference: string; maskedCard: string } | undefined;
};

/**
 * Reads the fields of a session creation (contract §2.2) the way the live service does: numbers and nulls are taken,
 * padding is dropped, unknown fields are ignored, nothing fails.
 */
export function readPurchase(
  fields: Readonly<Record<string, unknown>>,
  orderField: OrderField = "either",
  english: SwitchValue<"page-language"> = "either",
  long: LongAmount = "zeros-dropped",
): Purchase {
  const text = (name: string): string => asText(Object.hasOwn(fields, name) ? fields[name] : undefined);
  const currencyCode = text("CurrencyCode");
  const type = readTransactionType(fields.TransactionType);
  const amount = readAmount(text("Amount"), long);
  const currency = currencyOf(currencyCode);
  return {
    type,
    order: orderField === "either" ? text("OrdenID") || text("OrdenId") : text(orderField),
    transactionId: text("TransactionId"),
    amount,
    tax: readAmount(text("Tax"), long),
    currency,
    unread:
      amount !== undefined && currency !== undefined
        ? undefined
        : {
            ...(amount === undefined && { Amount: maskedOnly(text("Amount")) }),
            ...(currency === undefined && { CurrencyCode: maskedOnly(currencyCode) }),
          },
    merchantNumber: text("MerchantNumber"),
    merchantTerminal: text("MerchantTerminal"),
    shop: readMerchantName(text("MerchantName")),
    returnUrl: readAddress(text("ReturnUrl")),
    cancelUrl: readAddress(text("CancelUrl")),
    // ESP, and whatever else is sent, gets the bank's own language.
    language: isEnglish(text("PageLanguaje").toUpperCase(), english) ? "en" : "es",
    email: text("3DS_email"),
    phone: text("3DS_mobilePhone"),
    confirmation:
      type !== "2240"
        ? undefined
        : {
            token: text("TxToken"),
            authorizationCode: text("AuthorizationCode"),
            reference: text("RetrivalReferenceNumber") || text("RetrievalReferenceNumber"),
            maskedCard: maskedOnly(text("CreditcardNumber") || text("CreditCardNumber")),
          },
  };
}

/** ENG and ING both stand for English in the contract (§2.2); some banks read only one of them. */
const isEnglish = (code: string, english: SwitchValue<"page-language">): boolean =>
  english === "either" ? code === "ENG" || code === "ING" : code === english;

/** The TransactionType as live reads it: with or without its zero, a sale when it is anything else. */
export function readTransactionType(value: unknown): TransactionType {
  const padded = asText(value).padStart(4, "0");
  return padded === "0100" || padded === "2240" ? padded : "0200";
}

/**
 * Minor units of an Amount or Tax as the live service reads it: digits, padded or bare; decimals are cut off, so that
 * `2950.00` is 29.50. More than 12 digits are an amount only with zeros in front, and as `long` says. Undefined for
 * anything else.
 */
export function readAmount(text: string, long: LongAmount): number | undefined {
  const [, digits] = /^(\d{1,24})(?:\.\d{0,12})?$/.exec(text) ?? [];
  if (digits === undefined || digits.length <= amountDigits) return digits === undefined ? undefined : Number(digits);
  const [zeros = ""] = /^0*/.exec(digits) ?? [];
  if (long === "refused" || zeros.length < digits.length - amountDigits) return undefined;
  return Number(long === "cut" ? digits.slice(0, amountDigits) : digits);
}

/** The digits of an Amount or Tax (contract §2.2). */
const amountDigits = 12;

// Cut before it is parsed, so that a very long MerchantName costs nothing.
function readMerchantName(text: string): Purchase["shop"] {
  const name = text.slice(0, 40);
  return name.length > 22
    ? { name: name.slice(0, 22).trim(), city: name.slice(22, 35).trim() }
    : { name: name.trim(), city: "" };
}

/** An absolute http(s) address as a browser would follow it; undefined for anything else (`javascript:` among them). */
function readAddress(text: string): string | undefined {
  const address = URL.parse(text);
  return address?.protocol === "http:" || address?.protocol === "https:" ? address.href : undefined;
}

// A full card number does not belong in these fields, and the sandbox keeps none.
function maskedOnly(text: string): string {
  const digits = text.replace(/[\s-]/g, "");
  return /^\d{11,}$/.test(digits) ? maskNumber(digits) : excerpt(text, 19);
}

function asText(value: unknown): string {
  if (typeof value === "string") return value.trim();
  return typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}
