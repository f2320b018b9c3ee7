import { channelOf, type Gateway } from "./gateway.ts";
import { checkSessionId, type Session } from "./session.ts";

/** A form that the buyer's browser submits. */
export interface AuthorizeForm {
  /** The address of the page. */
  action: string;
  /** Always `post`, so that no field appears in an address. */
  method: "post";
  /** The form's only field. */
  fields: { SESSION: string };
}

/**
 * The form that takes the buyer's browser to the payment page: render it with its fields as hidden inputs, escaped, and
 * submit it. It holds the session's identifier only, never the key.
 * @param gateway what `openGateway` returned
 * @param session what `createSession` returned; its identifier is enough
 * @returns address, method and fields of the form
 * @throws ArgumentError when `openGateway` did not return `gateway`, or `session` has no valid SESSION
 * @see docs/contributing/contract.md#4.2
 * @example
 * const { action, method, fields } = authorizeForm(gateway, session);
 * html`<form action="${action}" method="${method}">
 *   <input type="hidden" name="SESSION" value="${fields.SESSION}">
 * </form>`;
 */
export function authorizeForm(gateway: Gateway, session: Pick<Session, "SESSION">): AuthorizeForm {
  channelOf(gateway);
  return {
    action: `${gateway.gatewayUrl}/authorize`,
    method: "post",
    fields: { SESSION: checkSessionId(session) },
  };
}
