export { bareAddress, type CheckedAddress, isLoopback, webAddress } from "./address.ts";
export { ArgumentError } from "./argument-error.ts";
export { asciiDigits } from "./ascii-digits.ts";
export { cardLikeDigits, cardSeparators, formatCard, formatCardNumber, passesLuhn } from "./card.ts";
export { checkLine } from "./check-line.ts";
export { checkContact } from "./contact.ts";
export { cookieOf } from "./cookie.ts";
export { byteOrderMark, type Cell, csvRow, withoutFormula } from "./csv.ts";
export { decodeComponent } from "./decode-component.ts";
export {
  cspHash,
  htmlDocument,
  type InlineStyle,
  inlineStyle,
  type Mark,
  pageMark,
  privateHeaders,
  type SentDocument,
  seeOther,
  sendDocument,
  sendText,
  unframedHeaders,
} from "./document.ts";
export { expectThat } from "./expect-that.ts";
export { FormAbortedError, type PostedForm, readForm } from "./form.ts";
export { Html, type HtmlValue, html } from "./html.ts";
export { checkKeys } from "./keys.ts";
export { type LanguageRange, languageRanges } from "./language-ranges.ts";
export { languageAmong, languageTag } from "./language-tag.ts";
export { checkLimits, type Limiter, makeLimiter } from "./limiter.ts";
export { currencyOfSign, decimalText, formatMoney, writtenAmount } from "./money.ts";
export { namesIn } from "./names-in.ts";
export { nearestName } from "./nearest-name.ts";
export { networkOf, withoutPort } from "./network-of.ts";
export { copyScript, printScript } from "./page-scripts.ts";
export { parseOptions } from "./parse-options.ts";
export { type PasswordLogin, passwordLogin } from "./password-login.ts";
export { printable } from "./printable.ts";
export { RecentMap } from "./recent-map.ts";
export { refuseUnknownNames, type UnknownNameWords, unknownName } from "./refuse-unknown-names.ts";
export { isSameOrigin } from "./same-origin.ts";
export { shownValue } from "./shown-value.ts";
export { makeSigner, type Signer } from "./signer.ts";
export { palette, parts } from "./style.ts";
export { isoDate, spanText, timeFormat, wholeNames, wholeText } from "./time-format.ts";
export { shownWord, unknownCommand } from "./unknown-command.ts";
export { withWarning } from "./with-warning.ts";
