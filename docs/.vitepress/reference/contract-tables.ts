import { type AnsweredOperation, type ResponseCode, responseCode, responseCodes } from "@ventanilla/client";
import { spellings } from "@ventanilla/client/wire";

const payments: AnsweredOperation[] = ["sale", "checkIn"];
const followUps: AnsweredOperation[] = ["confirmation", "checkOut", "void", "refund"];

const records = "about the bank's own records: no sale gets this answer, and an earlier charge stands";
const approvedLike = "approved-like: the networks approve with it, and it is unclear what was approved";
const reasons: Record<string, string> = {
  "00": "the only approval",
  10: "approved for a part of the amount",
  11: approvedLike,
  16: approvedLike,
  24: records,
  25: "nothing was found to act on: as the answer to a sale it says nothing about the charge",
  26: "an earlier record exists, and may have charged; a confirmation with this answer was settled by an earlier one",
  27: records,
  28: records,
  32: approvedLike,
  68: "the issuer's answer came too late: it may have been an approval",
  77: "about the batch: a void came after its close, and the charge stands",
  85: "the merchant's keys; some networks send it for a zero-amount check, with nothing to refuse: ask the bank",
  91: "it is not known how far the request got",
  94: "the first of the two may have charged",
  95: "about the totals of a batch: nothing follows for one charge",
  97: "it is not known how far the request got: treated like 91",
};

/** What all of these operations make of a code. */
function cell(code: string, operations: AnsweredOperation[], said: (answer: ResponseCode) => string): string {
  const told = new Set(operations.map((operation) => said(responseCode(code, operation))));
  if (told.size !== 1) throw new Error(`${code} differs between ${operations.join(" and ")}: give each its column`);
  return [...told].join("");
}

function codeRow(code: string, shown: string, description: string, reason = ""): string {
  const payment = cell(code, payments, ({ finality, sentence }) => `${finality} · ${sentence}`);
  if (reason === "" && /^(?:approved|review)/.test(payment)) throw new Error(`${code} needs a reason`);
  const followUp = cell(code, followUps, ({ finality }) => finality);
  return `| ${[shown, description, payment, followUp, reason].join(" | ")} |`;
}

const quoted = (texts: readonly string[]) =>
  texts.map((text) => (text === "" ? "nothing" : `\`${text}\``)).join(", ") || "–";

const written = (texts: readonly string[], isSample: boolean) =>
  isSample && texts.length > 0 ? `such as ${quoted(texts)}` : quoted(texts);

/** The client's reading of every response code and spelling, as tables of the contract's page. */
export const contractTables: Record<"codes" | "spellings", string> = {
  codes: [
    "| code | the bank calls it | payment | confirmation, check-out, void, refund | because |",
    "|---|---|---|---|---|",
    ...responseCodes.map(({ code, description }) => codeRow(code, `\`${code}\``, description, reasons[code])),
    codeRow(
      "N7",
      "55, 63, 83, 86, 88, 1A, 6P, EA, EB, EC, N7, Q1",
      "not listed; of a card's data at other networks",
      "a refusal in doubt (`inDoubt`): the router asks again until the bank forgets the session, and then believes it",
    ),
    codeRow("ZZ", "any other", "not listed", "mostly refusals, but some networks approve with such codes"),
    "",
  ].join("\n"),
  spellings: [
    "| what | occurs as | we send | we read |",
    "|---|---|---|---|",
    ...Object.values(spellings).map((spelling) => {
      const { subject, section, occurs, send, read } = spelling;
      const what = `${subject} ([§${section}](#${section}))`;
      const isSample = "sample" in spelling;
      return `| ${[what, occurs, written(send, isSample), written(read, isSample)].join(" | ")} |`;
    }),
    "",
  ].join("\n"),
};
