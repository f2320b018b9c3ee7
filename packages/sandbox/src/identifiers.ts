import { createHash, randomBytes } from "node:crypto";

/** Generates every value of the bank: random, or by a seed. Each `kind` of value has its own sequence. */
export type Identifiers = {
  /** Lower-case hexadecimal digits. */
  hex(kind: string, length: number): string;
  /** A GUID, lower-case (RFC 9562, version 4 in form). */
  guid(kind: string): string;
  /** Decimal digits. */
  digits(kind: string, length: number): string;
  /** Letters and digits. */
  base62(kind: string, length: number): string;
  /** The issuer's six characters for an approval; three in ten end in a letter, as `00551Z` does. */
  approvalCode(kind: string): string;
  /** Twelve digits, a new value each time. */
  reference(): string;
};

/** Of approval codes: none that reads as a digit. */
const letters = "ABCDEFGHJKLMNPQRSTUVWXYZ";
const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/**
 * Random identifiers; with a `seed`, the same ones in every run: the nth value of a kind depends only on the `seed`
 * option, the kind and n.
 *
 * @param now the sandbox's time, from which references count when there is no seed, so that they differ from those of
 *   an earlier run, whose results a shop may still have
 */
export function makeIdentifiers(seed: number | undefined, now: () => number): Identifiers {
  const taken = new Map<string, number>();
  let lastReference = 0;

  function bytes(kind: string, length: number): Buffer {
    if (seed === undefined) return randomBytes(length);
    const n = (taken.get(kind) ?? 0) + 1;
    taken.set(kind, n);
    const blocks: Buffer[] = [];
    for (let i = 0; i * 32 < length; i++) {
      blocks.push(createHash("sha256").update(`${seed}/${kind}/${n}/${i}`).digest());
    }
    return Buffer.concat(blocks).subarray(0, length);
  }

  const hex = (kind: string, length: number): string =>
    bytes(kind, Math.ceil(length / 2))
      .toString("hex")
      .slice(0, length);
  // Two bytes for each character: one byte would favor the first ones.
  const pick = (kind: string, length: number, from: string): string => {
    const random = bytes(kind, length * 2);
    return Array.from({ length }, (_, i) => from[random.readUInt16BE(i * 2) % from.length]).join("");
  };
  const digits = (kind: string, length: number): string => pick(kind, length, alphabet.slice(0, 10));

  function lowestReference(): number {
    if (seed === undefined) return Math.floor(now());
    return 600_000_000_000 + (Number.parseInt(hex("reference", 8), 16) % 1000);
  }

  return {
    hex,
    digits,
    guid(kind) {
      const text = hex(kind, 32);
      const variant = "89ab"[Number.parseInt(text[16] ?? "0", 16) % 4];
      return `${text.slice(0, 8)}-${text.slice(8, 12)}-4${text.slice(13, 16)}-${variant}${text.slice(17, 20)}-${text.slice(20)}`;
    },
    base62: (kind, length) => pick(kind, length, alphabet),
    approvalCode(kind) {
      const code = digits(kind, 6);
      if (Number(code[0]) % 4 !== 0) return code;
      const start = code.slice(0, 5);
      return `${start}${letters[Number(start) % letters.length]}`;
    },
    reference() {
      lastReference = Math.max(lastReference + 1, lowestReference());
      return String(lastReference).slice(-12).padStart(12, "0");
    },
  };
}
