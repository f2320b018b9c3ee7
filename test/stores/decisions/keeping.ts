import assert from "node:assert/strict";
import type { Facts } from "@ventanilla/express/store";
import type { Cases } from "../../../packages/store-contract/src/scene.ts";

/** An attempt may have any of these. */
export const everyFact: Required<Facts> = {
  language: "en",
  mode: "redirect",
  merchant: {
    number: "349000001",
    terminal: "58585858",
    acquirer: "349",
    name: "COLMADO",
    type: "5411",
    terminalAmex: "77777777",
  },
  product: "Cena para dos",
  orderReference: "V-1",
  email: "ana@example.com",
  returnTo: "/cart?a=1&b=2",
  origin: "https://www.shop.example",
  SESSION: "abc",
  sealedKey: "key.sealed",
  openedAt: 1,
  returnedAt: 2,
  returnedVia: "cancel",
  askedAt: 3,
  question: { id: "q", at: 3 },
  clearAt: 4,
  aliveAt: 4,
  cardSentAt: 4,
  unconfirmedAt: 9,
  overtime: 10,
  unheardSince: 11,
  lapseToldAt: 12,
  lapseSeenAt: 13,
  emptyAnswers: 2,
  goneAt: 5,
  namedOtherwise: true,
  launchFailure: "refused",
  capture: "later",
  authorization: { sealedToken: "token.sealed", remoteCode: "00" },
  duplicate: true,
  heldFor: "id of the capture",
  released: { reason: "r", by: "b", at: 7 },
  captureOf: "id",
  sender: { id: "s", at: 1 },
  verdict: {
    code: "00",
    authorizationCode: "A",
    reference: "R",
    maskedCard: "4111**1111",
    mismatch: ["OrdenID"],
  },
  settledAt: 6,
  handled: { returned: true, reason: "voided in the portal", by: "Ana", at: 11 },
  reversed: { returned: true, returnedAttempt: "1", reason: "voided in the portal", by: "Luis", at: 12 },
  givenBack: [
    {
      amount: { minor: 40, currency: "DOP" },
      on: "2026-11-27",
      at: 13,
      reference: "501",
      reason: "broken",
      by: "Ana",
      pnRef: "txn-8f0c",
      recordedAt: 14,
    },
  ],
  sentBack: {
    id: "sending",
    amount: { minor: 40, currency: "DOP" },
    reason: "broken",
    by: "Ana",
    at: 15,
    outcome: { what: "denied", reason: "help desk, case 4711", by: "Eva", at: 16 },
    repeated: true,
  },
  resolution: { paid: true, reason: "the bank's statement", by: "me", at: 7 },
  history: {
    entries: [{ at: 1, what: "answered", answer: "approved", code: "00", state: "approved" }],
    omitted: 3,
  },
};

/** Values are read as they were written, also later and in another process. */
export const keeping: Cases = {
  async "every fact is read as it was written"({ attempt, store }) {
    const { id } = await attempt({ facts: everyFact });
    assert.deepEqual((await store.findAttempt(id))?.facts, everyFact);
  },
};
