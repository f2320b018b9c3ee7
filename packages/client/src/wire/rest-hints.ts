import type { Hints } from "./meant-field.ts";
import type { RestField } from "./rest-fields.ts";

/** Hints for the fields of REST operations. */
export const restHints: Hints<RestField> = {
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
