import { RedirectText } from "./wire/redirect-text.ts";

/**
 * Reads what the buyer's browser brought back to ReturnUrl or CancelUrl. Nobody signed it, and a first post may come
 * before the result exists: use it to write a log line, and ask `sessionResult` for the outcome. Never throws.
 * @param body the body of the POST, or the query of the GET
 * @returns the fields, always with `verified: false`; no fields when the body is not text, or is too large
 * @see docs/contributing/contract.md#2.2-redirect
 * @example
 * log(parseReturn(await text(request)).ResponseCode);
 */
export function parseReturn(body: string | URLSearchParams): RedirectText {
  const read = RedirectText.safeParse(body instanceof URLSearchParams ? body.toString() : body);
  return read.success ? read.data : { verified: false, contradictions: [], unknown: {} };
}
