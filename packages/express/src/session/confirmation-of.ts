import { ArgumentError, confirmationRequest, type PaymentRequest, type TransactionResult } from "@ventanilla/client";
import type { Attempt } from "../attempt/attempt.ts";
import { bankOrderOf } from "../attempt/rules.ts";
import type { Site } from "../base/site.ts";
import type { Vault } from "../base/vault.ts";
import { tokenOwner } from "../base/vault.ts";
import { newToken, returnAddresses } from "../http/token.ts";
import { bankLanguage } from "./open-session.ts";

/** A confirmation has no buyer: it comes from the shop's own server. */
const serverIp = "127.0.0.1";

/** What is captured. */
export type Captured = Pick<Attempt, "transactionId" | "amount" | "tax">;

/**
 * Builds the request that settles an authorization: a confirmation, which sends back what the bank gave with the
 * authorization.
 * @see docs/contributing/contract.md#3.4
 * @param token of the session's return address
 * @throws ArgumentError naming what the bank did not give, or gave in a form that it does not take back; Error when the
 * token cannot be decrypted
 */
export function confirmationOf(
  settings: Pick<Site, "mount"> & { vault: Vault },
  authorized: Attempt,
  captured: Captured,
  token: string,
): PaymentRequest {
  const { mount, vault } = settings;
  const { language, merchant, authorization } = authorized.facts;
  if (merchant === undefined) throw new ArgumentError("merchant: not kept with the authorization");
  if (authorization === undefined) throw new ArgumentError("TxToken: not given by the bank, or no longer kept");
  const { transactionId, amount, tax } = captured;
  const TxToken = vault.open(authorization.sealedToken, tokenOwner(authorized.id));
  return confirmationRequest(merchant, {
    ...returnAddresses(mount, token),
    orderId: bankOrderOf(authorized),
    transactionId,
    amount,
    tax,
    language: bankLanguage(language),
    clientIp: serverIp,
    result: { ...resultOf(authorized), TxToken },
  });
}

/**
 * Checks that a capture of the whole authorization can be requested. Sends nothing.
 * @throws as {@link confirmationOf}
 */
export function checkConfirmable(settings: Pick<Site, "mount"> & { vault: Vault }, authorized: Attempt): void {
  confirmationOf(settings, authorized, authorized, newToken());
}

/** The parts of the bank's result that were kept. */
function resultOf({ facts: { verdict = { code: "" }, authorization } }: Attempt): TransactionResult {
  const { maskedCard } = verdict;
  const { authorizationCode, reference, remoteCode } = { ...verdict, ...authorization };
  return {
    ResponseCode: "00",
    ...(maskedCard !== undefined && { CreditCardNumber: maskedCard }),
    ...(authorizationCode !== undefined && { AuthorizationCode: authorizationCode }),
    ...(reference !== undefined && { RetrievalReferenceNumber: reference }),
    ...(remoteCode !== undefined && { RemoteResponseCode: remoteCode }),
    contradictions: [],
    unknown: {},
  };
}
