import type { GatewayError } from "../errors.ts";
import type { HttpAnswer } from "../exchange.ts";
import { hideIn } from "../hide.ts";
import { withoutPrototype } from "../own-fields.ts";
import { type Finality, responseCode } from "../response-codes.ts";
import { isHtml, jsonOf, Unclear } from "../send.ts";
import { isCharge } from "../wire/charge.ts";
import type { RestOperation } from "../wire/rest-requirements.ts";
import { RestResponse } from "../wire/rest-response.ts";
import { refusalError, saysApproved, saysDoneBefore, saysRefused, wordsIn } from "./refusal-words.ts";
import type { CheckedRequest } from "./rest-request.ts";

/**
 * The result of an operation: the answer's fields under the names of the wire, and what they mean.
 *
 * `finality` is the response code's for this operation; but `review`, which means that a person must look, when
 * - there is no response code at all, or fields contradict each other or the request (`contradictions` names them);
 * - a void, check-out or refund is answered from the cache, which may be the original's own answer; or is declined
 *   though an earlier call may have done it; or is declined in words that say that it was done before;
 * - a sale or check-in is answered from the cache with a code that is not final: the same answer would come forever;
 * - a sale with `operation: "refund"` is approved: the contract does not say to whose side the money went.
 *
 * `replayed`: the answer was given before, to an earlier request with this key (`response-code-source` is icache), or
 * to one with another key, whose pnRef or txToken it carries. Nothing was charged by this request.
 *
 * Look at `finality` first: approval code and txToken belong to an approved result, or to one under review.
 * @see docs/contract.md#response-codes
 */
export type RestResult =
  | (Answered & { readonly finality: "approved"; readonly "response-code": "00" })
  | (Omit<Answered, "approval-code" | "txToken"> & { readonly finality: "declined" })
  | (Omit<Answered, "approval-code" | "txToken"> & { readonly finality: "pending" })
  | (Answered & { readonly finality: "review" });
type Answered = RestResponse & { readonly replayed: boolean };

/** What is known of a request besides itself. */
interface ReadContext {
  /** The same request may have been carried out before. */
  readonly repeated: boolean;
  /** An earlier answer has said that it was carried out. */
  readonly isKnownDone: boolean;
  /** Whether a reference came in the answer to a request with another key. */
  readonly isOfAnother: (reference: string | undefined) => boolean;
}

type SentRequest<O extends RestOperation> = Pick<CheckedRequest<O>, "key" | "isFresh" | "marksRefund" | "secrets">;

/**
 * Reads the answer to an operation. A result needs a response code or an internal one; a refusal without them is a
 * GatewayError; anything else is Unclear. What the answer repeats of the request's secrets is hidden.
 */
export function readRestResult<O extends RestOperation>(
  operation: O,
  sent: SentRequest<O>,
  answer: HttpAnswer,
  context: ReadContext,
): RestResult {
  const { status, text } = answer;
  const refused = status >= 400 && status < 500;
  if (status !== 200 && status !== 201 && !refused) throw new Unclear("unexpected_status", false, status);
  // A page with 401 refuses the bearer token like any other answer; other pages come from a proxy in front of the bank.
  if (refused && status !== 401 && isHtml(text)) throw new Unclear("html", isCharge(operation), status);
  const refusal = () => refusalError(status, text, sent.secrets);
  const { response, shown } = refused ? readRefusal(sent, answer, refusal) : readBoth(sent, answer);
  if (response === undefined || shown === undefined) throw new Unclear("malformed_answer", false, status);
  const code = response["response-code"];
  if (context.repeated && (refused || refusesRepetition(operation, response, context))) throw refusal();
  const contradictions = contradictionsOf(operation, sent, response, context);
  const replayed = isCached(response) || contradictions.some((name) => name === "pnRef" || name === "txToken");
  const finality = finalityOf(operation, sent, withoutPrototype({ ...response, contradictions }), context.repeated);
  if (isCharge(operation) && code === "09") throw new Unclear("in_progress", true, status);
  if (refused && finality === "approved") throw new Unclear("unexpected_status", false, status);
  // Approved is 00 alone, which finalityOf holds to; what an open or refused one carries of an approval stays unread.
  return { ...shown, contradictions, finality, replayed } as RestResult;
}

/** Whether an answer to a repeated charge says that this one was not carried out, and nothing about an earlier one. */
function refusesRepetition(operation: RestOperation, response: RestResponse, { isKnownDone }: ReadContext): boolean {
  const code = response["response-code"];
  if (!isCharge(operation) || code === undefined) return false;
  if (code === "26") return true;
  return responseCode(code).finality === "declined" && (isKnownDone || saysDoneBefore(wordsOfAnswer(response)));
}

/** All the words of an answer. */
export const wordsOfAnswer = (response: Partial<Pick<RestResponse, "response-code-desc" | "unknown">>): string =>
  wordsIn([response["response-code-desc"], response.unknown]);

const isCached = (response: RestResponse) => response["response-code-source"]?.toLowerCase() === "icache";

/**
 * The answer as it came, for comparisons, and as it may be shown; undefined when it is no answer to an operation.
 */
function readBoth({ key, secrets }: Pick<SentRequest<RestOperation>, "key" | "secrets">, answer: HttpAnswer) {
  const read = RestResponse.safeParse(jsonOf(answer)).data;
  const response = read && withoutPrototype(read);
  // The key is not secret, even where a merchant's token is the same.
  const hidden = secrets.filter((secret) => secret !== key);
  return { response, shown: response && shownOf(response, hidden) };
}

/** The answer without what it repeats of the secrets. */
function shownOf(response: RestResponse, secrets: readonly string[]): RestResponse {
  const { unknown, "response-code-desc": description, ...known } = response;
  const loose = hideIn({ description, unknown }, secrets);
  // Short ones (a cvv) may occur in a reference, which must stay as it is.
  const long = secrets.filter(({ length }) => length > 6);
  const words = loose.description === undefined ? {} : { "response-code-desc": loose.description };
  return { ...hideIn(known, long), ...words, unknown: loose.unknown };
}

/** The same of a status that refuses: without a code it is a refusal and nothing more. */
function readRefusal(sent: SentRequest<RestOperation>, answer: HttpAnswer, refusal: () => GatewayError) {
  try {
    const both = readBoth(sent, answer);
    if (both.response?.["response-code"] !== undefined) return both;
  } catch {
    // An unreadable answer is not a result; its beginning is in the error.
  }
  throw refusal();
}

/** The fields that contradict each other, the request, or what came before. */
function contradictionsOf(
  operation: RestOperation,
  { key, isFresh }: SentRequest<RestOperation>,
  response: RestResponse,
  { repeated, isOfAnother }: ReadContext,
): RestResponse["contradictions"] {
  const found = new Set(response.contradictions);
  const answered = response["idempotency-key"];
  if (answered !== undefined && bare(answered) !== bare(key ?? "")) found.add("idempotency-key");
  for (const name of ["pnRef", "txToken"] as const) if (isOfAnother(response[name])) found.add(name);
  if (isFresh && !repeated && isCached(response)) found.add("response-code-source");
  const code = response["response-code"];
  const words = response["response-code-desc"] ?? "";
  const finality = code === undefined ? undefined : responseCode(code, operation).finality;
  if (finality === "approved" && response["internal-response-code"] === "4901") found.add("internal-response-code");
  if (finality === "approved" && saysRefused(words)) found.add("response-code-desc");
  const isDeclined = finality === "declined" || (code === undefined && response["internal-response-code"] === "4901");
  if (isDeclined && saysApproved(words)) found.add("response-code-desc");
  return [...found];
}

/** The service gives a key as `ikey:…`; some answers repeat it so. */
const bare = (key: string) => key.replace(/^ikey:\s*/i, "");

function finalityOf(
  operation: RestOperation,
  { marksRefund }: SentRequest<RestOperation>,
  response: RestResponse,
  repeated: boolean,
): Finality {
  if (response.contradictions.length > 0) return "review";
  const code = response["response-code"];
  const without = response["internal-response-code"] === "4901" ? "declined" : "review";
  const finality = code === undefined ? without : responseCode(code, operation).finality;
  if (isCharge(operation)) {
    if (finality === "pending" && isCached(response)) return "review";
    return finality === "approved" && marksRefund ? "review" : finality;
  }
  if (isCached(response)) return "review";
  // The service refuses a second void because of the first, which may have been ours; a second sale has its key.
  const before = repeated || saysDoneBefore(wordsOfAnswer(response));
  return finality === "declined" && before ? "review" : finality;
}
