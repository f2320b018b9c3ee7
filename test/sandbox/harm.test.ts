import assert from "node:assert/strict";
import { test } from "node:test";
import { newKey, sale } from "./rest.ts";
import { bank, create, request } from "./shop.ts";

const lines: string[] = [];
const sandbox = await bank({ log: (line) => lines.push(line) });
const saleWarnings = async (fields: Record<string, unknown>): Promise<readonly string[] | undefined> => {
  await sale(sandbox, fields);
  return sandbox.transactions().at(-1)?.warnings;
};
const sessionWarnings = async (fields: Record<string, unknown>): Promise<readonly string[] | undefined> => {
  await create(sandbox, { TransactionId: String(sandbox.sessions().length).padStart(6, "0"), ...fields });
  return sandbox.sessions().at(-1)?.warnings;
};

/** Creates a session with a body that is JSON text, as written. */
async function post(body: string): Promise<{ amount: number | undefined; warnings: readonly string[] }> {
  await fetch(`${sandbox.url}/sessions`, { method: "POST", body });
  const { amount, warnings = [] } = sandbox.sessions().at(-1) ?? {};
  return { amount, warnings };
}

test("a zero-padded REST amount is booked a hundred times too large, and warned of with what it became", async () => {
  assert.deepEqual(await saleWarnings({ amount: "000000295000", tax: "0450", Favourite: 1 }), [
    '"amount" is 000000295000 and is booked as 295000.00: REST amounts are major units, expected 2950.00',
    '"tax" is 0450 and is booked as 450.00: REST amounts are major units, expected 4.50',
    '"Favourite" is ignored: there is no such field',
  ]);
  assert.equal(sandbox.transactions().at(-1)?.amount, 29_500_000);
  for (const amount of ["0.50", "2950.00", 2950, "100"]) assert.deepEqual(await saleWarnings({ amount }), []);
});

test("twelve digits without a zero in front are refused in words that name the unit", async () => {
  const answer = await sale(sandbox, { amount: "295000000000" });
  assert.match(answer.text, /"field":"amount","message":"expected an amount in major units with two decimals/);
});

test("a JSON number as Amount is warned of with what it is read as: 180.0 is 1.80, not 180.00", async () => {
  const body = (amount: string) => JSON.stringify({ ...request, Amount: 7, Tax: "0" }).replace(":7", `:${amount}`);
  for (const [amount, minor, expected] of [
    ["180.0", 180, '"Amount" has decimals: they are cut off and it is read as 1.80; send minor units'],
    ["180.00", 180, '"Amount" has decimals: they are cut off and it is read as 1.80; send minor units'],
    [
      "180",
      180,
      '"Amount" is a number, read as minor units, 1.80: expected 12 digits as a string, 000000018000 for 180.00',
    ],
    ["1.8e2", undefined, '"Amount" cannot be read: expected digits of minor units'],
  ] as const) {
    const made = await post(body(amount));
    assert.equal(made.amount, minor, amount);
    assert.equal(made.warnings[0], expected);
  }
});

test("warnings stand in the order of the harm they tell of: money, which payment, the rest", async () => {
  assert.deepEqual(
    (
      await sessionWarnings({
        Favourite: 1,
        "3DS_Email": "x",
        ReturnURL: "x",
        TransactionId: "1",
        Ipclient: "",
        Amount: "2950.00",
        Curency: "214",
        CurrencyCode: "214",
      })
    )?.map((warning) => warning.slice(0, 24)),
    [
      '"Amount" has decimals: t',
      '"Curency" is ignored: di',
      '"TransactionId" is wrong',
      '"ReturnURL" is ignored: ',
      '"Favourite" is ignored: ',
      '"3DS_Email" is ignored: ',
      "missing: Ipclient",
    ],
  );
  assert.match((await sessionWarnings({ Favourite: 1, Amount: undefined }))?.[0] ?? "", /^missing: Amount/);
});

test("a hundred strange fields do not hide what happens to the amount", async () => {
  const strange = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`field${i}`, i]));
  const body = JSON.stringify({ ...strange, ...request, Amount: "2950.00" });
  const { warnings } = await post(body);
  assert.match(warnings[0] ?? "", /^"Amount" has decimals/);
  assert.ok(warnings.length <= 23);
});

test("the console and the wire log have the same order, and faults come last", async () => {
  sandbox.faults.arm("truncated-json");
  lines.length = 0;
  const body = JSON.stringify({ Favourite: 1, ...request, Amount: "5.00", TransactionId: "999999" });
  await fetch(`${sandbox.url}/sessions`, { method: "POST", body });
  const said = sandbox.wire().at(-1)?.warnings ?? [];
  assert.deepEqual(
    said.map((warning) => warning.replace(/ (?:has|is) .*/, "")),
    ['"Amount"', '"Favourite"', "fault truncated-json"],
  );
  assert.deepEqual(
    lines,
    said.map((warning) => `A-1: ${warning}`),
  );
});

test("fields that other services have are told by the one of this service", async () => {
  for (const [name, hint] of [
    ["AcquirerId", 'did you mean "AcquiringInstitutionCode"?'],
    ["TerminalId", 'did you mean "MerchantTerminal"?'],
    ["OrderNumber", 'did you mean "OrdenID"?'],
    [
      "MerchantNumber_amex",
      '"MerchantNumber" is for every card, and only the terminal differs: "MerchantTerminal_amex"',
    ],
    ["MAC", "requests of this service are not signed"],
    ["RequiresConfirmation", 'a payment to be confirmed later has "TransactionType" 0100'],
    ["InitiatedBy", "there is no such field"],
    ["TerminalType", "there is no such field"],
    ["MerchantId", 'did you mean "MerchantNumber"?'],
    ["Curency", 'did you mean "CurrencyCode"?'],
    ["Currency", 'did you mean "CurrencyCode"?'],
    ["ITBIS", 'did you mean "Tax"?'],
    ["ApprovedUrl", 'did you mean "ReturnUrl"?'],
    ["DeclinedUrl", 'a declined payment comes back to "ReturnUrl" too'],
    ["cvv", "the card is typed on the bank's page, and its data never comes from the shop"],
    ["constructor", "there is no such field"],
  ] as const) {
    assert.deepEqual(await sessionWarnings({ [name]: "1" }), [`"${name}" is ignored: ${hint}`]);
  }
  for (const [name, hint] of [
    ["OrderNumber", 'did you mean "invoice-number"?'],
    ["OrdenId", 'did you mean "invoice-number"?'],
    ["currency-code", 'did you mean "currency"?'],
    ["pan", 'did you mean "card-number"?'],
    ["Reference", 'did you mean "reference-number"?'],
    ["MAC", "requests of this service are not signed"],
    ["trToken", 'did you mean "txToken"?'],
  ] as const) {
    const key = await newKey(sandbox);
    assert.deepEqual(await saleWarnings({ "idempotency-key": key, [name]: "1" }), [`"${name}" is ignored: ${hint}`]);
  }
});
