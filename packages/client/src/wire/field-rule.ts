/**
 * What a payment request asks for: normal sale, pre-authorization, or confirmation of a pre-authorization
 * (contract §2.2).
 */
export type TransactionType = "0200" | "0100" | "2240";

/**
 * What a field must be in a request of one TransactionType. `mandatory`: there and not empty. `present`: there, may be
 * empty. `optional`: may be left out or empty. `refused`: must not be there.
 */
export type Requirement = "mandatory" | "present" | "optional" | "refused";

/** One row of `paymentRequestFields`. */
export interface PaymentRequestRule {
  /** The longest value, in bytes of UTF-8. */
  readonly bytes: number;
  /** True where a value must be exactly `bytes` long. */
  readonly exact: boolean;
  /** What a request of each TransactionType needs. */
  readonly requirement: Readonly<Record<TransactionType, Requirement>>;
  /** The allowed values, where the contract lists them. */
  readonly values?: readonly string[];
  /** What a value that is not empty matches. */
  readonly pattern: RegExp;
  /** `pattern` in words, as error messages say it: "expected …". */
  readonly expected: string;
  /** One sentence that `docs/contributing/contract.md` and the OpenAPI documents show. */
  readonly meaning: string;
  /** True where the value is about the buyer, or only for the shop and the bank: no error repeats it. */
  readonly private?: true;
  /** Where the field is described: a section of the contract, or `2.2 example` when it only occurs in an example. */
  readonly section: string;
}

/** Optional for every TransactionType. */
export const optional = { "0200": "optional", "0100": "optional", "2240": "optional" } as const;

/** Text without control or invisible characters. */
export const text = {
  pattern: /^(?=.*\S)[^\p{C}\p{Zl}\p{Zp}]+$/u,
  expected: "printable characters, not all of them spaces",
} as const;

/** Letters and digits of ASCII. */
export const alphanumeric = { pattern: /^[0-9A-Za-z]+$/, expected: "letters A to Z and digits" } as const;

/** The part of a row that allows only these values. Generic, so that the type of a request is made from them. */
export const oneOf = <const Value extends string>(...values: readonly Value[]) => ({
  values,
  pattern: new RegExp(`^(?:${values.join("|")})$`),
  expected: `one of ${values.join(", ")}`,
});

/** An IPv4 address. */
export const ipv4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/;

/** The same type, which tools show as one object. */
export type Flat<T> = { [K in keyof T]: T[K] };
