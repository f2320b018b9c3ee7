import type { GatewayError } from "../errors.ts";
import type { HttpAnswer } from "../exchange.ts";
import { hideIn } from "../hide.ts";
import { inMajorUnits, namedOtherwise, ofCurrency, ofNumber } from "../named-values.ts";
import { withoutPrototype } from "../own-fields.ts";
import { type Finality, partialApprovals, responseCode } from "../response-codes.ts";
import { isHtml, jsonOf, UnclearAnswerError } from "../send.ts";
import { isCharge } from "../wire/charge.ts";
import { isRealNumber } from "../wire/real-number.ts";
import type { RestOperation } from "../wire/rest-requirements.ts";
import { RestResponse } from "../wire/rest-response.ts";
import { refusalError } from "./refusal-error.ts";
import { saysApproved, saysDoneBefore, saysRefused, saysTakenBack, wordsIn } from "./refusal-words.ts";
import type { CheckedRequest } from "./rest-request.ts";

/**
 * The result of an operation: the answer's fields under the names of the wire, and what they mean.
 *
 * `finality` is the response code's for this operation; but `review`, which means that a person must look, when
 * - there is no response code at all, or fields contradict each other or the request (`contradictions` names them):
 *   00 beside an internal code that is not 0000, another code beside 0000, a refused charge with an approval code,
 *   another amount, currency or merchant than was sent;
 * - a void, check-out or refund is answered from the cache, which may be the original's own answer; or is declined
 *   though an earlier call may have done it; or is declined in words that say that it was done before;
 * - a sale or check-in is answered from the cache with a code that is not final: the same answer would come forever;
 * - a sale with `operation: "refund"` is approved: the contract does not say in which direction the money went.
 *
 * `replayed`: the answer was given before, to an earlier request with this key (`response-code-source` is icache), or
 * to one with another key, whose pnRef or txToken it carries. Nothing was charged by this request.
 *
 * Look at `finality` first: approval code and txToken belong to an approved result, or to one under review.
 * @see docs/contributing/contract.md#response-codes
 */
export type RestResult =
  | (Answered & { readonly finality: "approved"; readonly "response-code": "00" })
  | (Omit<Answered, "approval-code" | "txToken"> & { readonly finality: "declined" })
  | (Omit<Answered, "approval-code" | "txToken"> & { readonly finality: "pending" })
  | (Answered & { readonly finality: "review" });
type Answered = Omit<RestResponse, "contradictions"> & {
  /** Names of fields, also of those that the contract does not list in answers. */
  readonly contradictions: readonly string[];
  readonly replayed: boolean;
};

/** What is known about a request from earlier calls. */
interface ReadContext {
  /** The same request may have been carried out before. */
  readonly repeated: boolean;
  /** An earlier answer has said that it was carried out. */
  readonly isKnownDone: boolean;
  /** Whether a reference came in the answer to a request with another key. */
  readonly isOfAnother: (reference: string | undefined) => boolean;
}

type SentRequest<O extends RestOperation> = Pick<
  CheckedRequest<O>,
  "key" | "isFresh" | "marksRefund" | "secrets" | "body"
>;

/**
 * Reads the answer to an operation. A result needs a response code or an internal one; a refusal without them is a
 * GatewayError; anything else is UnclearAnswerError. Secrets of the request that the answer repeats are hidden.
 */
export function readRestResult<O extends RestOperation>(
  operation: O,
  sent: SentRequest<O>,
  answer: HttpAnswer,
  context: ReadContext,
): RestResult {
  const { status, text } = answer;
  const refused = status >= 400 && status < 500;
  if (status !== 200 && status !== 201 && !refused) throw new UnclearAnswerError("unexpected_status", { status });
  // A web page with 401 refuses the bearer token, as any answer with 401 does. Other pages come from a proxy before the
  // bank.
  if (refused && status !== 401 && isHtml(text)) {
    throw new UnclearAnswerError("html", { canRetry: isCharge(operation), status });
  }
  const refusal = () => refusalError(status, text, sent.secrets);
  const { response, shown } = refused ? readRefusal(sent, answer, refusal) : readBoth(sent, answer);
  if (response === undefined || shown === undefined) throw new UnclearAnswerError("malformed_answer", { status });
  const code = response["response-code"];
  if (context.repeated && (refused || refusesRepetition(operation, response, context))) throw refusal();
  const ofAnother = (["pnRef", "txToken"] as const).filter((name) => context.isOfAnother(response[name]));
  const contradictions = contradictionsOf(operation, sent, response, context.repeated, ofAnother);
  const replayed = isCached(response) || ofAnother.length > 0;
  const finality = contradictions.length > 0 ? "review" : finalityOf(operation, sent, response, context.repeated);
  if (isCharge(operation) && code === "09") throw new UnclearAnswerError("in_progress", { canRetry: true, status });
  if (refused && finality === "approved") throw new UnclearAnswerError("unexpected_status", { status });
  // The cast is safe: `finalityOf` gives approved for 00 only. The type hides approval fields of other results.
  return { ...shown, contradictions, finality, replayed } as RestResult;
}

/** Whether the answer to a repeated charge says only that the repetition was not carried out, not an earlier try. */
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
 * The answer as it came, for comparisons, and as it may be shown; undefined when it is not an answer to an operation.
 */
function readBoth({ key, secrets }: Pick<SentRequest<RestOperation>, "key" | "secrets">, answer: HttpAnswer) {
  const read = RestResponse.safeParse(jsonOf(answer)).data;
  const response = read && withoutPrototype(read);
  // The key is not secret, even where a merchant's token is the same.
  const hidden = secrets.filter((secret) => secret !== key);
  return { response, shown: response && masked(response, hidden) };
}

/** The answer with the secrets that it repeats hidden. */
function masked(response: RestResponse, secrets: readonly string[]): RestResponse {
  const { unknown, "response-code-desc": description, ...known } = response;
  const loose = hideIn({ description, unknown }, secrets);
  // Short ones (a cvv) may occur in a reference, which must stay as it is.
  const long = secrets.filter(({ length }) => length > 6);
  const words = loose.description === undefined ? {} : { "response-code-desc": loose.description };
  return { ...hideIn(known, long), ...words, unknown: loose.unknown };
}

/** Reads an answer whose status refuses. Without a response code it is a plain refusal, which is thrown. */
function readRefusal(sent: SentRequest<RestOperation>, answer: HttpAnswer, refusal: () => GatewayError) {
  try {
    const both = readBoth(sent, answer);
    if (/^(?:[0-9A-Z]{2}|4901)$/.test(both.response?.["response-code"] ?? "")) return both;
  } catch (error) {
    // An unreadable answer is not a result; its beginning is in the refusal.
    if (!(error instanceof UnclearAnswerError)) throw error;
  }
  throw refusal();
}

/**
 * The fields that contradict each other, the request, or what came before.
 * @param repeated whether the same request may have been carried out before
 * @param ofAnother the references that came in the answer to a request with another key
 */
function contradictionsOf(
  operation: RestOperation,
  { key, isFresh, body }: SentRequest<RestOperation>,
  response: RestResponse,
  repeated: boolean,
  ofAnother: readonly ("pnRef" | "txToken")[],
): string[] {
  const found = new Set<string>([...response.contradictions, ...ofAnother]);
  const answered = response["idempotency-key"];
  if (answered !== undefined && withoutPrefix(answered) !== withoutPrefix(key ?? "")) found.add("idempotency-key");
  if (isFresh && !repeated && isCached(response)) found.add("response-code-source");
  const words = response["response-code-desc"] ?? "";
  const finality = answeredFinality(operation, response);
  if (!codesAgree(response)) found.add("internal-response-code");
  const isDenied = saysRefused(words) || (isCharge(operation) && saysTakenBack(words));
  if (finality === "approved" && isDenied) found.add("response-code-desc");
  if (finality === "declined" && saysApproved(words)) found.add("response-code-desc");
  const request: Values = JSON.parse(body);
  if (finality === "declined" && hasOwnApproval(operation, request, response)) found.add("approval-code");
  for (const name of namedOtherwise(response.unknown, checksOf(request, response["response-code"]))) found.add(name);
  return [...found];
}

/** Whether the two codes say the same: the platform's 0000 goes with the issuer's 00, and no other code does. */
function codesAgree({ "response-code": code, "internal-response-code": internal }: RestResponse): boolean {
  return code === undefined || internal === undefined || (code === "00") === (internal === "0000");
}

/**
 * Whether a refusal carries the approval of an issuer. A refused void or refund may repeat that of the original, and a
 * refused check-out the one that it was sent with.
 */
function hasOwnApproval(operation: RestOperation, request: Values, { "approval-code": code }: RestResponse): boolean {
  const mayBeNew = isCharge(operation) || operation === "checkOut";
  return mayBeNew && isRealNumber(code) && code !== request["approval-code"];
}

type Values = Readonly<Record<string, string>>;

/** What an answer must not name otherwise. */
function checksOf({ amount, currency, "merchant-id": merchant }: Values, code = "") {
  return {
    ...(amount !== undefined &&
      !partialApprovals.has(code) && { amount: inMajorUnits(Math.round(Number(amount) * 100)) }),
    ...(currency !== undefined && { currency: ofCurrency(currency), "currency-code": ofCurrency(currency) }),
    ...(merchant !== undefined && { "merchant-id": ofNumber(merchant), "merchant-number": ofNumber(merchant) }),
  };
}

/** What the answer's codes say by themselves. */
function answeredFinality(operation: RestOperation, response: RestResponse): Finality {
  const code = response["response-code"];
  if (code !== undefined) return responseCode(code, operation).finality;
  return response["internal-response-code"] === "4901" ? "declined" : "review";
}

/** A key without the prefix of its answer, `ikey:`, with which some other answers repeat it. */
const withoutPrefix = (key: string) => key.replace(/^ikey:\s*/i, "");

function finalityOf(
  operation: RestOperation,
  { marksRefund }: SentRequest<RestOperation>,
  response: RestResponse,
  repeated: boolean,
): Finality {
  const finality = answeredFinality(operation, response);
  if (isCharge(operation)) {
    if (finality === "pending" && isCached(response)) return "review";
    return finality === "approved" && marksRefund ? "review" : finality;
  }
  if (isCached(response)) return "review";
  // A second void is refused because of the first, which may have been ours. A second sale is recognized by its key.
  const before = repeated || saysDoneBefore(wordsOfAnswer(response));
  return finality === "declined" && before ? "review" : finality;
}
