import { oneOf } from "./field-rule.ts";
import { opaque, type RestFieldRule } from "./rest-field-rule.ts";

const secret = { kind: "string", secret: true } as const;
const tds = { ...secret, bytes: 512, ...opaque } as const;

/**
 * The REST fields that hold the card, its authentication (3-D Secure) or its network token (contract §2.1): all secret.
 */
export const restCardFields = {
  "card-number": {
    ...secret,
    bytes: 19,
    pattern: /^\d{12,19}$/,
    expected: "12 to 19 digits",
    meaning: "Card number used for payment",
  },
  "expiration-date": {
    ...secret,
    bytes: 5,
    pattern: /^(?:0[1-9]|1[0-2])\/\d{2}$/,
    expected: "month and year as MM/YY",
    meaning: "Card expiry, MM/YY",
  },
  cvv: {
    ...secret,
    bytes: 4,
    pattern: /^\d{3,4}$/,
    expected: "three or four digits",
    meaning: "Card validation number",
  },
  tds_mode: {
    ...secret,
    bytes: 1,
    ...oneOf("1", "2"),
    meaning: "3-D Secure: 1 data come from the authentication server by its transaction id, 2 supplied in this request",
  },
  tds_servertransactionid: { ...tds, meaning: "Transaction id of the 3-D Secure authentication server" },
  tds_eci: { ...tds, meaning: "3-D Secure electronic commerce indicator" },
  tds_aav: { ...tds, meaning: "3-D Secure authentication verification value" },
  tds_avv: { ...tds, meaning: "tds_aav, as other documents of the service spell it" },
  tds_programprotocol: { ...tds, meaning: "Protocol used for 3-D Secure authentication" },
  tds_dstransactionid: { ...tds, meaning: "Authentication id of the card brand's directory" },
  tds_status: { ...tds, meaning: "Authentication status code; needed when tds_mode is 2" },
  tkn_eci: {
    ...secret,
    bytes: 2,
    ...oneOf("05", "06", "07"),
    meaning: "E-commerce indicator of a network token: Visa 05 or 07, MasterCard 06 or 07",
  },
  tkn_tavv: { ...tds, meaning: "Verification value or cryptogram of the network token" },
  tkn_reqid: { ...tds, meaning: "Who requested the brand's token for the merchant" },
  tkn_assurance: { ...tds, meaning: "Assurance level and authenticity of the network token" },
} as const satisfies Record<string, RestFieldRule>;

/** The fields of 3-D Secure. */
export const tdsFields = [
  "tds_mode",
  "tds_servertransactionid",
  "tds_eci",
  "tds_aav",
  "tds_avv",
  "tds_programprotocol",
  "tds_dstransactionid",
  "tds_status",
] as const satisfies (keyof typeof restCardFields)[];

/** The fields of a network token. */
export const tknFields = [
  "tkn_eci",
  "tkn_tavv",
  "tkn_reqid",
  "tkn_assurance",
] as const satisfies (keyof typeof restCardFields)[];
