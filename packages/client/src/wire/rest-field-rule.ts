/** One row of `restFields`. */
export interface RestFieldRule {
  /**
   * `amount`: a decimal in major units, two decimals when we write it. `string`: text; the service takes numbers too.
   */
  readonly kind: "string" | "amount";
  /** The longest value, in bytes of UTF-8. Where the contract says "variable", our own limit. */
  readonly bytes: number;
  /** The allowed values, where the contract lists them. */
  readonly values?: readonly string[];
  /** What a value that is not empty matches. */
  readonly pattern: RegExp;
  /** `pattern` in words, as error messages say it: "expected …". */
  readonly expected: string;
  /** One sentence that `docs/contributing/contract.md` and the OpenAPI documents show. */
  readonly meaning: string;
  /** True for a secret: no log, error or page may show it. */
  readonly secret: boolean;
}

/** An identifier from another system, whose form is unknown. */
export const opaque = { pattern: /^[!-~]+$/, expected: "printable ASCII without spaces" } as const;
