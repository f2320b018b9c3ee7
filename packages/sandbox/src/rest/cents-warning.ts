import { parseRestAmount, type RestField, restFields } from "@ventanilla/client/wire";
import { decimalText } from "@ventanilla/web";
import { type Warning, warningAbout } from "../warning.ts";

/** Whether the payment page took an amount in minor units: for this order, or for any when none is given. */
export type PageTook = (minor: number, order?: string) => boolean;

// From here on digits without a point are warned about by themselves: 10000 is 100.00 in cents, and 10,000.00 here.
const manyDigits = 5;

/**
 * The warning about an amount that looks like minor units: the page took the hundredth part of it, or it is many digits
 * without a point.
 */
export function centsWarning(field: RestField, value: unknown, pageTook: PageTook, order: string): Warning | undefined {
  if (restFields[field].kind !== "amount") return undefined;
  const text = String(value).trim();
  const minor = parseRestAmount(text);
  if (minor === undefined || minor === 0 || minor % 100 !== 0) return undefined;
  const isBare = /^\d+$/.test(text);
  const isTaken = pageTook(minor / 100, order) || (isBare && pageTook(minor / 100));
  if (!isTaken && !(isBare && text.length >= manyDigits)) return undefined;
  const [booked, meant] = [decimalText(minor), decimalText(minor / 100)];
  const why = isTaken
    ? { es: `la página tomó ${meant}`, en: `the page took ${meant}` }
    : { es: "parece estar en centavos", en: "it looks like cents" };
  return warningAbout([field], {
    es: `"${field}" es ${text} y se registra como ${booked}: ${why.es}. Los montos de REST van en pesos o dólares: para ${meant} envíe ${meant}`,
    en: `"${field}" is ${text} and is booked as ${booked}: ${why.en}. REST amounts are major units: for ${meant} send ${meant}`,
  });
}
