import { RedirectText } from "./wire/redirect-text.ts";

/**
 * Reads what the buyer's browser brought back to ReturnUrl or CancelUrl (the redirect text form, contract §2.2). Never
 * throws: what is too large or no text at all reads as no fields. Nobody signed it, and a first post may come before
 * the result exists: use it to write a log line, and ask `sessionResult` for the outcome.
 */
export function parseReturn(body: string | URLSearchParams): RedirectText {
  const read = RedirectText.safeParse(body instanceof URLSearchParams ? body.toString() : body);
  return read.success ? read.data : { verified: false, contradictions: [], unknown: {} };
}
