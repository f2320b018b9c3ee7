import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { settingsOf } from "./settings.ts";

const folder = mkdtempSync(join(tmpdir(), "ventanilla-settings-"));
after(() => rmSync(folder, { recursive: true }));

const settingsWith = (env: Record<string, string>) =>
  settingsOf({ DATA_DIR: folder, ...env }, { sandbox: true, toServe: true });

for (const given of [
  "809-555-0100",
  "809 555 0100",
  "(809) 555-0100",
  "+1 809-555-0100",
  "8095550100",
  "tel:+18095550100",
]) {
  test(`${given} is a telephone that buyers can call`, () => {
    const contact = { href: "tel:+18095550100", label: "809-555-0100" };
    assert.deepEqual(settingsWith({ STORE_CONTACT: given }).storefront.contact, contact);
  });
}

test("an address is a contact, too", () => {
  const contact = { href: "mailto:ana@shop.example", label: "ana@shop.example" };
  assert.deepEqual(settingsWith({ STORE_CONTACT: contact.href }).storefront.contact, contact);
});

test("the sandbox's bank calls the merchant as the store is called, in its letters", () => {
  const owner = (STORE_NAME: string) => settingsWith({ STORE_NAME }).merchant.name;
  for (const [name, expected] of [
    ["Colmado Doña Ñeca", "COLMADO DONA NECA"],
    ["Repostería y pastelería Carmen", "REPOSTERIA Y PASTELERI"],
    ["", "REPOSTERIA CARMEN"],
    ["美容", "COMERCIO"],
  ] as const) {
    assert.deepEqual(owner(name), { owner: expected, city: "SANTO DOMINGO", country: "DO" });
  }
});

test("a key or password that a full disk has left empty is made again", () => {
  for (const file of ["key", "password"]) writeFileSync(join(folder, file), "");
  const { keys, password, passwordDigest } = settingsWith({});
  assert.match(keys[0] ?? "", /^[\w+/]{43}=$/);
  assert.match(password, /^[\w-]{12}$/);
  assert.equal(passwordDigest.length, 32);
});
