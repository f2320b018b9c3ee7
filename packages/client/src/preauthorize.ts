import type { HostedOptions } from "./check-option-names.ts";
import { createSession } from "./create-session.ts";
import type { Gateway } from "./gateway.ts";
import { type Merchant, type PaymentInput, paymentRequest } from "./payment-request.ts";
import type { GuardedSession } from "./session.ts";

/**
 * Creates a session for a pre-authorization (TransactionType 0100): the buyer goes to the page as for a sale
 * (`authorizeForm`), the amount is held, and `confirm` settles it with the values of its result.
 * @param gateway what `openGateway` returned
 * @param merchant who is paid
 * @param payment what is held
 * @param options `signal` gives up waiting
 * @returns the session
 * @throws ArgumentError as `paymentRequest` and `createSession` do
 * @throws GatewayError as `createSession` does
 * @throws OutcomeUnknownError as `createSession` does
 * @see docs/contributing/contract.md#3.4
 * @example
 * const hold = await preauthorize(gateway, merchant, payment);
 * const form = authorizeForm(gateway, hold);
 */
export async function preauthorize(
  gateway: Gateway,
  merchant: Merchant,
  payment: Omit<PaymentInput, "transactionType">,
  options: HostedOptions = {},
): Promise<GuardedSession> {
  return createSession(gateway, paymentRequest(merchant, { ...payment, transactionType: "0100" }), options);
}
