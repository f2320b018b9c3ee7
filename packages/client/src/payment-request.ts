import { isIPv4, isIPv6, SocketAddress } from "node:net";
import { ArgumentError } from "@ventanilla/web";
import { checkPaymentRequest } from "./check-payment-request.ts";
import { foldedName, type MerchantNameParts } from "./merchant-name.ts";
import { currencyCode, type Money, parseMoney, wireAmount } from "./money.ts";
import { ownFields } from "./own-fields.ts";
import { detailFields, detailNames, detailSources, type PaymentDetails } from "./payment-details.ts";
import type { Hints } from "./wire/meant-field.ts";
import type { PaymentRequest } from "./wire/payment-request.ts";

/** Who is paid, as the account executive registered it. */
export interface Merchant {
  /** Merchant number, at most 15 digits. */
  number: string;
  /** Terminal number, at most 12 characters. */
  terminal: string;
  /** The parts of the name the buyer sees, or the 40 bytes ready made. */
  name: MerchantNameParts | string;
  /** Acquirer code, three characters. */
  acquirer: string;
  /** Merchant category code, four digits. */
  type?: string | undefined;
  /** Terminal number for American Express. */
  terminalAmex?: string | undefined;
}

/**
 * A postal address of the buyer. Lines and city have at most 50 bytes, state and country 3, the postal code 16.
 * @see docs/contributing/contract.md#2.2-3ds
 */
export interface BuyerAddress {
  /** At most 50 bytes. */
  line1?: string | undefined;
  /** At most 50 bytes. */
  line2?: string | undefined;
  /** At most 50 bytes. */
  line3?: string | undefined;
  /** At most 50 bytes. */
  city?: string | undefined;
  /** One to three upper-case letters or digits. */
  state?: string | undefined;
  /** ISO 3166-1: DO, DOM or 214. */
  country?: string | undefined;
  /** At most 16 bytes. */
  postCode?: string | undefined;
}

/**
 * What the issuer's 3-D Secure check is told about the buyer.
 * @see docs/contributing/contract.md#2.2-3ds
 */
export interface Buyer {
  /** At most 254 bytes. */
  email: string;
  /** Spaces, parentheses, dots and dashes are left out; at most 15 characters remain. */
  mobilePhone: string;
  /** As `mobilePhone`. Default: empty */
  homePhone?: string | undefined;
  /** As `mobilePhone`. Default: empty */
  workPhone?: string | undefined;
  /** The card's billing address. Default: every part empty */
  billing?: BuyerAddress | undefined;
  /** The delivery address. Default: not sent */
  shipping?: BuyerAddress | undefined;
}

/** One payment, as `paymentRequest` takes it. */
export interface PaymentInput extends PaymentDetails {
  /** The merchant's order or invoice number, at most 20 bytes. */
  orderId: string;
  /** Six letters or digits, different from every other one in use. */
  transactionId: string;
  /** More than zero. */
  amount: Money;
  /** The tax (ITBIS) in the amount's currency; may be zero. */
  tax: Money;
  /** Page to which the buyer comes back after paying, approved or declined. */
  returnUrl: string;
  /** Page to which the buyer comes back after leaving the payment page. */
  cancelUrl: string;
  /** Language of the payment page; the codes of the wire are taken too (ENG and ING both mean English). */
  language: "es" | "en" | "ESP" | "ENG" | "ING";
  /**
   * The buyer's IP address. The wire has room for IPv4 only: an IPv6 address that does not map an IPv4 one is sent as
   * 0.0.0.0.
   */
  clientIp: string;
  /** The bank asks for email and mobile telephone. */
  buyer: Buyer;
  /** 0200 normal sale, 0100 pre-authorization. Default: 0200 */
  transactionType?: "0200" | "0100" | undefined;
}

const merchantNames = ["number", "terminal", "name", "acquirer", "type", "terminalAmex"];
/** Names that other services and the bank's staff use for these fields. */
const merchantHints: Hints = {
  id: "number",
  merchantid: "number",
  merchantnumber: "number",
  affiliate: "number",
  terminalid: "terminal",
  merchantname: "name",
  mcc: "type",
};
const buyerHints: Hints = { phone: "mobilePhone", mobile: "mobilePhone", telephone: "mobilePhone", mail: "email" };
const paymentNames = [
  "orderId",
  "transactionId",
  "amount",
  "tax",
  "returnUrl",
  "cancelUrl",
  "language",
  "clientIp",
  "buyer",
  "transactionType",
  ...detailNames,
];
const addressParts = ["line1", "line2", "line3", "city", "state", "country", "postCode"] as const;
const phones = ["mobilePhone", "homePhone", "workPhone"] as const;

// Our name of each field, and the wire's.
const phoneFields = phones.map((phone) => [phone, `3DS_${phone}`] as const);
const billingFields = addressParts.map((part) => [part, `3DS_billAddr_${part}`] as const);
const shippingFields = addressParts.map((part) => [part, `3DS_shipAddr_${part}`] as const);

/** The caller's name of each wire field, for error messages. */
const sources: Record<string, string> = {
  TransactionType: "payment.transactionType",
  Tax: "payment.tax",
  MerchantNumber: "merchant.number",
  MerchantTerminal: "merchant.terminal",
  MerchantTerminal_amex: "merchant.terminalAmex",
  MerchantName: "merchant.name",
  MerchantType: "merchant.type",
  AcquiringInstitutionCode: "merchant.acquirer",
  OrdenID: "payment.orderId",
  OrdenId: "payment.orderId",
  TransactionId: "payment.transactionId",
  ReturnUrl: "payment.returnUrl",
  CancelUrl: "payment.cancelUrl",
  Ipclient: "payment.clientIp",
  ...detailSources,
  "3DS_email": "payment.buyer.email",
  ...Object.fromEntries(phoneFields.map(([name, field]) => [field, `payment.buyer.${name}`])),
  ...Object.fromEntries(billingFields.map(([name, field]) => [field, `payment.buyer.billing.${name}`])),
  ...Object.fromEntries(shippingFields.map(([name, field]) => [field, `payment.buyer.shipping.${name}`])),
};

/**
 * The wire message of a payment, ready for `createSession`.
 * @param merchant who is paid
 * @param payment what is paid, by whom, and where the buyer comes back to
 * @returns a message that keeps every rule of `paymentRequestFields`
 * @throws ArgumentError naming the first field that is unknown, or has a wrong amount, name, language or type; else up
 * to ten fields that break a rule: `payment.orderId: expected at most 20 bytes in UTF-8, got 23`
 * @see docs/contributing/contract.md#2.2
 * @example
 * const request = paymentRequest(merchant, {
 *   orderId: "A-1042",
 *   transactionId: "000042",
 *   amount: { minor: 295_000, currency: "DOP" },
 *   tax: { minor: 45_000, currency: "DOP" },
 *   returnUrl: "https://shop.example/return",
 *   cancelUrl: "https://shop.example/cancel",
 *   language: "es",
 *   clientIp: "203.0.113.7",
 *   buyer: { email: "ana@example.do", mobilePhone: "+1 809 555 1234" },
 * });
 */
export function paymentRequest(merchant: Merchant, payment: PaymentInput): PaymentRequest {
  const own = ownFields("payment", payment, paymentNames);
  const fields = purchaseFields("payment", merchant, own);
  const { transactionType = "0200" } = own;
  if (transactionType !== "0200" && transactionType !== "0100") {
    throw new ArgumentError("payment.transactionType: expected 0200 or 0100");
  }
  const request = {
    TransactionType: transactionType,
    ...fields,
    ...buyerFields(own.buyer),
    ...detailFields(own),
  };
  return checkPaymentRequest(request, (field) => sourceOf("payment", field));
}

/** The fields that every TransactionType has; error messages about amounts and language begin with `owner`. */
export function purchaseFields(
  owner: string,
  given: Merchant,
  payment: Omit<PaymentInput, "buyer" | "transactionType" | keyof PaymentDetails>,
): Record<string, string> {
  const merchant = ownFields("merchant", given, merchantNames, merchantHints);
  const amount = parseMoney(payment.amount, `${owner}.amount`, 1);
  const tax = parseMoney(payment.tax, `${owner}.tax`);
  if (tax.currency !== amount.currency) throw new ArgumentError(`${owner}.tax.currency: expected ${amount.currency}`);
  return {
    Amount: wireAmount(amount),
    CurrencyCode: currencyCode(amount.currency),
    Tax: wireAmount(tax),
    MerchantNumber: merchant.number,
    MerchantTerminal: merchant.terminal,
    ReturnUrl: payment.returnUrl,
    CancelUrl: payment.cancelUrl,
    PageLanguaje: pageLanguage(owner, payment.language),
    TransactionId: payment.transactionId,
    Ipclient: ipv4(payment.clientIp),
    AcquiringInstitutionCode: merchant.acquirer,
    OrdenID: payment.orderId,
    MerchantName: nameOf(merchant),
    ...(merchant.terminalAmex === undefined ? {} : { MerchantTerminal_amex: merchant.terminalAmex }),
    ...(merchant.type === undefined ? {} : { MerchantType: merchant.type }),
  };
}

/**
 * The MerchantName: folded from its parts, or the 40 bytes ready made.
 * @throws ArgumentError also for a plain name: the bank's 40 bytes hold the city and the country, too
 */
function nameOf({ name }: Merchant): string {
  if (typeof name === "string" && Buffer.byteLength(name) === 40) return name;
  if (typeof name === "object" && name !== null) return foldedName("merchant.name", name);
  const given = typeof name === "string" ? `${Buffer.byteLength(name)} bytes` : typeof name;
  throw new ArgumentError(
    `merchant.name: expected { owner, city, country }, or exactly 40 bytes as the bank has them, got ${given}`,
  );
}

/** The caller's name of a wire field; `owner` is their name of the payment. */
export const sourceOf = (owner: string, field: string): string =>
  sources[field]?.replace(/^payment\b/, owner) ?? `PaymentRequest.${field}`;

function buyerFields(given: Buyer | undefined): Record<string, string> {
  if (given === undefined) {
    throw new ArgumentError("payment.buyer: expected email and mobilePhone, which 3-D Secure asks for");
  }
  const buyer = ownFields("payment.buyer", given, ["email", ...phones, "billing", "shipping"], buyerHints);
  if (!buyer.mobilePhone) throw new ArgumentError("payment.buyer.mobilePhone: missing, 3-D Secure asks for it");
  const fields: Record<string, string> = { "3DS_email": buyer.email };
  for (const [name, field] of phoneFields) fields[field] = phoneNumber(buyer[name]);
  const billing = ownFields("payment.buyer.billing", buyer.billing ?? {}, addressParts);
  for (const [name, field] of billingFields) fields[field] = billing[name] ?? "";
  if (buyer.shipping !== undefined) {
    const shipping = ownFields("payment.buyer.shipping", buyer.shipping, addressParts);
    for (const [name, field] of shippingFields) fields[field] = shipping[name] ?? "";
  }
  return fields;
}

function pageLanguage(owner: string, language: unknown): "ESP" | "ENG" | "ING" {
  if (language === "es" || language === "ESP") return "ESP";
  if (language === "en" || language === "ENG") return "ENG";
  if (language === "ING") return "ING";
  throw new ArgumentError(`${owner}.language: expected es or en, or one of ESP, ENG, ING`);
}

// Anything that is not a string passes unchanged: the schema refuses it by name.
const phoneNumber = (phone: string | undefined) =>
  typeof phone === "string" ? phone.replace(/[\s().-]/g, "") : (phone ?? "");

function ipv4(address: string): string {
  if (typeof address !== "string") return address;
  if (!isIPv6(address)) return address;
  const { address: canonical } = new SocketAddress({ address: address.replace(/%.*/, ""), family: "ipv6" });
  const mapped = canonical.replace(/^::ffff:/, "");
  return isIPv4(mapped) ? mapped : "0.0.0.0";
}
