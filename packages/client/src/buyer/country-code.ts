import { nameKey } from "./written-text.ts";

/** What people write, beside the names that the runtime knows. */
const aliases: Record<string, string> = {
  RD: "DO",
  REPDOM: "DO",
  REPDOMINICANA: "DO",
  DOMINICANA: "DO",
  SANTODOMINGO: "DO",
  EEUU: "US",
  EUA: "US",
  ESTADOSUNIDOSDEAMERICA: "US",
  UNITEDSTATESOFAMERICA: "US",
  UK: "GB",
  INGLATERRA: "GB",
  ENGLAND: "GB",
  HOLANDA: "NL",
};
const languages = ["es", "en", "fr", "pt", "it"];
const letters = Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZ");

/** Not countries, though the runtime has their names. */
const notCountries = new Set(["EU", "EZ", "UN", "QO", "XA", "XB", "ZZ"]);

let codes: ReadonlyMap<string, string> | undefined;

/** The two-letter codes of all countries, by themselves and by their names in each of the languages. */
function codesByName(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const language of languages) {
    const names = new Intl.DisplayNames([language], { type: "region", fallback: "none" });
    for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
      const name = notCountries.has(code) ? undefined : names.of(code);
      if (name === undefined) continue;
      // Where two codes have one name, the first is the one in use: UK is a second name of GB.
      for (const key of [code, nameKey(name)]) if (!found.has(key)) found.set(key, code);
    }
  }
  for (const [name, code] of Object.entries(aliases)) found.set(name, code);
  return found;
}

/**
 * The ISO 3166-1 code of a country as people write it: a code with two or three letters or with digits stays what it
 * is, in upper case; a name becomes the code with two letters.
 * @returns `undefined` for what is none
 */
export function countryCode(text: string): string | undefined {
  codes ??= codesByName();
  for (const part of [text, ...text.split(/[-–—,:|/()]+/)]) {
    const key = nameKey(part);
    const code = codes.get(key) ?? (/^[A-Z]{3}$/.test(key) ? key : numeric(key));
    if (code !== undefined) return code;
  }
  return undefined;
}

function numeric(key: string): string | undefined {
  if (!/^\d{1,3}$/.test(key)) return undefined;
  const code = key.padStart(3, "0");
  // The runtime has the letters of each number: 214 is DO.
  return /^(?!ZZ)[A-Z]{2}$/.test(new Intl.Locale(`und-${code}`).region ?? "") ? code : undefined;
}
