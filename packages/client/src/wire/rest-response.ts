import type * as z from "zod";
import { restResponseFields } from "./answer-fields.ts";
import { answerSchema } from "./read-answer.ts";

/** The name of a field of a REST answer. */
export type RestResponseField = keyof typeof restResponseFields;

/**
 * A REST answer (contract §2.1), lenient and normalized: numbers become text, null, "" and "N/A" count as absent,
 * `trToken` comes as `txToken`, fields that the contract does not know are kept in `unknown`. `contradictions` names
 * fields that came twice and differ. An answer with neither a response code nor an internal one is an issue, as is a
 * code that is malformed (a bare number 0, say, which may only be a default) or an object where text belongs.
 */
export const RestResponse = answerSchema<RestResponseField>(restResponseFields, (fields) =>
  fields["response-code"] === undefined && fields["internal-response-code"] === undefined ? "response-code" : undefined,
);
/** A REST answer, normalized. */
export type RestResponse = z.infer<typeof RestResponse>;
