import type { Hints } from "./meant-field.ts";
import type { PaymentRequestField } from "./payment-request-fields.ts";

const cardData = { sentence: "the card is typed on the bank's page, and its data never comes from the shop" };

/** Hints for the fields of a payment request. */
export const sessionHints: Hints<PaymentRequestField> = {
  acquirerid: "AcquiringInstitutionCode",
  terminalid: "MerchantTerminal",
  terminal: "MerchantTerminal",
  merchantid: "MerchantNumber",
  merchant: "MerchantNumber",
  merchantnumberamex: {
    about: "MerchantNumber",
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
  declinedurl: { about: "ReturnUrl", sentence: 'a declined payment comes back to "ReturnUrl" too' },
  email: "3DS_email",
  phone: "3DS_mobilePhone",
  mac: { sentence: "requests of this service are not signed" },
  requiresconfirmation: {
    about: "TransactionType",
    sentence: 'a payment to be confirmed later has "TransactionType" 0100',
  },
  ...Object.fromEntries(["cardnumber", "cvv", "cvc", "expirationdate"].map((name) => [name, cardData])),
};
