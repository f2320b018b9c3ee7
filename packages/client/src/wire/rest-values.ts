import { spellings } from "./spellings.ts";

/**
 * The values of `environment` and what they mean (contract §2.1). `ECommerce`, the casing of its examples, means
 * `Ecommerce`; it is accepted, too, and sent as it was written.
 */
export const restEnvironments = {
  ASI: "Card registration with zero amount",
  Ecommerce: "E-commerce transaction",
  Ecommerce_COF: "E-commerce with stored credential",
  MOTO: "Mail order",
  MOTO_Recurring: "Recurring payment with stored credential",
  QuasiCashMT: "Gambling",
} as const;

/** Every value that `environment` may have, in each of its spellings. */
export const environmentSpellings: readonly string[] = [
  ...new Set([...spellings.environment.read, ...Object.keys(restEnvironments)]),
];

/** A value of `environment`. */
export type RestEnvironment = keyof typeof restEnvironments;

/**
 * The values of `tkn_eci` for each scheme of `cardSchemes` (contract §2.1). With 3-D Secure the ECI of the authentication
 * (`tds_eci`) takes precedence: then `tkn_eci` may be left out.
 */
export const tokenEcis = {
  Visa: {
    values: {
      "05": "Secure electronic commerce transaction",
      "07": "Non-authenticated security transaction",
    },
  },
  MasterCard: {
    values: {
      "06": "Regular stored-credential transaction, first authorization of recurring payments",
      "07": "Subsequent transaction of a recurrence",
    },
  },
} as const;
