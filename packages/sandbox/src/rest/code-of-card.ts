import { monthOf } from "../card-form.ts";
import { codeOfAmount } from "../outcome.ts";
import { testCardOf } from "../test-cards.ts";
import type { RestRequest } from "./rest-request.ts";

// Statuses of an authentication that did not succeed (EMV 3-D Secure, transStatus).
const failedStatus = new Set(["N", "R", "U", "C"]);

/**
 * What the issuer, or the platform before it, answers to a sale or check-in: 03 for a merchant-id that is not digits,
 * 4901 when 3-D Secure failed, the code that the amount asks for, 14 for a number whose check digit is wrong, 54 for
 * an expiry that is over, else what the test card always answers.
 *
 * @param minor the amount in minor units
 * @param now the sandbox's time in milliseconds, for the expiry
 */
export function codeOfCard(request: RestRequest, minor: number, now: number): string {
  const number = request["card-number"] ?? "";
  const card = testCardOf(number);
  if (!/^\d+$/.test(request["merchant-id"] ?? "")) return "03";
  if (failedAuthentication(request) || card?.ResponseCode === "TF") return "4901";
  const asked = codeOfAmount(minor);
  if (asked !== undefined) return asked;
  if (card === undefined) return "14";
  const [month = "", year = ""] = (request["expiration-date"] ?? "").split("/");
  if (`20${year}-${month}` < monthOf(now)) return "54";
  return card.ResponseCode;
}

// Mode 1 names a transaction of the authentication server, which there is none of here: one that begins with "fail" failed.
function failedAuthentication({
  tds_mode: mode,
  tds_status: status,
  tds_servertransactionid: id,
}: RestRequest): boolean {
  if (mode === "2") return failedStatus.has(status?.toUpperCase() ?? "");
  return mode === "1" && /^fail/i.test(id ?? "");
}
