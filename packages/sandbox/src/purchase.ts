/** The currencies of the service, by their ISO 4217 numbers on the wire. */
export type Currency = "DOP" | "USD";

/** The languages of the payment page. */
export type Language = "es" | "en";

/** What the live service makes of a payment request: lenient, so nearly everything may be missing. */
export type Purchase = {
  order: string;
  transactionId: string;
  /** Minor units; undefined when Amount cannot be read. */
  amount: number | undefined;
  tax: number | undefined;
  /** Undefined when CurrencyCode is neither 214 nor 840. */
  currency: Currency | undefined;
  merchantNumber: string;
  shop: { name: string; city: string };
  returnUrl: string | undefined;
  cancelUrl: string | undefined;
  language: Language;
  email: string;
  phone: string;
};

/**
 * Reads the fields of a session creation (seed section 2.2) the way the live service does: numbers and nulls are taken,
 * padding is dropped, unknown fields are ignored, nothing fails.
 */
export function readPurchase(fields: Readonly<Record<string, unknown>>): Purchase {
  const text = (name: string): string => asText(Object.hasOwn(fields, name) ? fields[name] : undefined);
  const currencyCode = text("CurrencyCode");
  return {
    order: text("OrdenID") || text("OrdenId"),
    transactionId: text("TransactionId"),
    amount: readAmount(text("Amount")),
    tax: readAmount(text("Tax")),
    currency: currencyCode === "214" ? "DOP" : currencyCode === "840" ? "USD" : undefined,
    merchantNumber: text("MerchantNumber"),
    shop: readMerchantName(text("MerchantName")),
    returnUrl: readAddress(text("ReturnUrl")),
    cancelUrl: readAddress(text("CancelUrl")),
    // ENG and ING both stand for English in the seed; ESP, and whatever else is sent, gets the bank's own language.
    language: /^[EI]NG$/i.test(text("PageLanguaje")) ? "en" : "es",
    email: text("3DS_email"),
    phone: text("3DS_mobilePhone"),
  };
}

/**
 * Minor units of an Amount or Tax as the live service reads it: digits, padded or bare; decimals are cut off, so that
 * `2950.00` is 29.50. Undefined for anything else.
 */
export function readAmount(text: string): number | undefined {
  const [, digits] = /^(\d{1,12})(?:\.\d{0,12})?$/.exec(text) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

// One long string of spaces has no right to cost anything: MerchantName is cut before it is looked at.
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

function asText(value: unknown): string {
  if (typeof value === "string") return value.trim();
  return typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}
