import type { RestField } from "./rest-fields.ts";

/** What is wrong with one field of a request; the message repeats no value but that of an amount. */
export interface RestIssue {
  /** As on the wire. */
  readonly field: RestField;
  /** `unlisted`: a field of other operations. `wrong`: its value, alone or beside those of other fields. */
  readonly kind: "missing" | "unlisted" | "wrong";
  /** What was expected, without the field: `expected digits`. */
  readonly message: string;
}

/** The values of a request's fields, as text; undefined and "" count as absent. */
export type RestValues = Partial<Record<RestField, unknown>>;
