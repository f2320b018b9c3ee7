import assert from "node:assert/strict";
import { test } from "node:test";
import { sqliteStore } from "@ventanilla/express/sqlite";
import { type LinkInput, type LinksOptions, links } from "@ventanilla/links";
import { encryptionKey, pesos } from "../shop.ts";
import { cake } from "./shop.ts";

const store = sqliteStore(":memory:");
const options: LinksOptions = {
  store,
  publicUrl: "https://shop.example/pay",
  storefront: { name: "Dulces Ana" },
  keys: [encryptionKey],
};
const dollars = (minor: number) => ({ minor, currency: "USD" as const });

test("an error about an option names it, and says what came and what was expected", () => {
  const wrong: [object, RegExp][] = [
    [{ store: {} }, /^store: expected what sqliteStore/],
    [{ publicUrl: undefined }, /^publicUrl: missing, expected an absolute https address/],
    [{ publicUrl: "http://shop.example/pay" }, /^publicUrl: expected https/],
    [{ publicUrl: "https://shop.example/pay?a=1" }, /^publicUrl: expected no query and no fragment/],
    [{ publicUrl: "https://shop.example/" }, /^publicUrl: expected an address with a path/],
    [{ storefront: undefined }, /^storefront: expected an object/],
    [{ storefront: { name: "" } }, /^storefront\.name: expected 1 to 80 characters of one line, got 0 characters/],
    [{ storefront: { name: "a\u202eb" } }, /^storefront\.name: expected 1 to 80 characters/],
    [{ storefront: { nmae: "Ana" } }, /^storefront\.nmae: unknown field, did you mean name\?/],
    [{ storefront: { name: "Ana", rnc: "12345" } }, /^storefront\.rnc: expected 9 or 11 digits, got "12345"/],
    [{ storefront: { name: "Ana", color: "red" } }, /^storefront\.color: expected # and six hex digits.*got "red"/],
    [
      { storefront: { name: "Ana", contact: { href: "javascript:alert(1)", label: "x" } } },
      /^storefront\.contact\.href: expected tel:, mailto: or https:.*got "javascript:alert\(1\)"/,
    ],
    [{ keys: [] }, /^keys: expected a list of keys/],
    [{ keys: [undefined] }, /^keys\[0\]: missing/],
    [{ itbis: 12 }, /^itbis: expected 18, 16 or 0 percent, got 12/],
    [{ shop: "" }, /^shop: expected 1 to 40 characters, got ""/],
    [{ endpoint: "/payments" }, /^endpoint: unknown option/],
  ];
  for (const [change, message] of wrong) {
    assert.throws(() => links({ ...options, ...change }), { code: "ERR_VENTANILLA_ARGUMENT", message });
  }
});

test("an error about a link names the field, and never says whom it is for", async () => {
  const pay = links(options);
  await pay.migrate();
  const wrong: [object, RegExp][] = [
    [{ amount: undefined }, /^amount: expected \{ minor, currency \}/],
    [{ amount: pesos(0) }, /^amount\.minor: expected 1 to/],
    [{ amount: pesos(29.5) }, /^amount\.minor: expected a whole number of minor units/],
    [{ max: 5 }, /^max: expected \{ minor, currency \}/],
    [{ amount: pesos(5), max: pesos(5) }, /^max\.minor: expected more than 5, got 5/],
    [{ amount: pesos(5), max: dollars(9) }, /^max\.currency: expected DOP, got USD/],
    [{ description: 7 }, /^description: expected 1 to 200 characters of one line, got number/],
    [{ description: "\u200b \u2060" }, /^description: expected 1 to 200 characters of one line, got 3 characters/],
    [{ itbis: "18" }, /^itbis: expected 18, 16 or 0 percent, got "18"/],
    [{ lines: {} }, /^lines: expected a list of at most 50 lines/],
    [{ lines: [{ text: "a", amount: pesos(1) }] }, /^lines: expected amounts that sum up to 295000, got 1$/],
    [{ lines: [{ text: "a", amount: dollars(295_000) }] }, /^lines\[0\]\.amount\.currency: expected DOP, got USD/],
    [
      { customer: { email: "ana-at-example" } },
      /^customer\.email: expected one that the bank takes, got another text$/,
    ],
    [{ customer: { mobilePhone: "12" } }, /^customer\.mobilePhone: expected one that the bank takes/],
    [{ customer: { phone: "8095550101" } }, /^customer\.phone: unknown field/],
    [{ times: 0 }, /^times: expected "many" or a whole number of 1 to 100000, got 0/],
    [{ until: 1000 }, /^until: expected a time to come, got "1970-01-01T00:00:01/],
    [{ from: 5e15, until: 4e15 }, /^until: expected a time to come after `from`, got "\+128724-12-15/],
    [{ from: "tomorrow" }, /^from: expected milliseconds since the epoch, got "tomorrow"/],
    [{ amuont: pesos(1) }, /^link\.amuont: unknown field, did you mean amount\?/],
  ];
  for (const [change, message] of wrong) {
    const input = { ...cake, ...change } as LinkInput;
    await assert.rejects(pay.create(input), { code: "ERR_VENTANILLA_ARGUMENT", message }, JSON.stringify(change));
  }
  // A form of the shop's own may have left it empty.
  assert.deepEqual((await pay.create({ ...cake, customer: { name: "Ana", email: "" } })).customer, { name: "Ana" });
  await assert.rejects(pay.list("closed" as never).next(), /^TypeError.*filter: expected open, paid, ended/);
});
