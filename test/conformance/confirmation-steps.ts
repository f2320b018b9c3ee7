import assert from "node:assert/strict";
import { createSession, openPage, pay, query, type Request, result } from "./hosted-steps.ts";
import type { Target } from "./target.ts";

/** Pays a pre-authorization and gives what its confirmation has to return. */
export async function preauthorized(target: Target): Promise<Request> {
  const session = await createSession(target, { TransactionType: "0100" });
  await pay(target, session);
  const { json = {} } = await result(target, session);
  assert.equal(json.ResponseCode, "00");
  return {
    TxToken: json.TxToken,
    AuthorizationCode: json.AuthorizationCode,
    RetrivalReferenceNumber: json.RetrievalReferenceNumber ?? json.RetrivalReferenceNumber,
    CreditcardNumber: json.CreditCardNumber ?? json.CreditcardNumber,
    expdate_month: "11",
    expdate_year: "29",
    RemoteResponseCode: "00",
  };
}

/** Confirms server to server: a session of 2240, posted to the page, and its result asked for. */
export async function confirm(target: Target, values: Request, changes: Request): Promise<unknown> {
  const session = await createSession(target, { ...values, TransactionType: "2240", ...changes });
  await openPage(target, { SESSION: session.SESSION });
  return (await query(target, session)).json?.ResponseCode;
}
