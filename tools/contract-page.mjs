/**
 * Writes the tables of answers, spellings and response codes in `docs/contributing/contract.md`, each between its two
 * marks, from the client's own tables. With `--check` it writes nothing and fails when the file is out of date. Run from anywhere:
 * `node tools/contract-page.mjs`.
 */
import { readFileSync } from "node:fs";
import { responseCode, responseCodes } from "../packages/client/src/response-codes.ts";
import { restResponseFields, resultFields, sessionFields } from "../packages/client/src/wire/answer-fields.ts";
import { spellings } from "../packages/client/src/wire/spellings.ts";
import { playedBy } from "../test/client/against-sandbox/played-by.ts";
import { writePage } from "./written-page.mjs";

const payments = ["sale", "checkIn"];
const followUps = ["confirmation", "checkOut", "void", "refund"];

const records = "about the bank's own records: no sale gets this answer, and an earlier charge stands";
const approvedLike = "approved-like: the networks approve with it, and it is unclear what was approved";
const reasons = {
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
function cell(code, operations, said) {
  const told = new Set(operations.map((operation) => said(responseCode(code, operation))));
  if (told.size !== 1) throw new Error(`${code} differs between ${operations.join(" and ")}: give each its column`);
  return [...told].join("");
}

function row(code, shown, description, reason) {
  const payment = cell(code, payments, ({ finality, sentence }) => `${finality} · ${sentence}`);
  const followUp = cell(code, followUps, ({ finality }) => finality);
  return `| ${[shown, description, payment, followUp, reason].join(" | ")} |`;
}

const codes = responseCodes.map(({ code, description }) => row(code, `\`${code}\``, description, reasons[code] ?? ""));

const codeTable = `Of a payment (a sale or check-in of REST, 0200 and 0100 of the page) the cell has the sentence for the buyer, too, by its name
in [\`buyer-sentences.ts\`](../../packages/client/src/buyer-sentences.ts). Only what was \`declined\` may be done again, once its cause is
fixed; a sale or check-in then takes a new idempotency key.

| code | the bank calls it | payment | confirmation, check-out, void, refund | because |
|---|---|---|---|---|
${codes.join("\n")}
${row("N7", "55, 63, 83, 86, 88, 1A, 6P, EA, EB, EC, N7, Q1", "not listed; of a card's data at other networks", "a refusal in doubt (`inDoubt`): the router asks again until the bank forgets the session, and then believes it")}
${row("ZZ", "any other", "not listed", "mostly refusals, but some networks approve with such codes")}`;

const quoted = (texts) => texts.map((text) => (text === "" ? "nothing" : `\`${text}\``)).join(", ") || "–";

const played = (name) => (playedBy[name].length === 0 ? "always" : quoted(playedBy[name]));

const written = (texts, sample) => (sample && texts.length > 0 ? `such as ${quoted(texts)}` : quoted(texts));

const spellingTable = `| what | occurs as | we send | we read | the sandbox's switch |
|---|---|---|---|---|
${Object.entries(spellings)
  .map(([name, { subject, section, occurs, send, read, sample }]) => {
    const what = `${subject} ([§${section}](#${section}))`;
    return `| ${[what, occurs, written(send, sample), written(read, sample), played(name)].join(" | ")} |`;
  })
  .join("\n")}`;

/** A table of answers, with what the contract says of each field in its middle column. */
const answerTable = (fields, column, told) => `| field | ${column} | meaning |
|---|---|---|
${Object.entries(fields)
  .map(([name, rule]) => `| \`${name}\` | ${told(rule)} | ${rule.meaning.replaceAll(/§(\d+)/g, "[§$1](#$1)")} |`)
  .join("\n")}`;

const maxLength = (rule) => rule.maxLength ?? "";
// The page's own SESSION is in results of live banks alone.
const { SESSION: _, ...contractResultFields } = resultFields;

const before = readFileSync(new URL("../docs/contributing/contract.md", import.meta.url), "utf8");
const text = [
  ["fields of a REST answer", answerTable(restResponseFields, "presence", ({ presence }) => presence)],
  ["fields of a session", answerTable(sessionFields, "our limit", maxLength)],
  ["fields of a result", answerTable(contractResultFields, "length", maxLength)],
  ["spellings", spellingTable],
  ["response codes", codeTable],
].reduce(withTable, before);

/** The page with the table between its two marks. */
function withTable(page, [name, table]) {
  const begins = `<!-- ${name}: written by tools/contract-page.mjs -->`;
  const ends = `<!-- end of the ${name} -->`;
  const [start, end] = [page.indexOf(begins), page.indexOf(ends)];
  if (start < 0 || end < start) throw new Error(`docs/contributing/contract.md has lost the marks of its ${name}`);
  return `${page.slice(0, start)}${begins}\n\n${table}\n\n${page.slice(end)}`;
}

writePage("contributing/contract.md", text);
