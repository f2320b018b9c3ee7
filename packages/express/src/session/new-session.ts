import {
  createSession,
  type Gateway,
  GatewayError,
  OutcomeUnknownError,
  type PaymentRequest,
  type Session,
} from "@ventanilla/client";
import type { Attempt, LaunchFailure } from "../attempt/attempt.ts";
import type { NewSession } from "../attempt/event.ts";
import type { Vault } from "../base/vault.ts";
import { tokenHash } from "../http/token.ts";
import { type Report, subjectOf } from "../report/report.ts";
import type { ShopStore } from "../stores/store.ts";
import type { Gateways } from "./gateways.ts";

/** What a session is created with. */
export interface SessionSettings {
  store: ShopStore;
  /** The present gateway. */
  bank: Gateway;
  gateways: Gateways;
  vault: Vault;
  report: Report;
}

/**
 * Creates a session at the bank for an attempt.
 * @param token of the return address in the request
 * @returns the session, and what the store keeps of it
 */
export async function newSessionFor(
  { store, bank, gateways, vault, report }: SessionSettings,
  attempt: Attempt,
  request: PaymentRequest,
  token: string,
): Promise<{ session: Session; kept: NewSession }> {
  const createdAt = await store.now();
  const session = await report.session(subjectOf(attempt), () => createSession(gateways.of(attempt) ?? bank, request));
  const sealedKey = vault.seal(session["session-key"], attempt.id);
  return { session, kept: { SESSION: session.SESSION, sealedKey, returnHash: tokenHash(token), createdAt } };
}

/** Why a launch did not reach the bank's page, by the error that it ended with. */
export function launchFailureOf(error: unknown): LaunchFailure {
  if (error instanceof GatewayError) return "refused";
  return error instanceof OutcomeUnknownError ? "unreachable" : "shop";
}
