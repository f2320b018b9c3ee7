import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { makeVault } from "./vault.ts";

const oldKey = randomBytes(32).toString("hex");
const newKey = randomBytes(32).toString("base64");
const attempt = "7f9c2ba4-e88f-4ed2-9d5f-0f5fb9bb4bc1";
const secret = "0123456789abcdef0123456789abcdef01234567";

test("what was sealed is opened again, and looks different each time", () => {
  const vault = makeVault([newKey]);
  const [one, two] = [vault.seal(secret, attempt), vault.seal(secret, attempt)];
  assert.notEqual(one, two);
  assert.ok(!one.includes(secret));
  assert.deepEqual([vault.open(one, attempt), vault.open(two, attempt)], [secret, secret]);
});

test("a key can be put in front while the old one still opens what it sealed", () => {
  const sealed = makeVault([oldKey]).seal(secret, attempt);
  const rotated = makeVault([newKey, oldKey]);
  assert.equal(rotated.open(sealed, attempt), secret);
  assert.equal(makeVault([newKey]).open(rotated.seal(secret, attempt), attempt), secret);
  assert.throws(
    () => makeVault([newKey]).open(sealed, attempt),
    /encryptionKeys: the key [0-9a-f]{8} .* not among them/,
  );
});

test("another attempt's key opens nothing", () => {
  const vault = makeVault([newKey]);
  assert.throws(() => vault.open(vault.seal(secret, attempt), crypto.randomUUID()));
});

test("a sealed text that was changed anywhere opens nothing", () => {
  const vault = makeVault([newKey]);
  const sealed = vault.seal(secret, attempt);
  for (let i = sealed.indexOf(".") + 1; i < sealed.length; i++) {
    const bytes = sealed.slice(0, i) + (sealed[i] === "A" ? "B" : "A") + sealed.slice(i + 1);
    // The last character may hold unused bits: then it is the same text.
    if (
      Buffer.from(bytes.split(".")[1] ?? "", "base64url").equals(Buffer.from(sealed.split(".")[1] ?? "", "base64url"))
    )
      continue;
    assert.throws(() => vault.open(bytes, attempt), `changed at ${i}`);
  }
});

test("keys that are missing, short or no text are refused by their place", () => {
  assert.throws(() => makeVault(undefined), /^TypeError: encryptionKeys: expected a list/);
  assert.throws(() => makeVault([]), /^TypeError: encryptionKeys: expected a list/);
  assert.throws(
    () => makeVault([newKey, "short"]),
    /^TypeError: encryptionKeys\[1\]: expected 32 random bytes in hex or base64 \(npx -p @ventanilla\/express ventanilla key\)$/,
  );
  assert.throws(
    () => makeVault([undefined]),
    /^TypeError: encryptionKeys\[0\]: missing \(is its variable set\?\), expected 32 random bytes in hex or base64 \(npx -p @ventanilla\/express ventanilla key\)$/,
  );
});

test("no error shows a key", () => {
  const message = (work: () => unknown) => {
    try {
      work();
    } catch (error) {
      return String(error);
    }
    return "";
  };
  const sealed = makeVault([oldKey]).seal(secret, attempt);
  for (const text of [
    message(() => makeVault([`${newKey}x`.slice(3)])),
    message(() => makeVault([newKey]).open(sealed, attempt)),
  ]) {
    assert.ok(text !== "" && !text.includes(oldKey) && !text.includes(newKey.slice(3)));
  }
});
