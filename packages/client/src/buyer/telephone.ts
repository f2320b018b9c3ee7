import { asciiDigits } from "@ventanilla/web";
import { inForm, writtenText } from "./written-text.ts";

/** Digits with what people write between them; `\p{Pd}` are dashes of every kind. */
const written = /\+*[\d([{][\d\s\p{Z}\p{Pd}\u2212ー()[\]{}.·•_*'’/]*/gu;
/** A whole Dominican number at the beginning. What follows it, after anything but a digit, is not a part of it. */
const dominican = /^(?:[^\d+]*(?:\+|00|011)?\D*1\D*|[^\d+]*)8\D*[024]\D*9(?:\D*\d){7}(?!\d)/;
/** An identity card as it is printed: `001-1234567-8`. */
const identityCard = /(?<!\d)\d{3}\p{Pd}\d{7}\p{Pd}\d(?!\d)/gu;
const maxDigits = 15;
/** What most shops have: the ten digits of a number in North America, and nothing else. */
const plain = /^[2-9]\d{9}$/;

/**
 * A telephone number as the wire takes it: 7 to 15 digits, with a + before them where it was written or dialed (`00`,
 * `011`). Labels (`tel:`), extensions and a second number are left out; digits of every script count.
 * @returns `undefined` where there is no such number
 */
export function telephone(value: unknown): string | undefined {
  const given = writtenText(value);
  if (given === undefined || plain.test(given)) return given;
  const text = asciiDigits(inForm(given, "NFKC")).replace(/[\p{Cf}\p{M}]/gu, "");
  for (const [run] of text.replaceAll(identityCard, ";").matchAll(written)) {
    // Some write a slash within a number, and some between two of them.
    const number = numberIn(dominican.exec(run)?.[0] ?? run) ?? numberIn(run.split("/")[0] ?? "");
    if (number !== undefined) return number;
  }
  return undefined;
}

function numberIn(run: string): string | undefined {
  const isInternational = /^[\s(]*\+/.test(run);
  // `+44 (0)20 …`: the zero is dialed within the country only.
  const dialed = run.replace(/\(0\)/, isInternational ? "" : "0").replace(/\D/g, "");
  const [, abroad] = /^(?:00|011)([1-9]\d{6,})$/.exec(dialed) ?? [];
  // In North America a number has ten digits: the number of an identity card may begin as one that is dialed.
  if (abroad?.startsWith("1") && abroad.length !== 11) return undefined;
  const digits = abroad ?? (isInternational ? dialed.replace(/^0+/, "") : dialed);
  if (digits.length < 7 || digits.length > maxDigits) return undefined;
  const hasPlus = (isInternational || abroad !== undefined) && digits.length < maxDigits;
  return hasPlus ? `+${digits}` : digits;
}
