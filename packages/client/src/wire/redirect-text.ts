import * as z from "zod";
import { resultFields } from "./answer-fields.ts";
import { answerReader } from "./read-answer.ts";

const maxLength = 64 * 1024;
const maxFields = 100;

const readFields = answerReader(resultFields);

/**
 * The redirect text form (contract §2.2): name=value pairs joined with &, as the buyer's browser brings them. Every
 * field is text or absent. Nothing in it is signed and anyone can type it: `verified` is always false, and only a
 * session query decides an outcome. Further fields are in `unknown` (`Description`, say). More than 64 KiB or 100
 * fields is an issue.
 */
export const RedirectText = z
  .string()
  .max(maxLength)
  .transform((text, context) => {
    const pairs = [...new URLSearchParams(text)];
    if (pairs.length > maxFields) {
      context.issues.push({ code: "custom", input: undefined, message: `expected at most ${maxFields} fields` });
      return z.NEVER;
    }
    const { fields, contradictions, unknown } = readFields(pairs);
    return { verified: false as const, ...fields, contradictions, unknown };
  });
/**
 * What a browser brought back, unverified.
 * @see docs/contributing/contract.md#2.2-redirect
 */
export type RedirectText = z.infer<typeof RedirectText>;
