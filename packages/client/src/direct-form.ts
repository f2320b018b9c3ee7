import { createHash } from "node:crypto";
import { ArgumentError, refuseUnknownNames } from "@ventanilla/web";
import { checkPaymentRequest } from "./check-payment-request.ts";
import { channelOf, type Gateway } from "./gateway.ts";
import type { PaymentRequest } from "./wire/payment-request.ts";

/** A form that carries a whole payment request through the buyer's browser. */
export interface DirectForm {
  /** The address of the page. */
  action: string;
  /** Always `post`, so that no field appears in an address. */
  method: "post";
  /** The payment request, by its names on the wire. */
  fields: Record<string, string>;
}

/**
 * The direct form: the payment request as hidden fields, posted to the payment page without a session, with the hash of
 * the merchant, the transaction and its amounts as `KeyEncriptionKey`. The hash has no secret in it, so a buyer can
 * change the amount and hash again, and no query answers for it. Prefer `createSession`, and never deliver goods on its
 * return alone.
 * @param gateway what `openGateway` returned
 * @param request the wire message, which `paymentRequest` makes
 * @param options `padMerchantNumber`: MerchantNumber padded right to 15 characters. Default: false
 * @returns address, method and fields of the form
 * @throws ArgumentError naming the field that is wrong, or the hash of a request that brings one
 * @see docs/contributing/contract.md#4.2
 * @example
 * const { action, method, fields } = directForm(gateway, paymentRequest(merchant, payment));
 * const inputs = Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);
 * html`<form action="${action}" method="${method}">${inputs}</form>`;
 */
export function directForm(
  gateway: Gateway,
  request: PaymentRequest,
  options: { padMerchantNumber?: boolean | undefined } = {},
): DirectForm {
  channelOf(gateway);
  refuseUnknownNames("options", options, ["padMerchantNumber"]);
  const checked = checkPaymentRequest(request);
  if (checked.KeyEncriptionKey) {
    throw new ArgumentError("PaymentRequest.KeyEncriptionKey: not expected, directForm makes it");
  }
  const MerchantNumber = options.padMerchantNumber ? checked.MerchantNumber.padEnd(15) : checked.MerchantNumber;
  const { MerchantType = "", MerchantTerminal, TransactionId, Amount, Tax } = checked;
  const hashed = [MerchantType, MerchantNumber, MerchantTerminal, TransactionId, Amount, Tax].join("");
  const KeyEncriptionKey = createHash("md5").update(hashed).digest("hex");
  const given = Object.entries(checked).filter((field): field is [string, string] => typeof field[1] === "string");
  return {
    action: `${gateway.gatewayUrl}/authorize`,
    method: "post",
    fields: { ...Object.fromEntries(given), MerchantNumber, KeyEncriptionKey },
  };
}
