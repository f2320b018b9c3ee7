import type { RestField } from "./rest-fields.ts";

/** What is wrong with one field of a request. The message repeats no values, except amounts. */
export interface RestIssue {
  /** As on the wire. */
  readonly field: RestField;
  /**
   * `unlisted`: only other operations have the field. `wrong`: its value, alone or together with other fields. `above`:
   * a part of the amount that is more than all of it, which the contract nowhere refuses.
   */
  readonly kind: "missing" | "unlisted" | "wrong" | "above";
  /** What was expected, without the field: `expected digits`. */
  readonly message: string;
}

/** The values of a request's fields, as text; undefined and "" count as absent. */
export type RestValues = Partial<Record<RestField, unknown>>;
