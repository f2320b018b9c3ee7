import { GatewayError } from "../errors.ts";
import { hiding } from "../hide.ts";
import { type Finality, responseCode } from "../response-codes.ts";
import { type Answer, isHtml, jsonOf, Unclear } from "../send.ts";
import type { RestOperation } from "../wire/rest-requirements.ts";
import { RestResponse } from "../wire/rest-response.ts";
import type { CheckedRequest } from "./rest-request.ts";

/**
 * What an operation told: the answer's fields under the names of the wire (seed 2.1), and what they mean. `finality` is
 * the response code's for this operation; but `review` when there is no response code at all, when fields contradict each other or the
 * request, and when a void, check-out or refund is answered from the cache (`response-code-source` icache), which may be
 * the original's own answer: then a person must look whether it happened. Look at `finality` first: approval code and
 * txToken belong to an approved result, or to one under review.
 */
export type RestResult =
  | (RestResponse & { readonly finality: "approved"; readonly "response-code": "00" })
  | (Omit<RestResponse, "approval-code" | "txToken"> & { readonly finality: "declined" })
  | (Omit<RestResponse, "approval-code" | "txToken"> & { readonly finality: "pending" })
  | (RestResponse & { readonly finality: "review" });

/**
 * Reads the answer to an operation. A result needs a response code or an internal one; a refusal without them is a
 * GatewayError; anything else is Unclear. What the answer repeats of the request's secrets is hidden.
 */
export function readRestResult<O extends RestOperation>(
  operation: O,
  { key, secrets }: CheckedRequest<O>,
  answer: Answer,
): RestResult {
  const { status, text } = answer;
  const refused = status >= 400 && status < 500;
  if (status !== 200 && status !== 201 && !refused) throw new Unclear("unexpected_status", false, status);
  if (refused && isHtml(text)) throw new Unclear("html", operation === "sale" || operation === "checkIn", status);
  let parsed: unknown;
  try {
    // Short ones (a cvv) may well stand in a reference, which must stay as it is.
    parsed = jsonOf(answer, hiding(secrets.filter(({ length }) => length > 6)));
  } catch (error) {
    if (refused) throw new GatewayError(status, text, secrets);
    throw error;
  }
  const read = RestResponse.safeParse(parsed);
  if (!read.success || (refused && read.data["response-code"] === undefined)) {
    if (refused) throw new GatewayError(status, text, secrets);
    throw new Unclear("malformed_answer", false, status);
  }
  const response = read.data;
  const repeatable = operation === "sale" || operation === "checkIn";
  const answered = response["idempotency-key"];
  if (repeatable && answered !== undefined && answered !== key) response.contradictions.push("idempotency-key");
  const finality = finalityOf(response, operation);
  if (repeatable && response["response-code"] === "09") throw new Unclear("in_progress", true, status);
  if (refused && finality === "approved") throw new Unclear("unexpected_status", false, status);
  // Approved is 00 alone, which finalityOf holds to; what an open or refused one carries of an approval stays unread.
  return { ...response, finality } as RestResult;
}

function finalityOf(response: RestResponse, operation: RestOperation): Finality {
  const repeatable = operation === "sale" || operation === "checkIn";
  const code = response["response-code"];
  if (response.contradictions.length > 0) return "review";
  if (!repeatable && response["response-code-source"]?.toLowerCase() === "icache") return "review";
  if (code !== undefined) return responseCode(code, operation).finality;
  return response["internal-response-code"] === "4901" ? "declined" : "review";
}
