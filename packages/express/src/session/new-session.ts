import { createSession, type PaymentRequest, type Session } from "@ventanilla/client";
import type { Attempt } from "../attempt/attempt.ts";
import type { NewSession } from "../attempt/transition.ts";
import { tokenHash } from "../http/token.ts";
import { subjectOf } from "../report/report.ts";
import type { Settings } from "../settings.ts";

/**
 * Creates a session at the bank for an attempt.
 * @param token of the return address in the request
 * @returns the session, and what the store keeps of it
 */
export async function newSessionFor(
  { store, bank, gateways, vault, report }: Settings,
  attempt: Attempt,
  request: PaymentRequest,
  token: string,
): Promise<{ session: Session; kept: NewSession }> {
  const createdAt = await store.now();
  const session = await report.session(subjectOf(attempt), () => createSession(gateways.of(attempt) ?? bank, request));
  const sealedKey = vault.seal(session["session-key"], attempt.id);
  return { session, kept: { SESSION: session.SESSION, sealedKey, returnHash: tokenHash(token), createdAt } };
}
