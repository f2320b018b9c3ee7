import { alphanumeric, oneOf, optional, type PaymentRequestRule, text } from "./field-rule.ts";

const buyerContact = { "0200": "mandatory", "0100": "mandatory", "2240": "optional" } as const;
const buyerDetail = { "0200": "present", "0100": "present", "2240": "optional" } as const;

const phone = {
  pattern: /^\+?[ ()./-]*\d[\d ()./-]*$/,
  expected: "a telephone number: digits, spaces and + ( ) . / -",
} as const;
const country = {
  pattern: /^(?:[A-Z]{2,3}|\d{3})$/,
  expected: "an ISO 3166-1 country code in upper case (DO, DOM or 214)",
} as const;
const state = { pattern: /^[0-9A-Z]{1,3}$/, expected: "one to three upper-case letters or digits" } as const;

// Not for codes of countries and states: they identify no person, and are too short to be searched for in a text.
const buyers = { private: true } as const;
const tds = { exact: false, section: "2.2 3-D Secure" } as const;
const billing = { ...tds, requirement: buyerDetail } as const;
const shipping = { ...tds, requirement: optional } as const;

/** The kinds of transaction by our names, and their codes (EMV 3-D Secure, `transType`). */
export const transactionKinds = {
  purchase: "01",
  "check-acceptance": "03",
  "account-funding": "10",
  gambling: "11",
  prepaid: "28",
} as const;

/**
 * The 3-D Secure fields of a payment request (contract §2.2): what the issuer weighs to let a buyer pass without a
 * challenge.
 */
export const threeDsFields = {
  "3DS_email": {
    ...tds,
    ...buyers,
    bytes: 254,
    requirement: buyerContact,
    pattern: /^[^\s@\p{C}]+@[^\s@\p{C}]+$/u,
    expected: "an email address",
    meaning: "Account email address",
  },
  "3DS_mobilePhone": { ...tds, ...buyers, bytes: 15, requirement: buyerContact, ...phone, meaning: "Account phone" },
  "3DS_workPhone": { ...tds, ...buyers, bytes: 15, requirement: buyerDetail, ...phone, meaning: "Work phone" },
  "3DS_homePhone": { ...tds, ...buyers, bytes: 15, requirement: buyerDetail, ...phone, meaning: "Home phone" },
  "3DS_billAddr_line1": { ...billing, ...buyers, bytes: 50, ...text, meaning: "Billing address, line 1" },
  "3DS_billAddr_line2": { ...billing, ...buyers, bytes: 50, ...text, meaning: "Billing address, line 2" },
  "3DS_billAddr_line3": { ...billing, ...buyers, bytes: 50, ...text, meaning: "Billing address, line 3" },
  "3DS_billAddr_city": { ...billing, ...buyers, bytes: 50, ...text, meaning: "Billing city" },
  "3DS_billAddr_state": { ...billing, bytes: 3, ...state, meaning: "Billing state" },
  "3DS_billAddr_country": { ...billing, bytes: 3, ...country, meaning: "Billing country code" },
  "3DS_billAddr_postCode": { ...billing, ...buyers, bytes: 16, ...text, meaning: "Billing postal code" },
  "3DS_shipAddr_line1": { ...shipping, ...buyers, bytes: 50, ...text, meaning: "Shipping address, line 1" },
  "3DS_shipAddr_line2": { ...shipping, ...buyers, bytes: 50, ...text, meaning: "Shipping address, line 2" },
  "3DS_shipAddr_line3": { ...shipping, ...buyers, bytes: 50, ...text, meaning: "Shipping address, line 3" },
  "3DS_shipAddr_city": { ...shipping, ...buyers, bytes: 50, ...text, meaning: "Shipping city" },
  "3DS_shipAddr_state": { ...shipping, bytes: 3, ...state, meaning: "Shipping state" },
  "3DS_shipAddr_country": { ...shipping, bytes: 3, ...country, meaning: "Shipping country code" },
  "3DS_shipAddr_postCode": { ...shipping, ...buyers, bytes: 16, ...text, meaning: "Shipping postal code" },
  "3DS_transType": {
    ...shipping,
    bytes: 3,
    ...oneOf(...Object.values(transactionKinds)),
    meaning: "01 normal purchase (default), 03 check acceptance, 10 account funding, 11 gambling, 28 prepaid load",
  },
  "3DS_RI_ind": {
    ...shipping,
    bytes: 3,
    ...alphanumeric,
    meaning: "Operation type: installments, split or delayed shipment (Visa), mail order (Visa)",
  },
} as const satisfies Record<string, PaymentRequestRule>;
