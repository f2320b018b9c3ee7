import { ArgumentError } from "./argument-error.ts";
import { ownFields } from "./refuse-unknown-names.ts";

/** The parts of the name that the buyer sees on the page and on the card statement. */
export interface MerchantNameParts {
  /** At most 22 characters once folded. */
  owner: string;
  /** At most 13. */
  city: string;
  /** At most 3. */
  state?: string | undefined;
  /** Two letters, ISO 3166-1. */
  country: string;
}

/**
 * The MerchantName of 40 bytes: 22 bytes owner, 13 city, 3 state, 2 country; upper case, accents folded (ñ to N),
 * padded with spaces.
 * @param given the parts; `paymentRequest` takes them as `Merchant.name` as well
 * @returns 40 characters of ASCII
 * @throws ArgumentError naming a part that is missing, too long, or has characters without an ASCII form
 * @see docs/contract.md#2.2
 * @example
 * merchantName({ owner: "Café Doña Ana", city: "Santo Domingo", country: "DO" });
 * // "CAFE DONA ANA         SANTO DOMINGO   DO"
 */
export function merchantName(given: MerchantNameParts): string {
  const parts = ownFields("MerchantName", given, ["owner", "city", "state", "country"]);
  const country = fold("country", parts.country, 2);
  if (!/^[A-Z]{2}$/.test(country)) throw new ArgumentError("MerchantName.country: expected two letters, such as DO");
  return (
    filled("owner", parts.owner, 22) + filled("city", parts.city, 13) + fold("state", parts.state ?? "", 3) + country
  );
}

function filled(part: string, value: unknown, bytes: number): string {
  const folded = fold(part, value, bytes);
  if (folded.trim() === "")
    throw new ArgumentError(`MerchantName.${part}: expected 1 to ${bytes} characters, got none`);
  return folded;
}

function fold(part: string, value: unknown, bytes: number): string {
  if (typeof value !== "string") throw new ArgumentError(`MerchantName.${part}: expected a string`);
  const folded = value
    .trim()
    .replace(/\s+/g, " ")
    .replace(/[‘’]/g, "'")
    .toUpperCase()
    .normalize("NFD")
    .replace(/\p{M}/gu, "");
  if (!/^[\x20-\x7e]*$/.test(folded)) {
    throw new ArgumentError(`MerchantName.${part}: expected letters that have an ASCII form`);
  }
  if (folded.length > bytes) {
    throw new ArgumentError(`MerchantName.${part}: expected at most ${bytes} bytes, got ${folded.length}`);
  }
  return folded.padEnd(bytes);
}
