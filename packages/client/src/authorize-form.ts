import { channelOf, type Gateway } from "./gateway.ts";
import { checkSessionId, type Session } from "./session.ts";

/** A form that the buyer's browser submits. */
export interface AuthorizeForm {
  action: string;
  method: "post";
  fields: { SESSION: string };
}

/**
 * The form that takes the buyer's browser to the payment page (contract §4.2): render it, escaped, with its fields as
 * hidden inputs, and submit it. It holds the session's identifier only, never the key.
 */
export function authorizeForm(gateway: Gateway, session: Pick<Session, "SESSION">): AuthorizeForm {
  channelOf(gateway);
  return {
    action: `${gateway.gatewayUrl}/authorize`,
    method: "post",
    fields: { SESSION: checkSessionId(session) },
  };
}
