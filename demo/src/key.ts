import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";

/**
 * The key that encrypts session keys at rest, from a file that only its owner may read; created when it is missing. A
 * real shop keeps it with its other secrets, apart from the database.
 */
export function encryptionKey(file: string): string {
  try {
    writeFileSync(file, randomBytes(32).toString("base64"), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return readFileSync(file, "utf8");
}
