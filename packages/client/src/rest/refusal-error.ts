import { GatewayError } from "../errors.ts";
import { saysClosed, saysDoneBefore, wordsIn } from "./refusal-words.ts";

/** What the whole text of each refusal says. The error itself shows only the beginning of that text. */
const judged = new WeakMap<GatewayError, { readonly closed: boolean; readonly doneBefore: boolean }>();

/** Makes the error of a refused operation, and remembers what its whole text says. */
export function refusalError(status: number, text: string, secrets: readonly string[]): GatewayError {
  const error = new GatewayError(status, text, secrets);
  const words = wordsOf(text);
  judged.set(error, { closed: saysClosed(words), doneBefore: saysDoneBefore(words) });
  return error;
}

/** Whether a refusal says that the batch is closed, by the rule of `saysClosed`. */
export const errorSaysClosed = (error: GatewayError): boolean => judged.get(error)?.closed === true;

/** Whether a refusal says that the transaction was made or taken back before, by the rule of `saysDoneBefore`. */
export const errorSaysDoneBefore = (error: GatewayError): boolean => judged.get(error)?.doneBefore === true;

/** The words of a JSON text, decoded; any other text as it is. */
function wordsOf(text: string): string {
  let answer: unknown = text;
  try {
    answer = JSON.parse(text);
  } catch {
    // It is words already.
  }
  return wordsIn(answer);
}
