import { nearestName } from "@ventanilla/client/wire";
import { printable } from "./mask-secrets.ts";

/** What to say of fields that other services have: the field of this one, or a sentence. By name, without separators. */
export type Hints = Readonly<Record<string, string | { sentence: string }>>;

const cardData = { sentence: "the card is typed on the bank's page, and its data never comes from the shop" };

/** Hints for the fields of a session. */
export const sessionHints: Hints = {
  acquirerid: "AcquiringInstitutionCode",
  terminalid: "MerchantTerminal",
  terminal: "MerchantTerminal",
  merchantid: "MerchantNumber",
  merchant: "MerchantNumber",
  merchantnumberamex: {
    sentence: '"MerchantNumber" is for every card, and only the terminal differs: "MerchantTerminal_amex"',
  },
  mcc: "MerchantType",
  ordernumber: "OrdenID",
  order: "OrdenID",
  invoicenumber: "OrdenID",
  currency: "CurrencyCode",
  itbis: "Tax",
  language: "PageLanguaje",
  clientip: "Ipclient",
  approvedurl: "ReturnUrl",
  responseurl: "ReturnUrl",
  successurl: "ReturnUrl",
  declinedurl: { sentence: 'a declined payment comes back to "ReturnUrl" too' },
  email: "3DS_email",
  phone: "3DS_mobilePhone",
  mac: { sentence: "requests of this service are not signed" },
  requiresconfirmation: { sentence: 'a payment to be confirmed later has "TransactionType" 0100' },
  cardnumber: cardData,
  cvv: cardData,
  cvc: cardData,
  expirationdate: cardData,
};

/** Hints for the fields of REST operations. */
export const restHints: Hints = {
  merchantnumber: "merchant-id",
  merchantterminal: "terminal-id",
  ordernumber: "invoice-number",
  order: "invoice-number",
  ordenid: "invoice-number",
  orderid: "invoice-number",
  transactionid: "reference-number",
  reference: "reference-number",
  currencycode: "currency",
  pan: "card-number",
  creditcardnumber: "card-number",
  expiry: "expiration-date",
  expiration: "expiration-date",
  expdate: "expiration-date",
  cvc: "cvv",
  securitycode: "cvv",
  ip: "client-ip",
  ipclient: "client-ip",
  mac: { sentence: "requests of this service are not signed" },
};

/** The longest name that is compared with others and repeated in full. */
const longest = 64;

/** What to say of a field that is none: that it is ignored, and which one was likely meant. */
export function ignoredWarning(name: string, names: readonly string[], hints: Hints): string {
  const meant = name.length > longest ? undefined : meantBy(name, names, hints);
  if (typeof meant === "object") return `${quoted(name)} is ignored: ${meant.sentence}`;
  return `${quoted(name)} is ignored: ${meant ? `did you mean "${meant}"?` : "there is no such field"}`;
}

function meantBy(name: string, names: readonly string[], hints: Hints): Hints[string] | undefined {
  const plain = name.toLowerCase().replace(/[-_ ]/g, "");
  if (Object.hasOwn(hints, plain)) return hints[plain];
  return nearestName(name, names) ?? hints[nearestName(plain, Object.keys(hints)) ?? ""];
}

/** The name of a field from a request in a sentence. */
export function quoted(name: string): string {
  return `"${printable(name, longest)}"`;
}
