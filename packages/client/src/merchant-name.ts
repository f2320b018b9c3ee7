import { ArgumentError } from "@ventanilla/web";
import { ownFields } from "./own-fields.ts";

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
 * @param parts `paymentRequest` takes them as `merchant.name` as well
 * @returns 40 characters of ASCII
 * @throws ArgumentError naming a part that is missing, too long, or has characters without an ASCII form
 * @see docs/contributing/contract.md#2.2
 * @example
 * merchantName({ owner: "Café Doña Ana", city: "Santo Domingo", country: "DO" });
 * // "CAFE DONA ANA         SANTO DOMINGO   DO"
 */
export const merchantName = (parts: MerchantNameParts): string => foldedName("parts", parts);

/** As `merchantName`; an ArgumentError begins with `path`, the caller's name of the parts. */
export function foldedName(path: string, given: MerchantNameParts): string {
  const parts = ownFields(path, given, ["owner", "city", "state", "country"]);
  const country = fold(`${path}.country`, parts.country, 2);
  if (!/^[A-Z]{2}$/.test(country)) throw new ArgumentError(`${path}.country: expected two letters, such as DO`);
  return [
    foldRequired(`${path}.owner`, parts.owner, 22),
    foldRequired(`${path}.city`, parts.city, 13),
    fold(`${path}.state`, parts.state ?? "", 3),
    country,
  ].join("");
}

function foldRequired(path: string, value: unknown, bytes: number): string {
  const folded = fold(path, value, bytes);
  if (folded.trim() === "") throw new ArgumentError(`${path}: expected 1 to ${bytes} characters, got none`);
  return folded;
}

/** A part in upper-case ASCII, padded with spaces to `bytes`. */
function fold(path: string, value: unknown, bytes: number): string {
  if (typeof value !== "string") throw new ArgumentError(`${path}: expected a string`);
  const folded = value
    .trim()
    .replace(/\s+/g, " ")
    .replace(/[‘’]/g, "'")
    .toUpperCase()
    .normalize("NFD")
    .replace(/\p{M}/gu, "");
  if (!/^[\x20-\x7e]*$/.test(folded)) {
    throw new ArgumentError(`${path}: expected letters that have an ASCII form`);
  }
  if (folded.length > bytes) {
    throw new ArgumentError(`${path}: expected at most ${bytes} bytes, got ${folded.length}`);
  }
  return folded.padEnd(bytes);
}
