import { cardLikeDigits } from "@ventanilla/web";
import { hide } from "./hide.ts";

/** Words that may follow "bearer" in a text about tokens, and are not a token. */
const aboutTokens =
  "tokens?|realm|error|scheme|header|access|auth(?:entication|orization)|credentials?" +
  "|is|was|has|not|no|required|missing|invalid|expired" +
  "|inv[áa]lido|requerido|vencido|expirado";
const endOfWord = String.raw`(?:[\s,;:"'<)\]}\\]|=["\\]|\.?(?:\s|$))`;
/** The token after "Bearer"; even the beginning of one is hidden. */
const bearerToken = new RegExp(String.raw`\bbearer\s+(?!(?:${aboutTokens})${endOfWord})[\w.~+/=-]+`, "gi");

/** The beginning of a body for a log line: without secrets, card numbers and control characters. */
export function excerptOf(body: string, secrets: readonly string[], maxLength = 300): string {
  return hide(body, secrets)
    .slice(0, 2000)
    .replace(
      /("(?:session-key|sk|card-number|expiration-date|cvv|token|authenticationValue|browserChallengeToken|(?:tds|tkn)_\w{1,40})"\s*:\s*)(?:"(?:[^"\\]|\\.)*"?|\d+)/gi,
      '$1"[hidden]"',
    )
    .replace(/\bsk=[^&\s"']*/gi, "sk=[hidden]")
    .replace(bearerToken, "Bearer [hidden]")
    .replace(cardLikeDigits, (digits) => (isTimestamp(digits) ? digits : "[digits]"))
    .replace(/[\p{C}\s]+/gu, " ")
    .trim()
    .slice(0, maxLength);
}

// Milliseconds since 1970 have 13 digits, as a card number may. From 2017 to 2033 they begin with 15 to 19.
const isTimestamp = (digits: string) => /^1[5-9]\d{11}$/.test(digits);
