import { domainToASCII } from "node:url";
import { inForm, writtenText } from "./written-text.ts";

/** Also between quotation marks: what is found has none, so that it is found again as it is. */
const label = /^(?:[\s,;"'“”‘’`«<([{]*(?:mailto|e-?mail|correo)\s*:[\s/]*)+/i;
/** Names with dots between them: `ana@gmail` lacks its end. */
const hostOfMail = /^(?:[\w-]+\.)+[\w-]*[a-z][\w-]*$/i;
/** An address in ASCII, with nothing around it. */
const plain = /^[\w.+-]+@(?:[\w-]+\.)+[a-z]+$/i;
/** What a copied address has around it: it ends with a letter or a digit. */
const around = /^["'“”‘’`«<([{]+|(?:[^\p{L}\p{N}\p{M}]\p{M}*)+$/gu;

/**
 * An email address as the wire takes it, without what was copied or typed around it. Of several addresses, the first.
 * The letters of the domain that are not ASCII are encoded (IDNA), as mail servers take it.
 * @returns `undefined` where there is no such address
 */
export function emailAddress(value: unknown): string | undefined {
  const given = writtenText(value) ?? "";
  if (plain.test(given)) return given;
  const text = inForm(given, "NFKC")
    .replace(/[\s\p{Z}]+/gu, " ")
    .replace(/\p{C}/gu, "");
  const named = /<([^<>]*@[^<>]*)>/.exec(text)?.[1] ?? text;
  const bare = label.test(named) ? named.replace(label, "").replace(/\?.*/, "") : named;
  const words = bare
    .replace(/ ?@ ?/g, "@")
    .replace(/ ?\. ?(?=\S)/g, ".")
    .split(/[\s,;]+/)
    .map((word) => word.replace(label, "").replace(around, ""))
    .filter((word) => word !== "");
  // `ana perez@gmail.com` is not the address after the space.
  return words.every((word) => word.includes("@")) ? encoded(words[0] ?? "") : undefined;
}

function encoded(address: string): string | undefined {
  const [local = "", domain = "", ...more] = address.split("@");
  const ascii = /^[\x21-\x7e]*$/.test(domain) ? domain : domainToASCII(domain);
  const isAddress = local !== "" && hostOfMail.test(ascii) && more.length === 0;
  return isAddress ? `${local}@${ascii}` : undefined;
}
