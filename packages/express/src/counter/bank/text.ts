/** The longest cell that is read as a number, an amount, a date or the name of a sum, in characters. */
export const maxCellLength = 64;

/** Why a file of the bank's portal, or the form with it, cannot be read. The page has a sentence for each. */
export type BankFileProblem =
  | "workbook"
  | "page"
  | "pdf"
  | "not-text"
  | "empty"
  | "open-quote"
  | "no-columns"
  | "too-long"
  | "too-large"
  | "no-form";

/** A file of the bank's portal that cannot be read. Its message is for developers; `problem` names the sentence. */
export class BankFileError extends Error {
  readonly problem: BankFileProblem;
  /** Where, counted from 1. */
  readonly line: number | undefined;

  constructor(problem: BankFileProblem, line?: number) {
    super(line === undefined ? problem : `${problem}, line ${line}`);
    this.problem = problem;
    this.line = line;
  }
}

/** The first bytes, in hex, of other files that are often named .csv, or sent in place of one. */
const otherKinds: readonly (readonly [BankFileProblem, string])[] = [
  ["workbook", "504b0304"],
  ["workbook", "d0cf11e0"],
  ["pdf", "25504446"],
];

/**
 * The text of an uploaded file: UTF-8 or UTF-16 with or without a byte order mark, else Windows-1252, in which every
 * byte is a character.
 * @throws BankFileError when it is not text
 */
export function textOf(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.subarray(0, 4)).toString("hex");
  for (const [problem, beginning] of otherKinds) {
    if (start === beginning) throw new BankFileError(problem);
  }
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes);
  if (/^\s*<(?:!doctype|html|table|\?xml)\b/i.test(text)) throw new BankFileError("page");
  if (text.includes("\0")) throw new BankFileError("not-text");
  return text;
}

function encodingOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  const wide = wideEncodingOf(bytes);
  if (wide !== undefined) return wide;
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return "utf-8";
  } catch {
    return "windows-1252";
  }
}

/** Finds UTF-16 without a byte order mark: in Spanish and English nearly every other byte of it is zero. */
function wideEncodingOf(bytes: Uint8Array): string | undefined {
  const sample = bytes.subarray(0, 4096 - (bytes.length % 2));
  let even = 0;
  let odd = 0;
  for (const [index, byte] of sample.entries()) {
    if (byte !== 0) continue;
    if (index % 2 === 0) even++;
    else odd++;
  }
  const most = sample.length / 2;
  if (odd > most * 0.7 && even < most * 0.1) return "utf-16le";
  return even > most * 0.7 && odd < most * 0.1 ? "utf-16be" : undefined;
}
