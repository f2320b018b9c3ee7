import assert from "node:assert/strict";
import { test } from "node:test";
import { switchTable } from "../../../packages/sandbox/src/switch-table.ts";
import { payAt, postForm } from "../../buyer-at-bank.ts";
import { formsOf } from "../../conformance/hosted-steps.ts";
import { some } from "../../part.ts";
import { cards, openShop, orderAt, sessionIn } from "../../shop.ts";

/** What a payment of the page has nothing to do with. */
const ofRest = [
  "rest-mandatory-fields",
  "authentication-fields",
  "environment",
  "key-path",
  "key-type",
  "sale-token",
  "check-in-token",
  "refund-token",
  "check-in-void",
  "rest-answer-values",
  "failed-3ds",
  "bearer-header",
];

const home = {
  line1: "Calle El Conde 1",
  line2: "Zona Colonial",
  line3: "Piso 2",
  city: "Santo Domingo",
  state: "01",
  country: "DO",
  postCode: "10210",
};
const buyer = {
  email: "ana@example.com",
  mobilePhone: "8095550101",
  homePhone: "8095550102",
  workPhone: "8095550103",
  billing: home,
  shipping: home,
};

const shop = await openShop({
  background: false,
  // With all that a bank that reads the contract to the letter wants of 3-D Secure.
  order: () => ({ ...orderAt(295_000), buyer }),
  limits: { address: Number.POSITIVE_INFINITY },
});
let orders = 0;

for (const [name, { values, live }] of Object.entries(switchTable)) {
  if (ofRest.includes(name)) continue;
  for (const value of some(`a payment at ${name}`, values)) {
    // Not how the bank says something, but what its issuers decide: the test below.
    if (name === "issuer-code" && value !== live) continue;
    test(`a whole payment, approved or declined, passes at a bank that has ${name} at ${value}`, async () => {
      const { sandbox } = shop;
      sandbox.switches.set(name, value);
      try {
        for (const [card, state] of [
          [cards.approved, "approved"],
          [cards.declined, "declined"],
        ] as const) {
          orders += 1;
          const order = `R-${orders}`;
          const attempt = crypto.randomUUID();
          await payAndReturn(attempt, order, card);
          assert.equal((await shop.status(attempt)).body.state, state, order);
          assert.equal(shop.paid.filter((paid) => paid.order === order).length, state === "approved" ? 1 : 0);
          assert.equal(sandbox.sessions().at(-1)?.order, order);
          assert.deepEqual(sandbox.sessions().at(-1)?.warnings, []);
        }
      } finally {
        sandbox.switches.set(name, live);
      }
    });
  }
}

for (const [code, state] of [
  ["N7", "opened"],
  ["EB", "opened"],
  ["n7", "opened"],
  ["5", "review"],
] as const) {
  test(`a code that the contract does not list, ${code}, is not a payment and allows none: the order waits`, async () => {
    orders += 1;
    const order = `R-${orders}`;
    const attempt = crypto.randomUUID();
    shop.sandbox.switches.set("issuer-code", code);
    try {
      await payAndReturn(attempt, order, cards.approved);
    } finally {
      shop.sandbox.switches.set("issuer-code", "by-card");
    }
    const { body } = await shop.status(attempt);
    assert.deepEqual([body.state, body.safeToRetry], [state, false]);
    assert.deepEqual(
      shop.paid.filter((paid) => paid.order === order),
      [],
    );
  });
}

/**
 * The buyer's browser: pays at the bank, with the challenge's code where it asks, and sends every return it is given.
 */
async function payAndReturn(attempt: string, order: string, number: string): Promise<void> {
  const SESSION = await sessionIn(await shop.launch(order, { attempt, lang: "en" }));
  let answer = await payAt(shop.sandbox.url, SESSION, number);
  let html = await answer.text();
  const [, otp] = /class="otp">(\d{6})</.exec(html) ?? [];
  if (html.includes('name="otp"')) {
    answer = await postForm(answer.url, { otp: otp ?? "" });
    html = await answer.text();
  }
  const away = formsOf(html, answer.url).filter(({ action }) => action.startsWith(shop.mount));
  for (const { action, method, fields } of away) {
    if (method === "post") await back(action, new URLSearchParams(fields));
    else await back(`${action}?${new URLSearchParams(fields).toString()}`);
  }
  const [, address] = /href="(http[^"]+)" data-after/.exec(html) ?? [];
  if (away.length === 0) await back((address ?? "").replaceAll("&amp;", "&"));
}

async function back(address: string, body?: URLSearchParams): Promise<void> {
  const init = body ? { method: "POST", body } : {};
  const response = await fetch(address, { ...init, redirect: "manual", headers: { "Sec-Fetch-Site": "cross-site" } });
  assert.ok(response.status < 400, `${response.status} at ${new URL(address).pathname}`);
}
