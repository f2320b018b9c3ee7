import assert from "node:assert/strict";
import { test } from "node:test";
import { filterOf } from "./filter.ts";

const read = (query: string) =>
  filterOf(new URLSearchParams(query), { timeZone: "America/Santo_Domingo", batchClose: "19:00" });

test("a filter reads amounts, days of the bank's time zone and digits as people write them", () => {
  for (const [query, filter] of [
    ["", {}],
    ["order=+A-1+&state=&from=", { order: "A-1" }],
    ["state=waiting", { groups: ["waiting"] }],
    ["state=decide", { groups: ["decide"] }],
    ["state=challenge", { reason: "challenge" }],
    ["amount=1,234.50", { amount: { minor: 123_450, currency: "DOP" } }],
    ["amount=RD$ 1234", { amount: { minor: 123_400, currency: "DOP" } }],
    ["amount=9,999,999.99&currency=USD", { amount: { minor: 999_999_999, currency: "USD" } }],
    ["amount=US$ 20.00", { amount: { minor: 2000, currency: "USD" } }],
    ["amount=US$20&currency=USD", { amount: { minor: 2000, currency: "USD" } }],
    ["amount=7.5", { amount: { minor: 750, currency: "DOP" } }],
    ["currency=USD", { currency: "USD" }],
    ["authorization=48a912&reference=6325", { authorizationCode: "48a912", reference: "6325" }],
    ["email=+Ana@Ex.do+", { email: "Ana@Ex.do" }],
    ["email=ana", { email: "ana" }],
    ["digits=0050", { lastDigits: "0050" }],
    [
      "from=2026-11-20&until=2026-11-20",
      { from: Date.parse("2026-11-20T04:00:00Z"), until: Date.parse("2026-11-21T04:00:00Z") },
    ],
  ] as const) {
    assert.deepEqual(read(query), { filter }, query);
  }
});

test("a filter that cannot be read says what is wrong, and in which field of the form", () => {
  for (const [query, problem, wrong] of [
    ["amount=1.234,50", "amount", "amount"],
    ["amount=1,23", "amount", "amount"],
    ["amount=-5", "amount", "amount"],
    ["amount=10000000000.00&currency=DOP", "amount", "amount"],
    ["amount=99999999999", "amount", "amount"],
    ["amount=US$ 20&currency=DOP", "amount", "amount"],
    ["amount=XY$ 20", "amount", "amount"],
    ["amount=1e3", "amount", "amount"],
    ["amount=12345678901234", "amount", "amount"],
    ["state=nonsense", "choice"],
    ["state=Approved", "choice"],
    ["currency=EUR", "choice"],
    ["amount=20&currency=usd", "choice"],
    ["digits=123", "digits", "digits"],
    ["digits=12345", "digits", "digits"],
    ["digits=٠٠٥٠", "digits", "digits"],
    ["from=31/02/2026", "date", "from"],
    ["from=11/20/2026", "date", "from"],
    ["until=2026-02-31", "date", "until"],
    [`order=${"x".repeat(256)}`, "text", "order"],
  ] as const) {
    assert.deepEqual(read(query), { problem, ...(wrong && { wrong: { [wrong]: problem } }) }, query);
  }
  assert.deepEqual(read("from=abc&amount=x&digits=12&until=20/11/2026"), {
    problem: "date",
    wrong: { from: "date", amount: "amount", digits: "digits" },
  });
});
