import { formatMoney } from "@ventanilla/web";
import { currencies } from "../../attempt/rules.ts";
import { emailIn } from "../../staff/email-in.ts";
import { readAmount } from "../bank/amount.ts";

/** What a text may be: what is written in a field of the list's form to find it. */
export interface Meaning {
  field: "order" | "reference" | "authorization" | "email" | "digits" | "amount";
  value: string;
}

/** Four digits alone, or after what a masked card shows before them: `•••• 0050`, `Visa 4761 34** **** 0050`. */
const lastFour = /^(?:[\p{L} ]*(?:\d{4} ?\d\d)?[•*_xX· .]+)?(\d{4})$/u;

/**
 * What a text of the search box may mean, the likeliest first. Each meaning is a field that few payments share a value of.
 * @param written `A-1001`, `000000006325`, `48a912`, `•••• 0050`, `RD$ 1,234.50`, `20 dólares`, `ana@example.com`
 */
export function meaningsOf(written: string): Meaning[] {
  const text = written.normalize("NFKC").replaceAll(/\s+/g, " ").trim();
  const found: Meaning[] = [];
  const add = (field: Meaning["field"], value: string) => {
    if (found.every((known) => known.field !== field || known.value !== value)) found.push({ field, value });
  };
  const email = emailIn(text);
  if (email !== undefined) add("email", email);
  for (const order of [text, text.toUpperCase(), text.replace(/^#/, "")]) add("order", order);
  const number = text.replaceAll(/[ -]/g, "");
  // Ten characters are shown and said in two halves, as the codes of payment links are.
  if (/^[0-9a-z]{5}[ -][0-9a-z]{5}$/i.test(text)) add("order", number.toUpperCase());
  if (/^[0-9A-Za-z]{1,12}$/.test(number)) {
    add("reference", number);
    add("authorization", number);
  }
  const [, digits] = lastFour.exec(text) ?? [];
  if (digits !== undefined) add("digits", digits);
  const amount = readAmount(text.replace(/ ?\bpesos?$/i, " DOP").replace(/ ?\bd[oó]lar(?:es)?$|\bdollars?$/iu, " USD"));
  if (amount !== undefined && amount.minor > 0) {
    const { minor, currency: named } = amount;
    for (const currency of named === undefined ? currencies : [named]) add("amount", formatMoney({ minor, currency }));
  }
  return found;
}
