import type { spellings } from "@ventanilla/client/wire";
import type { SwitchName } from "../../../packages/sandbox/src/switch-table.ts";

/**
 * The switches that play each spelling. None: the sandbox reads every variant at once, or there is one reading only.
 */
export const playedBy: Record<keyof typeof spellings, readonly SwitchName[]> = {
  order: ["order-field", "result-spelling"],
  transactionId: ["result-spelling"],
  retrievalReference: ["result-spelling"],
  maskedNumber: ["result-spelling"],
  cardMask: ["card-mask"],
  absent: ["absent-values"],
  pageLanguage: ["page-language"],
  transactionType: [],
  minorUnits: [],
  majorUnits: [],
  environment: ["environment"],
  txTokenOfPage: ["token-form"],
  sessionForm: ["identifiers"],
  notFinished: [],
  expired: ["not-found-body"],
  wrongKey: [],
  keyPath: ["key-path"],
  keyAnswer: ["key-type"],
  jsonValues: ["rest-answer-values"],
  voidReferences: [],
  cardOfCheckIn: [],
  checkInToken: ["check-in-token"],
  restReference: ["sale-token", "refund-token"],
  failedAuthentication: ["failed-3ds"],
  authenticationValue: [],
};
