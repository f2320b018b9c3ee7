import * as z from "zod";
import type { Flat, PaymentRequestRule, Requirement, TransactionType } from "./field-rule.ts";
import { type PaymentRequestField, paymentRequestFields } from "./payment-request-fields.ts";

type Rules = typeof paymentRequestFields;
type Value<Rule> = Rule extends { readonly values: readonly (infer V extends string)[] } ? V : string;
type Fields<T extends TransactionType, R extends Requirement> = {
  [F in PaymentRequestField as Rules[F]["requirement"][T] extends R ? F : never]: Value<Rules[F]>;
};
type RequestOf<T extends TransactionType> = Flat<
  { TransactionType: T } & Omit<Fields<T, "mandatory">, "TransactionType"> & {
      [F in keyof Fields<T, "present">]: Fields<T, "present">[F] | "";
    } & { [F in keyof Fields<T, "optional">]?: Fields<T, "optional">[F] | "" | undefined }
>;

/**
 * A payment request as the session API takes it: strings under the names of the wire, amounts as 12 digits of minor
 * units. Its fields follow from `paymentRequestFields` and from its TransactionType. `paymentRequest` makes one.
 * @see docs/contributing/contract.md#2.2
 */
export type PaymentRequest = RequestOf<"0200"> | RequestOf<"0100"> | RequestOf<"2240">;

/**
 * The schema of a payment request: strict, so that an unknown field is an issue of its own. An issue's message says
 * what was expected and never repeats the value.
 */
// The shapes are made from the table at run time, where the compiler can't follow. The type above is made from the same
// table.
export const PaymentRequest: z.ZodType<PaymentRequest, PaymentRequest> = z.lazy(
  // Made with the first request: it takes longer than all the rest that a server loads.
  () =>
    z.compile(
      z.discriminatedUnion("TransactionType", [requestOf("0200"), requestOf("0100"), requestOf("2240")], {
        error: "expected an object with a TransactionType of 0200, 0100 or 2240",
      }),
    ) as unknown as z.ZodType<PaymentRequest, PaymentRequest>,
);

function requestOf(type: TransactionType) {
  const shape: Record<string, z.ZodType> = {};
  for (const [name, rule] of Object.entries<PaymentRequestRule>(paymentRequestFields)) {
    const requirement = rule.requirement[type];
    if (requirement === "refused") continue;
    const field = fieldOf(rule, requirement === "mandatory");
    shape[name] = requirement === "optional" ? field.optional() : field;
  }
  return z.strictObject({ ...shape, TransactionType: z.literal(type) });
}

function fieldOf(rule: PaymentRequestRule, filled: boolean) {
  const { bytes, exact, expected, pattern, meaning } = rule;
  const lengthMessage = (value: unknown) =>
    `expected ${exact ? "exactly" : "at most"} ${bytes} bytes in UTF-8, got ${sizeOf(value)}${exact ? `: ${expected}` : ""}`;
  const fits = (value: string) => {
    const size = sizeOf(value);
    return exact ? size === bytes || (size === 0 && !filled) : size <= bytes;
  };
  // The length comes first and ends the check, so that no pattern ever runs on a long text.
  return z
    .string({ error: ({ input }) => (input === undefined ? "missing" : `expected ${expected}, as a string`) })
    .max(bytes, { abort: true, error: ({ input }) => lengthMessage(input) })
    .refine(fits, { abort: true, error: ({ input }) => lengthMessage(input) })
    .regex(filled ? pattern : new RegExp(`^$|${pattern.source}`, pattern.flags), `expected ${expected}`)
    .describe(meaning);
}

const sizeOf = (value: unknown) => Buffer.byteLength(String(value), "utf8");
