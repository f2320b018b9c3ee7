import { readFileSync } from "node:fs";

/** A raw message of `test/samples`, as text. */
export const sample = (name: string): string => readFileSync(new URL(`../samples/${name}`, import.meta.url), "utf8");

/** What makes a refusal of an approved REST answer: its codes, and no approval. */
export const refusedWith = (code: unknown) => ({
  "response-code": code,
  "internal-response-code": `1${String(code).padStart(3, "9")}`,
  "approval-code": null,
});

/** An approved REST answer as a refusal with this code, in these words. */
export const refusalOf = (approved: string, code: string, words = "No"): string =>
  JSON.stringify({ ...JSON.parse(approved), ...refusedWith(code), "response-code-desc": words });

/** What the sample `result-live-approved.json` says, under the contract's names. */
export const liveApproval = {
  ResponseCode: "00",
  TransactionId: "000042",
  OrdenID: "A-1042",
  RemoteResponseCode: "00",
  AuthorizationCode: "00551Z",
  RetrievalReferenceNumber: "632512345678",
  CreditCardNumber: "411111______1111",
  TxToken: "txn-8f0c2b7d91e64a35b0d7c4f2a1e9683b",
  SESSION: "7A2E4C1B-93D5-4F08-B6A1-0C9D8E7F6A5B",
  contradictions: [],
  unknown: {},
};
