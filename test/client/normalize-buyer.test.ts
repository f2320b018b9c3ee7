import assert from "node:assert/strict";
import { test } from "node:test";
import { type BuyerAddress, type BuyerDetails, normalizeBuyer, paymentRequest } from "@ventanilla/client";
import fc from "fast-check";
import { merchant, payment } from "./valid-request.ts";

const contact = { email: "ana@example.do", mobilePhone: "8095550101" };

/** As a program in JavaScript calls it: with whatever a form or a database has. */
const normalized = (given: { buyer: unknown; avs?: unknown }) => normalizeBuyer(given as BuyerDetails);

const withBuyer = (more: object) => normalized({ buyer: { ...contact, ...more } });

function addressOf(billing: object): { address: BuyerAddress | undefined; changes: string[] } {
  const { details, changes } = withBuyer({ billing });
  return { address: details.buyer.billing, changes: changes.map(({ field, change }) => `${field} ${change}`) };
}

test("a mobile number is found however it was typed, copied or dialed", () => {
  const typed: [unknown, string][] = [
    ["8095550101", "8095550101"],
    [8095550101, "8095550101"],
    [" 829 555 0101 ", "8295550101"],
    ["849-555-0101", "8495550101"],
    ["809\u2011555\u20110101", "8095550101"],
    ["809\u2013555\u20140101", "8095550101"],
    ["809\u2212555\u22120101", "8095550101"],
    ["809\ufe63555\uff0d0101", "8095550101"],
    ["809.555.0101", "8095550101"],
    ["809\u00b7555\u20220101", "8095550101"],
    ["\u200e+1 (809) 555-0101\u200f", "+18095550101"],
    ["\u202a+18095550101\u202c", "+18095550101"],
    ["\u2066+1\u00a0809\u202f555\u20070101\u2069", "+18095550101"],
    ["tel:+1-809-555-0101", "+18095550101"],
    ["tel:+1-809-555-0101;ext=5", "+18095550101"],
    ["809-555-0101 ext. 22", "8095550101"],
    ["809-555-0101 x22", "8095550101"],
    ["809-555-0101 #22", "8095550101"],
    ["809 555 0101, ext 22", "8095550101"],
    ["Cel.: 809 555 0101", "8095550101"],
    ["Tel 1: 809-555-0101", "8095550101"],
    ["0018095550101", "+18095550101"],
    ["011 1 809 555 0101", "+18095550101"],
    ["++18095550101", "+18095550101"],
    ["1-809-555-0101", "18095550101"],
    ["+44 (0)20 7946 0958", "+442079460958"],
    ["(809)5550101", "8095550101"],
    ["809-555-0101 / 829-555-0102", "8095550101"],
    ["８０９５５５０１０１", "8095550101"],
    ["＋１８０９５５５０１０１", "+18095550101"],
    ["٨٠٩٥٥٥٠١٠١", "8095550101"],
    ["۸۰۹۵۵۵۰۱۰۱", "8095550101"],
    ["८०९५५५०१०१", "8095550101"],
    ["𝟪𝟢𝟫𝟧𝟧𝟧𝟢𝟣𝟢𝟣", "8095550101"],
    ["+123456789012345", "123456789012345"],
    ["809 555-0101 / 829…", "8095550101"],
    ["809-555-0101/02", "8095550101"],
    ["809-555-0101 - 829-555-0102", "8095550101"],
    ["8095550101 8295550102", "8095550101"],
    ["+1 809-555-0101\n829-555-0102", "+18095550101"],
    ["809 555 0101 (2)", "8095550101"],
    ["8095550101.0", "8095550101"],
    ["809/555/0101", "8095550101"],
    ["+1 809 555/0101", "+18095550101"],
    // An identity card has eleven digits, and may begin as a number that is dialed abroad.
    ["001-1234567-8 / 809-555-0101", "8095550101"],
    ["402-1234567-8 / +1 809-555-0101", "+18095550101"],
    ["cédula 00112345678, tel. 809-555-0101", "8095550101"],
    ["84 912 345 678", "84912345678"],
    ["+84 912345678 1", "+849123456781"],
    ["[809] 555-0101", "8095550101"],
    ["８０９ー５５５ー０１０１", "8095550101"],
    [Array.from("8095550101", (digit) => `${digit}\ufe0f\u20e3`).join(""), "8095550101"],
  ];
  for (const [mobilePhone, expected] of typed) {
    const { details, wrong } = withBuyer({ mobilePhone });
    assert.deepEqual([details.buyer.mobilePhone, wrong], [expected, []], String(mobilePhone));
  }
});

test("an email address is found with what was typed or copied around it", () => {
  const typed: [string, string][] = [
    ["ana@example.do ", "ana@example.do"],
    ["\tana@example.do\r\n", "ana@example.do"],
    ["\u200eana@example.do\u200f", "ana@example.do"],
    ["ana@\u200bexample.do", "ana@example.do"],
    ["mailto:ana@example.do", "ana@example.do"],
    ["mailto:ana@example.do?subject=Pedido", "ana@example.do"],
    ['"mailto:ana@example.do"', "ana@example.do"],
    ["<'correo: mailto:ana@example.do?subject=Pedido'", "ana@example.do"],
    ["Correo: ana@example.do", "ana@example.do"],
    ["ana@example.do.", "ana@example.do"],
    ["ana@example.do;", "ana@example.do"],
    ["“ana@example.do”", "ana@example.do"],
    ["Ana Pérez <ana@example.do>", "ana@example.do"],
    ["ana @ example .do", "ana@example.do"],
    ["ana＠example．do", "ana@example.do"],
    ["ana@example.do, luis@example.do", "ana@example.do"],
    ["josé@example.do", "josé@example.do"],
    ["ana@correo.españa", "ana@correo.xn--espaa-rta"],
    ["Ana.P+1@Example.DO", "Ana.P+1@Example.DO"],
    ["ana@example.do!", "ana@example.do"],
    ["ana@example.do/", "ana@example.do"],
    ["«ana@example.do»", "ana@example.do"],
    ["`ana@example.do`", "ana@example.do"],
    ["<mailto:ana@example.do>", "ana@example.do"],
    ["mailto://ana@example.do", "ana@example.do"],
    ["ana@example.do😀", "ana@example.do"],
    ["ana@example.do ❤️", "ana@example.do"],
    ["• ana@example.do", "ana@example.do"],
    ["ana@example.do / luis@example.do", "ana@example.do"],
    ["ana@உதாரணம்.சிங்கப்பூர்", "ana@xn--zkc6cc5bi7f6e.xn--clchc0ea0b2g2a9gcd"],
  ];
  for (const [email, expected] of typed) {
    const { details, wrong } = withBuyer({ email });
    assert.deepEqual([details.buyer.email, wrong], [expected, []], email);
  }
});

test("anything that is not an email address or a mobile number is for the buyer to correct, and is named", () => {
  for (const email of [
    "",
    " ",
    null,
    "no",
    "ana@",
    "@example.do",
    "ana@gmail,com",
    "ana @gmail",
    "ana@gmail..com",
    "ana@.do",
    "ana perez@example.do",
    "a@b@c",
    "ana@127.0.0.1",
    "ana@[127.0.0.1]",
    "ana@example.do%20",
    "ana@example.do&nbsp;",
    "n/a",
    5,
    {},
  ]) {
    assert.deepEqual(withBuyer({ email }).wrong, ["email"], JSON.stringify(email));
  }
  assert.deepEqual(withBuyer({ email: `${"x".repeat(250)}@example.do` }).wrong, ["email"]);
  for (const mobilePhone of ["", " ", null, "no tengo", "809", "-", "8095550101829555010200", true, []]) {
    assert.deepEqual(withBuyer({ mobilePhone }).wrong, ["mobilePhone"], String(mobilePhone));
  }
  assert.deepEqual(withBuyer({ email: "no", mobilePhone: "no" }).wrong, ["email", "mobilePhone"]);
});

test("a line that is too long, or has line breaks, continues on the next one, and is cut only behind the last", () => {
  const street = "Calle Primera #5, Residencial Los Jardines del Norte, Torre Aurora, Apartamento 12-B";
  const { address, changes } = addressOf({ line1: street });
  assert.deepEqual(changes, []);
  assert.equal([address?.line1, address?.line2].join(" "), street);
  assert.equal(address?.line3, undefined);
  const broken = addressOf({ line1: "Calle 5\r\nEnsanche Naco", line2: "frente al parque" });
  assert.deepEqual(broken, {
    address: { line1: "Calle 5", line2: "Ensanche Naco", line3: "frente al parque" },
    changes: [],
  });
  const kept = addressOf({ line1: "Calle José Martí", line3: "Piso 2" });
  assert.deepEqual(kept, { address: { line1: "Calle José Martí", line3: "Piso 2" }, changes: [] });
  const long = addressOf({ line1: "palabra ".repeat(40) });
  assert.deepEqual(long.changes, ["buyer.billing.line3 cut"]);
  for (const line of [long.address?.line1, long.address?.line2, long.address?.line3]) {
    assert.match(line ?? "", /^palabra( palabra)*( pal?a?b?r?)?$/);
  }
});

test("accents are folded only where the text does not fit with them, and a cut is between characters", () => {
  assert.deepEqual(addressOf({ city: "ñ".repeat(25) }).address, { city: "ñ".repeat(25) });
  assert.deepEqual(addressOf({ city: "ñ".repeat(26) }), { address: { city: "n".repeat(26) }, changes: [] });
  const flags = addressOf({ city: "👩🏽".repeat(10) });
  assert.deepEqual(flags, { address: { city: "👩🏽".repeat(6) }, changes: ["buyer.billing.city cut"] });
  assert.deepEqual(normalized({ buyer: contact, avs: "€".repeat(90) }), {
    details: { buyer: contact, avs: "€".repeat(85) },
    changes: [{ field: "avs", change: "cut" }],
    wrong: [],
  });
});

test("a province is found by its name, its code, its old name and what people write", () => {
  const written: [unknown, string][] = [
    ["Distrito Nacional", "01"],
    ["distrito nacional", "01"],
    ["D.N.", "01"],
    ["DN", "01"],
    ["DO-01", "01"],
    ["do-1", "01"],
    ["01", "01"],
    [1, "01"],
    ["Santo Domingo, D.N.", "01"],
    ["Sto. Dgo.", "32"],
    ["Santo Domingo Este", "32"],
    ["Azua", "02"],
    ["Bahoruco", "03"],
    ["BAORUCO", "03"],
    ["Dajabon", "05"],
    ["Elías Piña", "07"],
    ["Elias Pina", "07"],
    ["La Estrelleta", "07"],
    ["El Seybo", "08"],
    ["Provincia de La Vega", "13"],
    ["Ma. Trinidad Sánchez", "14"],
    ["Montecristi", "15"],
    ["Pto. Plata", "18"],
    ["Salcedo", "19"],
    ["Hnas. Mirabal", "19"],
    ["San Pedro de Macorís", "23"],
    ["Stgo.", "25"],
    ["Santiago Rodriguez", "26"],
    ["San José de Ocoa", "31"],
  ];
  for (const [state, expected] of written) {
    for (const country of [undefined, "DO", "dom", 214, "República Dominicana"]) {
      const { address, changes } = addressOf({ state, country });
      assert.deepEqual([address?.state, changes], [expected, []], `${String(state)} in ${country}`);
    }
  }
  assert.deepEqual(addressOf({ state: "fl", country: "us" }), { address: { state: "FL", country: "US" }, changes: [] });
  assert.equal(addressOf({ state: "US-NY", country: "USA" }).address?.state, "NY");
  assert.equal(addressOf({ state: "SD", country: "US" }).address?.state, "SD");
  assert.deepEqual(addressOf({ state: "Atlántida" }), { address: {}, changes: ["buyer.billing.state omitted"] });
});

test("a country is found by its name in five languages, and by its codes", () => {
  const written: [unknown, string][] = [
    ["do", "DO"],
    ["dom", "DOM"],
    ["214", "214"],
    [32, "032"],
    ["República Dominicana", "DO"],
    ["republica dominicana", "DO"],
    ["Dominican Republic", "DO"],
    ["RD", "DO"],
    ["R.D.", "DO"],
    ["Rep. Dom.", "DO"],
    ["EE. UU.", "US"],
    ["United States of America", "US"],
    ["Haïti", "HT"],
    ["uk", "GB"],
    ["DO - República Dominicana", "DO"],
    [" España\n", "ES"],
  ];
  for (const [country, expected] of written) {
    const { address, changes } = addressOf({ country });
    assert.deepEqual([address?.country, changes], [expected, []], String(country));
  }
  for (const country of ["la luna", "XX", "EU", "999", {}, true]) {
    assert.deepEqual(addressOf({ country }), { address: {}, changes: ["buyer.billing.country omitted"] });
  }
});

test("what cannot be read of an advice is left out, and named without its value", () => {
  const { details, changes, wrong } = withBuyer({
    homePhone: "no tengo",
    workPhone: null,
    shipping: "Calle 5",
    billing: { line1: {}, city: "", postCode: 10101, line2: undefined },
  });
  assert.deepEqual(details.buyer, { ...contact, billing: { postCode: "10101" } });
  assert.deepEqual(
    changes.map(({ field, change }) => `${field} ${change}`),
    ["buyer.homePhone omitted", "buyer.billing.line1 omitted", "buyer.shipping omitted"],
  );
  assert.deepEqual(wrong, []);
});

test("a word for nothing is nothing: no country, no state, and no warning", () => {
  for (const word of ["n/a", "N/A", " N / A ", "n/d", "null", "undefined"]) {
    const address = { line1: word, line2: "Naco", city: word, state: word, country: word, postCode: word };
    const { details, changes } = withBuyer({ homePhone: word, billing: address, shipping: word });
    assert.deepEqual([details.buyer, changes], [{ ...contact, billing: { line2: "Naco" } }, []], word);
  }
  assert.deepEqual(addressOf({ country: "NA" }).address, { country: "NA" });
});

test("a postal code has digits of full width as others, and may have letters", () => {
  for (const [postCode, expected] of [
    ["１０１０１", "10101"],
    ["SW1A 1AA", "SW1A 1AA"],
    ["10101-A", "10101-A"],
  ]) {
    assert.deepEqual(addressOf({ postCode }), { address: { postCode: expected }, changes: [] });
  }
});

test("names that are unknown, and a buyer that is missing, stay for paymentRequest to refuse", () => {
  for (const [buyer, message] of [
    [{ ...contact, phone: "1" }, "payment.buyer.phone: unknown field, did you mean mobilePhone?"],
    [{ ...contact, billing: { zip: "1" } }, "payment.buyer.billing.zip: unknown field"],
    [{ email: contact.email }, "payment.buyer.mobilePhone: missing, 3-D Secure asks for it"],
    [undefined, "payment.buyer: expected email and mobilePhone"],
  ] as const) {
    const { details, wrong } = normalized({ buyer });
    assert.deepEqual(wrong, []);
    assert.throws(
      () => paymentRequest(merchant, { ...payment, ...details }),
      (error: Error & { code?: string }) =>
        error.code === "ERR_VENTANILLA_ARGUMENT" && error.message.startsWith(message),
    );
  }
});

const anything = fc.oneof(
  fc.string({ unit: "binary", maxLength: 400 }),
  fc.string({ unit: "grapheme", maxLength: 120 }),
  fc.string({
    unit: fc.constantFrom("ñ", "\n", " ", "\u2028", "\ud800", "¨", "9", "-", "👩🏽‍🚀", "\u200f"),
    maxLength: 300,
  }),
  fc.anything(),
);
const anyAddress = fc.oneof(
  anything,
  fc.record(
    {
      line1: anything,
      line2: anything,
      line3: anything,
      city: anything,
      state: anything,
      country: anything,
      postCode: anything,
    },
    { requiredKeys: [] },
  ),
);

/** An object that JSON or a form may have made: without names that are not an address's. */
const hasUnknownNames = (address: unknown): boolean =>
  typeof address === "object" &&
  address !== null &&
  !Array.isArray(address) &&
  Object.keys(address).some((name) => !/^(?:line[123]|city|state|country|postCode)$/.test(name));

test("whatever stands in the fields that only help 3-D Secure, the bank takes the payment", () => {
  const advice = fc.record(
    { homePhone: anything, workPhone: anything, billing: anyAddress, shipping: anyAddress },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(advice, anything, (more, avs) => {
      fc.pre(!hasUnknownNames(more.billing) && !hasUnknownNames(more.shipping));
      const { details, wrong } = normalized({ buyer: { ...contact, ...more }, avs });
      assert.deepEqual(wrong, []);
      paymentRequest(merchant, { ...payment, ...details });
    }),
    { numRuns: 2000 },
  );
});

test("an email address or a mobile number that the buyer need not correct is one that the bank takes", () => {
  fc.assert(
    fc.property(anything, anything, (email, mobilePhone) => {
      fc.pre(email !== undefined && mobilePhone !== undefined);
      const { details, wrong } = normalized({ buyer: { email, mobilePhone } });
      if (wrong.length === 0) paymentRequest(merchant, { ...payment, ...details });
    }),
    { numRuns: 2000 },
  );
});

test("no field is read further than 1,000 characters, also where Unicode makes 18 of one, or of a number's digits", () => {
  // A launch would take 0.4 s for a form that is full of it.
  const ligature = "\ufdfa";
  const { wrong, details } = normalized({
    buyer: {
      email: "ana@example.com",
      mobilePhone: `${ligature.repeat(56)}8095550101`,
      homePhone: `${ligature.repeat(10)}8095550101`,
      workPhone: 8n * 10n ** 5000n,
    },
  });
  assert.deepEqual(
    [wrong, details.buyer.homePhone, details.buyer.workPhone],
    [["mobilePhone"], "8095550101", undefined],
  );
});
