import { textOf } from "./answer-text.ts";
import { spellings } from "./spellings.ts";

const { transactionId, order, retrievalReference, maskedNumber } = spellings;

/** The fields of a transaction result, under the first of their spellings (contract §2.2). */
const resultFields = [
  "ResponseCode",
  transactionId.read[0],
  order.read[0],
  "RemoteResponseCode",
  "AuthorizationCode",
  retrievalReference.read[0],
  maskedNumber.read[0],
  "TxToken",
  "SESSION",
] as const;
type ResultField = (typeof resultFields)[number];

// By lower case, so that every spelling in capitals finds its field.
const canonical = new Map<string, ResultField>(resultFields.map((name) => [name.toLowerCase(), name]));
for (const { read } of [transactionId, order, retrievalReference, maskedNumber]) {
  for (const spelling of read) canonical.set(spelling.toLowerCase(), read[0]);
}

/** What `readResultFields` makes of a message. */
export interface ReadFields<Unknown> {
  fields: Partial<Record<ResultField, string>>;
  /** Names of the fields that came in two spellings, or twice, with differing values. */
  contradictions: string[];
  /** Everything else, as it came. */
  unknown: Record<string, Unknown>;
  /** Names of the fields whose value is no text: an object, an array, a boolean, or longer than 512 characters. */
  malformed: ResultField[];
}

/**
 * Sorts the name and value pairs of a result into the fields of the contract, whatever their spelling. Numbers become
 * text; null, "" and "N/A" count as absent; a card number is masked. Where spellings contradict each other the first
 * one stays, and the name is listed.
 */
export function readResultFields<Unknown>(entries: Iterable<readonly [string, Unknown]>): ReadFields<Unknown> {
  const fields: Partial<Record<ResultField, string>> = Object.create(null);
  const contradictions = new Set<ResultField>();
  const malformed = new Set<ResultField>();
  const unknown: [string, Unknown][] = [];
  for (const [key, raw] of entries) {
    const name = canonical.get(key.toLowerCase());
    if (name === undefined) {
      unknown.push([key, raw]);
      continue;
    }
    const text = textOf(raw);
    if (text === undefined) malformed.add(name);
    if (!text) continue;
    const value = name === "CreditCardNumber" ? maskCard(text) : text;
    const earlier = fields[name];
    if (earlier === undefined) fields[name] = value;
    else if (comparable(name, earlier) !== comparable(name, value)) contradictions.add(name);
  }
  // fromEntries defines own properties, so that a key named __proto__ stays a key.
  return {
    fields: { ...fields },
    contradictions: [...contradictions],
    unknown: Object.fromEntries(unknown),
    malformed: [...malformed],
  };
}

/** Keeps a number that is masked already as it is; else leaves the first six and the last four characters. */
function maskCard(text: string): string {
  if (/^\p{Nd}{0,6}\P{Nd}+\p{Nd}{0,4}$/u.test(text)) return text;
  const compact = text.replace(/[\s-]/g, "");
  return compact.length <= 10
    ? compact
    : `${compact.slice(0, 6)}${"*".repeat(compact.length - 10)}${compact.slice(-4)}`;
}

// Two masks of one card may differ in the character they mask with.
const comparable = (name: ResultField, value: string) =>
  name === "CreditCardNumber" ? value.replace(/\P{Nd}/gu, "*") : value;
