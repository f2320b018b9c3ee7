import { answerText } from "./wire/read-answer.ts";
import { currencyCodes } from "./wire/shared-values.ts";

/** Whether a text of an answer means the value that was sent. */
type Check = (text: string) => boolean;

/** A number, or an identifier of digits: zeros before it mean nothing. */
export const ofNumber = (sent: string): Check => {
  const bare = (text: string) => text.trim().replace(/^0+(?=.)/, "");
  return (text) => bare(text) === bare(sent);
};

/** A decimal of major units, as REST has amounts; `2950` and `2950.0` are 2950.00. */
export const inMajorUnits = (minor: number): Check => {
  return (text) => {
    const [, units, cents = ""] = /^(\d{1,13})(?:\.(\d{1,2})0*)?$/.exec(text) ?? [];
    return units !== undefined && Number(units) * 100 + Number(cents.padEnd(2, "0")) === minor;
  };
};

/** Digits of minor units, as the page has amounts. A text with a point is in major units. */
export const inMinorUnits = (minor: number): Check => {
  const asDecimal = inMajorUnits(minor);
  return (text) => (text.includes(".") ? asDecimal(text) : /^\d{1,15}$/.test(text) && Number(text) === minor);
};

/** A currency, by the number that was sent or by its letters. */
export const ofCurrency = (sent: string): Check => {
  const isNumber = ofNumber(sent);
  return (text) => isNumber(text) || currencyNumbers.get(text.toUpperCase()) === sent;
};
const currencyNumbers = new Map<string, string>(Object.entries(currencyCodes));

/** Names in one spelling: `CurrencyCode`, `currency_code` and `currency-code` are the same. */
const plainName = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, "");

/**
 * The values that an answer names otherwise than they were sent. The contract lists none of them in answers, so an
 * answer that leaves one out contradicts nothing.
 * @param unknown the fields of the answer that the contract does not know
 * @param checks what was sent, by the name of its field
 */
export function namedOtherwise<Name extends string>(
  unknown: Readonly<Record<string, unknown>>,
  checks: Readonly<Partial<Record<Name, Check>>>,
): Name[] {
  const said = Object.entries(unknown).map(([name, value]) => [plainName(name), answerText(value)] as const);
  return (Object.keys(checks) as Name[]).filter((name) =>
    said.some(([key, text]) => key === plainName(name) && text !== "" && !(text !== undefined && checks[name]?.(text))),
  );
}
