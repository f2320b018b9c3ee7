import { ArgumentError } from "@ventanilla/web";
import * as z from "zod";
import { withoutPrototype } from "./own-fields.ts";
import { currencyCodes, maxMinor } from "./wire/shared-values.ts";
import { wrongMinor } from "./wrong-minor.ts";

/** An amount in minor units (centavos, cents): `{ minor: 295000, currency: "DOP" }` is RD$2,950.00. Never a float. */
export type Money = z.infer<typeof MoneySchema>;
const MoneySchema = z.compile(z.strictObject({ minor: z.int(), currency: z.enum(["DOP", "USD"]) }));

/**
 * Checks that a value is Money: a whole number of minor units in DOP or USD.
 * @param value anything
 * @param name what a message begins with
 * @param min the least amount, in minor units. Default: 0
 * @returns a copy of the value
 * @throws ArgumentError that begins with `name`
 * @example
 * const amount = parseMoney(request.body.amount, "amount", 1);
 */
export function parseMoney(value: unknown, name: string, min: 0 | 1 = 0): Money {
  const own = typeof value === "object" && value !== null ? withoutPrototype(value) : value;
  const read = MoneySchema.safeParse(own);
  if (!read.success) {
    const at = read.error.issues[0]?.path.join(".");
    if (at === "minor") {
      const came = wrongMinor((own as { minor?: unknown }).minor);
      throw new ArgumentError(`${name}.minor: expected a whole number of minor units, got ${came}`);
    }
    if (at === "currency") throw new ArgumentError(`${name}.currency: expected DOP or USD`);
    throw new ArgumentError(`${name}: expected { minor, currency }`);
  }
  const { minor } = read.data;
  if (minor < min || minor > maxMinor) {
    throw new ArgumentError(`${name}.minor: expected ${min} to ${maxMinor} minor units`);
  }
  return read.data;
}

/** The amount as the hosted page takes it: 12 digits of minor units, zero padded (contract §2.2). */
export const wireAmount = ({ minor }: Money): string => String(minor).padStart(12, "0");

/** The currency's number on the wire: 214 for DOP, 840 for USD (contract §2.2). */
export const currencyCode = (currency: Money["currency"]): "214" | "840" => currencyCodes[currency];
