import type { AuthorizeForm } from "./authorize-form.ts";
import { channelOf, type Gateway } from "./gateway.ts";
import { checkSessionId, type Session } from "./session.ts";

/**
 * The form that takes the buyer to the installments page (contract §4.2), where they choose installments or deferred
 * payment; for the merchant it is one transaction for the full amount. The contract does not show its parameters: it is
 * the same SESSION, posted to the installments address.
 */
export function installmentsForm(gateway: Gateway, session: Pick<Session, "SESSION">): AuthorizeForm {
  const { installmentsPath } = channelOf(gateway);
  return {
    action: `${gateway.gatewayUrl}${installmentsPath}`,
    method: "post",
    fields: { SESSION: checkSessionId(session) },
  };
}
