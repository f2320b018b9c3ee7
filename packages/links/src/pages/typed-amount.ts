import type { AmountRange } from "../link.ts";

/** The amount that a buyer has typed, in minor units: `1500`, `1,500.5`, `RD$ 1,500.00`. `undefined` outside the bounds. */
export function typedAmount(text: string, { min, max }: AmountRange): number | undefined {
  const plain = text.replace(/^\s*(?:RD\$|US\$|\$|DOP|USD)?\s*|\s+$/gi, "");
  if (!/^(?:\d{1,12}|\d{1,3}(?:,\d{3}){1,3})(?:\.\d{1,2})?$/.test(plain)) return undefined;
  const [whole = "", cents = ""] = plain.replaceAll(",", "").split(".");
  const minor = Number(whole) * 100 + Number(cents.padEnd(2, "0"));
  return minor >= min.minor && minor <= max.minor ? minor : undefined;
}
