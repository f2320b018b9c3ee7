import type { Authentications } from "../authentication/authentications.ts";
import { askedByAmount, askedByCard, wrongMerchant } from "../decline-reasons.ts";
import { monthOf } from "../hosted/card-form.ts";
import { answerOf, codeOfAmount } from "../hosted/outcome.ts";
import type { Decision, Reason } from "../reason.ts";
import type { Runtime } from "../runtime.ts";
import { testCardOf } from "../test-cards.ts";
import type { ReceivedRequest } from "./received-request.ts";
import { expired, failedAuthentication, unauthenticated, wrongNumber } from "./rest-reasons.ts";

// Statuses of an authentication that did not succeed (EMV 3-D Secure, transStatus).
const failedStatus = new Set(["N", "R", "U", "C"]);

/**
 * What the issuer, or the platform before it, answers to a sale or check-in, and why: 03 for a merchant-id that is not
 * digits, 4901 when 3-D Secure failed, the code that the amount asks for, 14 for a number whose check digit is wrong,
 * 54 for an expiry that is over, else what the test card always answers.
 *
 * @param minor the amount in minor units
 * @param bank its clock, for the expiry, and its 3-D Secure server
 */
export function decideCard(
  request: ReceivedRequest,
  minor: number,
  { clock, authentications }: Pick<Runtime, "clock"> & { readonly authentications: Authentications },
): Decision {
  const number = request["card-number"] ?? "";
  const card = testCardOf(number);
  const merchant = request["merchant-id"] ?? "";
  if (!/^\d+$/.test(merchant)) return { code: "03", reason: wrongMerchant("merchant-id", merchant) };
  const failure = authenticationFailure(request, authentications);
  if (failure) return { code: "4901", reason: failure };
  if (card?.ResponseCode === "TF") return { code: "4901", reason: askedByCard(card) };
  const asked = codeOfAmount(minor);
  if (card === undefined) {
    return asked === undefined
      ? { code: "14", reason: wrongNumber(number) }
      : { code: asked, reason: askedByAmount(minor, asked) };
  }
  const [month = "", year = ""] = (request["expiration-date"] ?? "").split("/");
  const present = monthOf(clock.now());
  const isOver = `20${year}-${month}` < present && `${month}/${year}` !== card.expiry;
  if (asked === undefined && isOver) return { code: "54", reason: expired(present) };
  return answerOf(card, minor);
}

// Mode 1 names a transaction of an authentication server: the sandbox's own, or another, whose ids mean a failed
// authentication when they begin with "fail".
function authenticationFailure(
  { tds_mode: mode, tds_status: status = "", tds_servertransactionid: id = "" }: ReceivedRequest,
  authentications: Authentications,
): Reason | undefined {
  if (mode !== "1" && failedStatus.has(status.toUpperCase())) return failedAuthentication(status);
  const own = mode === "1" ? authentications.findById(id)?.status : undefined;
  if (own !== undefined) return failedStatus.has(own) ? unauthenticated(own) : undefined;
  return mode === "1" && /^fail/i.test(id) ? failedAuthentication(undefined) : undefined;
}
