import * as z from "zod";
import { type AnswerFieldRule, namesOf } from "./answer-fields.ts";
import { isAbsentInAnswer } from "./spellings.ts";

/** Values are at most 40 bytes in the contract; anything beyond this is not a value of this service. */
const maxLength = 512;

type Rules<F extends string> = Readonly<Record<F, AnswerFieldRule>>;

/** The fields that were read from an answer. */
export interface AnswerFields<F extends string, Unknown> {
  /** Without a prototype, so that a missing field never has an inherited value. */
  fields: Partial<Record<F, string>>;
  /** The fields that came in two spellings, or twice, with values that differ. */
  contradictions: F[];
  /** Everything else, as it came. */
  unknown: Record<string, Unknown>;
  /** The fields whose value is not text: an object, an array, a boolean, or longer than 512 characters. */
  malformed: F[];
}

/**
 * Makes a reader of name and value pairs. It sorts them into the fields of a table, whatever their spelling and case.
 * Numbers become text; null, "" and "N/A" count as absent; a card number is masked. When spellings contradict each
 * other, the first one stays, and `contradictions` lists the field.
 */
export function answerReader<F extends string>(rules: Rules<F>) {
  const fieldOf = new Map<string, F>();
  const maskedFields = new Set(fieldsWith(rules, "masked"));
  const codes = new Set(fieldsWith(rules, "upperCase"));
  for (const [field, rule] of Object.entries<AnswerFieldRule>(rules) as [F, AnswerFieldRule][]) {
    for (const name of namesOf(field, rule)) fieldOf.set(name.toLowerCase(), field);
  }
  return <Unknown>(entries: Iterable<readonly [string, Unknown]>): AnswerFields<F, Unknown> => {
    const fields: Partial<Record<F, string>> = Object.create(null);
    const contradictions = new Set<F>();
    const malformed = new Set<F>();
    const unknown: [string, Unknown][] = [];
    for (const [name, raw] of entries) {
      const field = fieldOf.get(name.toLowerCase());
      if (field === undefined) {
        unknown.push([name, raw]);
        continue;
      }
      const masked = maskedFields.has(field);
      const text = answerText(raw);
      if (text === undefined) malformed.add(field);
      if (!text) continue;
      const value = masked ? maskCard(text) : codes.has(field) ? text.toUpperCase() : text;
      const earlier = fields[field];
      if (earlier === undefined) fields[field] = value;
      else if (comparable(earlier, masked) !== comparable(value, masked)) contradictions.add(field);
    }
    return {
      fields,
      contradictions: [...contradictions],
      // fromEntries defines own properties, so that a key named __proto__ stays a key.
      unknown: Object.fromEntries(unknown),
      malformed: [...malformed],
    };
  };
}

/** An answer that was read. */
type NormalizedAnswer<F extends string, R extends F> = Record<R, string> &
  Partial<Record<Exclude<F, R>, string>> & { contradictions: F[]; unknown: Record<string, unknown> };

/**
 * The schema of a JSON answer with the fields of a table, lenient and normalized as `answerReader` reads it. An answer
 * is an issue when it is not an object, has an object where text belongs, or has a value that its pattern refuses.
 * @param lacking the required field that an answer lacks, which is an issue, too; undefined when it lacks none
 */
export function answerSchema<F extends string, R extends F = never>(
  rules: Rules<F>,
  lacking: (fields: Partial<Record<F, string>>) => F | undefined,
) {
  const read = answerReader(rules);
  const patterned = fieldsWith(rules, "pattern");
  return z.unknown().transform((body, context): NormalizedAnswer<F, R> => {
    const refuse = (path: string[], message: string) => {
      context.issues.push({ code: "custom", input: undefined, path, message });
      return z.NEVER;
    };
    if (typeof body !== "object" || body === null || Array.isArray(body)) return refuse([], "expected an object");
    if (Object.hasOwn(body, "__proto__")) return refuse(["__proto__"], "not a field of an answer");
    const { fields, contradictions, unknown, malformed } = read(Object.entries(body));
    const [notText] = malformed;
    if (notText !== undefined) return refuse([notText], "expected text");
    const missing = lacking(fields);
    if (missing !== undefined) return refuse([missing], "missing");
    for (const field of patterned) {
      const { pattern, expected } = rules[field];
      const value = fields[field];
      if (value !== undefined && !pattern?.test(value)) return refuse([field], `expected ${expected}`);
    }
    // `lacking` has checked the required ones.
    return { ...fields, contradictions, unknown } as NormalizedAnswer<F, R>;
  });
}

/** The fields whose rule has a property of its own; an inherited property does not count. */
function fieldsWith<F extends string>(rules: Rules<F>, property: "masked" | "pattern" | "upperCase"): F[] {
  return (Object.keys(rules) as F[]).filter((field) => Object.hasOwn(rules[field], property) && rules[field][property]);
}

/** What a value of an answer is read as: "" when it is absent, `undefined` when it is not a value at all. */
export function answerText(raw: unknown): string | undefined {
  if (raw === undefined || raw === null) return "";
  if (typeof raw === "number") return String(raw);
  if (typeof raw !== "string" || raw.length > maxLength) return undefined;
  // NUL pads fields of a fixed width. A database may refuse it, and half of a surrogate pair, with all the rest.
  const text = raw
    .replace(/\p{Cs}/gu, "\ufffd")
    .replaceAll("\0", " ")
    .trim();
  return isAbsentInAnswer(text) ? "" : text;
}

/** Keeps a number that is already masked. Otherwise masks all but the first six and the last four characters. */
function maskCard(text: string): string {
  if (/^\p{Nd}{0,6}\P{Nd}+\p{Nd}{0,4}$/u.test(text)) return text;
  const compact = text.replace(/[\s-]/g, "");
  return compact.length <= 10
    ? compact
    : `${compact.slice(0, 6)}${"*".repeat(compact.length - 10)}${compact.slice(-4)}`;
}

// Two masks of one card may differ in the character they mask with.
const comparable = (value: string, masked: boolean) => (masked ? value.replace(/\P{Nd}/gu, "*") : value);
