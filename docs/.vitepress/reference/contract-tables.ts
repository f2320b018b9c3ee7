import { type AnsweredOperation, type ResponseCode, responseCode, responseCodes } from "@ventanilla/client";
import {
  type AnswerFieldRule,
  type AnswerFieldRules,
  paymentRequestFields,
  restFields,
  restResponseFields,
  resultFields,
  sessionFields,
  spellings,
} from "@ventanilla/client/wire";
import {
  matrix,
  restFields as restRows,
  sessionFields as sessionRows,
  threeDsFields as threeDsRows,
} from "../../../test/conformance/contract-tables.ts";

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

/** A table of Markdown. */
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |\n`).join("");

/** A table of the fields of an answer, with one of their properties. */
const answerTable = (
  title: string,
  fields: AnswerFieldRules,
  property: (rule: AnswerFieldRule) => string | number | undefined,
): string =>
  table(
    ["field", title, "meaning"],
    Object.entries(fields).map(([name, rule]) => {
      const meaning = rule.meaning.replace("(§7)", "([§7](#7))");
      return [`\`${name}\``, String(property(rule) ?? ""), meaning];
    }),
  );

const maxLength = (rule: AnswerFieldRule) => rule.maxLength;

/** A table of the fields of a request: what the contract says of each, and what it means. */
const requestTable = (title: string, rows: typeof restRows | typeof sessionRows | typeof threeDsRows): string =>
  table(
    ["field", title, "length", "meaning"],
    rows.map(([name, said, length]) => [`\`${name}\``, words[said], length, meanings[name]?.meaning ?? seeSpellings]),
  );

const words = { string: "string", decimal: "decimal", m: "mandatory", o: "optional", c: "conditional" };
const meanings: Partial<Record<string, { meaning: string }>> = { ...paymentRequestFields, ...restFields };
const seeSpellings = "see [spellings](#spellings)";

/** The tables of the contract's page: the contract's own, and how the client reads every response code and spelling. */
export const contractTables = {
  "rest-answers": answerTable("presence", restResponseFields, ({ presence }) => presence),
  session: answerTable("our limit", sessionFields, maxLength),
  results: answerTable("length", resultFields, maxLength),
  "rest-fields": requestTable("type", restRows),
  "session-fields": requestTable("requirement", sessionRows),
  "three-ds-fields": requestTable("requirement", threeDsRows),
  matrix: table(
    ["field", "sale", "void", "check-in", "check-out", "refund"],
    matrix.map(([name, cells]) => [`\`${name}\``, ...cells.split("")]),
  ),
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
