export { type CheckedAddress, isLoopback, webAddress } from "./address.ts";
export { ArgumentError } from "./argument-error.ts";
export { cardLikeDigits, cardSeparators, formatCard, formatCardNumber, passesLuhn } from "./card.ts";
export { decodeComponent } from "./decode-component.ts";
export { Html, type HtmlValue, html } from "./html.ts";
export { currencyOfSign, decimalText, formatMoney } from "./money.ts";
export { nearestName } from "./nearest-name.ts";
export { parseOptions } from "./parse-options.ts";
export { refuseUnknownNames, type UnknownNameWords, unknownName } from "./refuse-unknown-names.ts";
