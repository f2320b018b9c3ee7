/**
 * The JSON fields of the REST requests (contract §2.1): name, type, longest value ("" where the contract says
 * variable).
 */
export const restFields = [
  ["token", "string", ""],
  ["idempotency-key", "string", ""],
  ["merchant-id", "string", "15"],
  ["terminal-id", "string", "8"],
  ["card-number", "string", ""],
  ["environment", "string", ""],
  ["pstr43", "string", "25"],
  ["pstr63", "string", "3"],
  ["expiration-date", "string", "5"],
  ["cvv", "string", "3-4"],
  ["amount", "decimal", ""],
  ["tip", "decimal", ""],
  ["tax", "decimal", ""],
  ["itbis", "decimal", ""],
  ["currency", "string", "3"],
  ["invoice-number", "string", "15"],
  ["client-ip", "string", ""],
  ["reference-number", "string", ""],
  ["operation", "string", ""],
  ["tds_mode", "string", "1"],
  ["tds_servertransactionid", "string", ""],
  ["tds_eci", "string", ""],
  ["tds_aav", "string", ""],
  ["tds_programprotocol", "string", ""],
  ["tds_dstransactionid", "string", ""],
  ["tds_status", "string", ""],
  ["tkn_eci", "string", ""],
  ["tkn_tavv", "string", ""],
  ["tkn_reqid", "string", ""],
  ["tkn_assurance", "string", ""],
  ["approval-code", "string", ""],
  ["pnRef", "string", ""],
  ["txToken", "string", ""],
  ["trToken", "string", ""],
] as const;

/** The allowed values of `environment` (contract §2.1), the casing of the examples last. */
export const environments = [
  "ASI",
  "Ecommerce",
  "Ecommerce_COF",
  "MOTO",
  "MOTO_Recurring",
  "QuasiCashMT",
  "ECommerce",
] as const;

/** The values of `tkn_eci` by scheme (contract §2.1). */
export const tokenEcis = [
  ["Visa", "05"],
  ["Visa", "07"],
  ["MasterCard", "06"],
  ["MasterCard", "07"],
] as const;

/** The fields of every REST answer (contract §2.1): name and the form of its value. */
export const answerFields = [
  ["idempotency-key", /^\S+$/],
  ["response-code", /^\d{2}$/],
  ["internal-response-code", /^\d{4}$/],
  ["response-code-desc", /\S/],
  ["response-code-source", /^(?:gw|icache)$/],
] as const;

/** The five operations with a requirement column in the matrix (contract §4.1), in its order. */
export const operations = ["Sale", "Void", "CheckIn", "CheckOut", "Refund"] as const;
export type Operation = (typeof operations)[number];

const tds = [
  "tds_mode",
  "tds_servertransactionid",
  "tds_eci",
  "tds_aav",
  "tds_programprotocol",
  "tds_dstransactionid",
  "tds_status",
];
const tkn = ["tkn_eci", "tkn_tavv", "tkn_reqid", "tkn_assurance"];

/** The requirement matrix (contract §4.1): field, then M, O, C or - for Sale, Void, CheckIn, CheckOut and Refund. */
export const matrix: readonly (readonly [field: string, cells: string])[] = [
  ["token", "OMOMM"],
  ["idempotency-key", "MMMMM"],
  ["merchant-id", "MMMMM"],
  ["terminal-id", "MMMCM"],
  ["card-number", "M-M--"],
  ["environment", "MCMM-"],
  ["pstr43", "O-O-O"],
  ["pstr63", "O----"],
  ["expiration-date", "M-M--"],
  ["cvv", "C-C--"],
  ["amount", "MMCMM"],
  ["tip", "O-M--"],
  ["tax", "O-O--"],
  ["itbis", "---M-"],
  ["currency", "MMO-M"],
  ["invoice-number", "M-M-M"],
  ["client-ip", "M-MMM"],
  ["reference-number", "M-MMM"],
  ["operation", "O---M"],
  ...tds.map((field) => [field, "C-C--"] as const),
  ...tkn.map((field) => [field, "C-C--"] as const),
  ["pnRef", "-M---"],
  ["approval-code", "---C-"],
  ["txToken", "---MM"],
];

/**
 * The payment request fields (contract §2.2): name, requirement (m, c or o), longest value in bytes ("" where
 * variable).
 */
export const sessionFields = [
  ["TransactionType", "m", "4"],
  ["Amount", "m", "12"],
  ["CurrencyCode", "m", "3"],
  ["Tax", "m", "12"],
  ["MerchantNumber", "m", "15"],
  ["MerchantTerminal", "m", "12"],
  ["ReturnUrl", "m", ""],
  ["CancelUrl", "m", ""],
  ["PageLanguaje", "m", "3"],
  ["TransactionId", "m", "6"],
  ["TxToken", "c", "37"],
  ["Ipclient", "m", "15"],
  ["AcquiringInstitutionCode", "m", "3"],
  ["BatchId", "o", "3"],
  ["OrdenID", "m", "20"],
  ["MerchantName", "m", "40"],
  ["MerchantType", "o", "4"],
  ["expdate_month", "m", "2"],
  ["expdate_year", "m", "2"],
  ["RemoteResponseCode", "m", "2"],
] as const;

/** The fields that only occur in examples of contract §2.2, with a value for each. */
export const exampleFields = [
  ["MerchantTerminal_amex", "58585859"],
  ["AVS", "CALLE DEL SOL 1 SANTO DOMINGO"],
  ["loteid", "001"],
  ["seqid", "001"],
  ["KeyEncriptionKey", "0123456789abcdef0123456789abcdef"],
] as const;

/** The fields a confirmation carries by the examples of contract §2.2. */
export const confirmationFields = ["RetrivalReferenceNumber", "CreditcardNumber", "AuthorizationCode"] as const;

/** The 3-D Secure fields (contract §2.2): name, requirement, longest value in bytes. */
export const threeDsFields = [
  ["3DS_email", "m", "254"],
  ["3DS_mobilePhone", "m", "15"],
  ["3DS_workPhone", "m", "15"],
  ["3DS_homePhone", "m", "15"],
  ["3DS_billAddr_line1", "m", "50"],
  ["3DS_billAddr_line2", "m", "50"],
  ["3DS_billAddr_line3", "m", "50"],
  ["3DS_billAddr_city", "m", "50"],
  ["3DS_billAddr_state", "m", "3"],
  ["3DS_billAddr_country", "m", "3"],
  ["3DS_billAddr_postCode", "m", "16"],
  ["3DS_shipAddr_line1", "o", "50"],
  ["3DS_shipAddr_line2", "o", "50"],
  ["3DS_shipAddr_line3", "o", "50"],
  ["3DS_shipAddr_city", "o", "50"],
  ["3DS_shipAddr_state", "o", "3"],
  ["3DS_shipAddr_country", "o", "3"],
  ["3DS_shipAddr_postCode", "o", "16"],
  ["3DS_transType", "o", "3"],
  ["3DS_RI_ind", "o", "3"],
] as const;

/** The values of `3DS_transType` (contract §2.2). */
export const transTypes = ["01", "03", "10", "11", "28"] as const;

/**
 * The result fields (contract §2.2): name, the spellings it may come under, the form of an approved payment's value.
 */
export const resultFields = [
  ["CreditCardNumber", ["CreditCardNumber", "CreditcardNumber"], /^\d{6}\D+\d{4}$/, 19],
  ["ResponseCode", ["ResponseCode"], /^00$/, 2],
  ["AuthorizationCode", ["AuthorizationCode"], /^[0-9A-Z]{6}$/, 6],
  ["RetrievalReferenceNumber", ["RetrievalReferenceNumber", "RetrivalReferenceNumber"], /^\d{12}$/, 12],
  ["OrdenID", ["OrdenID"], /^\S+$/, 20],
  ["TransactionId", ["TransactionId", "TransactionID"], /^\d{6}$/, 6],
  ["TxToken", ["TxToken"], /^\S+$/, 40],
  ["RemoteResponseCode", ["RemoteResponseCode"], /^00$/, 2],
] as const;

/** What the redirect text form carries (contract §2.2). */
export const redirectFields = [
  "ResponseCode",
  "TransactionID",
  "RemoteResponseCode",
  "AuthorizationCode",
  "RetrivalReferenceNumber",
  "TxToken",
] as const;

/** The response codes of the issuer (contract §7). TF belongs to the page and 4901 to REST alone. */
export const responseCodes: readonly string[] = [
  ..."00 01 02 03 04 05 06 07 08 09 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 30 31 32 33".split(" "),
  ..."34 35 36 37 38 39 40 41 42 43 44 51 52 53 54 56 57 58 60 61 62 65 66 67 68 75 77 78 79 81 82 85".split(" "),
  ..."89 90 91 92 94 95 96 97 98 99 TF 4901".split(" "),
];
