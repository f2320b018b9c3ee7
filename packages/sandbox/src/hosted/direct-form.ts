import { createHash } from "node:crypto";
import { type Warning, warningAbout } from "../warning.ts";

/**
 * What is wrong with the KeyEncriptionKey of a direct form, when there is one: the lower-case hexadecimal MD5 of
 * MerchantType, MerchantNumber (bare, or padded right to 15), MerchantTerminal, TransactionId, Amount and Tax. No
 * warning when it is right or absent: the form is taken either way.
 */
export function directFormWarning(fields: Readonly<Record<string, string>>): Warning[] {
  const { KeyEncriptionKey: key, MerchantType = "", MerchantNumber = "" } = fields;
  if (key === undefined || key === "") return [];
  const { MerchantTerminal = "", TransactionId = "", Amount = "", Tax = "" } = fields;
  const right = [MerchantNumber, MerchantNumber.padEnd(15)].some((number) => {
    const text = [MerchantType, number, MerchantTerminal, TransactionId, Amount, Tax].join("");
    return createHash("md5").update(text).digest("hex") === key;
  });
  const hashed = "MerchantType + MerchantNumber + MerchantTerminal + TransactionId + Amount + Tax";
  if (right) return [];
  return [
    warningAbout(["KeyEncriptionKey"], {
      es: `"KeyEncriptionKey" no es válido: se esperaba el MD5 en hexadecimal y minúsculas de ${hashed}`,
      en: `"KeyEncriptionKey" is wrong: expected the lower-case hex MD5 of ${hashed}`,
    }),
  ];
}
