import { randomBytes } from "node:crypto";
import type { Command } from "./command.ts";

/** `key`: a new key for `encryptionKeys`. */
export const key: Command = {
  usage: "key",
  about: "prints a new key for encryptionKeys: 32 random bytes in base64",
  options: {},
  async run() {
    const text = randomBytes(32).toString("base64");
    return { ok: true, json: { key: text }, text };
  },
};
