import type { AuthorizeForm } from "./authorize-form.ts";
import { channelOf, type Gateway } from "./gateway.ts";
import { checkSessionId, type Session } from "./session.ts";

/**
 * The form that takes the buyer to the installments page, where they choose installments or deferred payment; for the
 * merchant it is one transaction for the full amount. The contract does not show its parameters: it is the same
 * SESSION, posted to `installmentsPath` of the gateway.
 * @param gateway what `openGateway` returned
 * @param session what `createSession` returned; its identifier is enough
 * @returns address, method and fields of the form
 * @throws ArgumentError when `openGateway` did not return `gateway`, or `session` has no valid SESSION
 * @see docs/contributing/contract.md#4.2
 * @example
 * const { action, method, fields } = installmentsForm(gateway, session);
 * html`<form action="${action}" method="${method}">
 *   <input type="hidden" name="SESSION" value="${fields.SESSION}">
 * </form>`;
 */
export function installmentsForm(gateway: Gateway, session: Pick<Session, "SESSION">): AuthorizeForm {
  const { installmentsPath } = channelOf(gateway);
  return {
    action: `${gateway.gatewayUrl}${installmentsPath}`,
    method: "post",
    fields: { SESSION: checkSessionId(session) },
  };
}
