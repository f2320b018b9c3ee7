import assert from "node:assert/strict";
import { test } from "node:test";
import { invocationOf } from "./invocation.ts";

const pesos = (minor: number) => ({ minor, currency: "DOP" });
const inputOf = (...args: string[]) => {
  const invocation = invocationOf(["create", "--for", "Bizcocho", ...args]);
  return invocation.command === "create" ? invocation.input : undefined;
};

test("without a command a business is served", () => {
  assert.deepEqual(invocationOf(["--sandbox"]), {
    command: "serve",
    sandbox: true,
    store: undefined,
    json: false,
    bankPort: 4000,
    bankUrl: undefined,
  });
  assert.equal(invocationOf([]).sandbox, false);
  assert.equal(invocationOf(["serve", "--store", "a.db"]).store, "a.db");
});

test("an amount is written as people write it, or as the bounds that the buyer chooses in", () => {
  assert.deepEqual(inputOf("--amount", "2950")?.amount, pesos(295_000));
  assert.deepEqual(inputOf("--amount", "RD$ 2,950.50")?.amount, pesos(295_050));
  assert.deepEqual(inputOf("--amount", "12.5", "--currency", "USD")?.amount, { minor: 1250, currency: "USD" });
  assert.deepEqual(inputOf("--amount", "500-10,000")?.amount, { min: pesos(50_000), max: pesos(1_000_000) });
});

test("the last day counts to its end in Santo Domingo", () => {
  assert.equal(inputOf("--amount", "1", "--until", "2026-12-24")?.until, Date.UTC(2026, 11, 25, 3, 59, 59, 999));
});

test("whom it is for and how many times is said by options", () => {
  assert.deepEqual(inputOf("--amount", "1", "--times", "3", "--name", "Ana", "--mobile", "809-555-0101"), {
    amount: pesos(100),
    description: "Bizcocho",
    times: 3,
    customer: { name: "Ana", mobilePhone: "809-555-0101" },
  });
  assert.deepEqual(inputOf("--amount", "1", "--times", "many")?.times, "many");
  assert.equal(inputOf("--amount", "1", "--itbis", "0")?.itbis, 0);
});

for (const [args, message] of [
  [["crate"], "crate: unknown command, did you mean create?"],
  [["frobnicate"], "frobnicate: expected a command: serve, create, list, withdraw"],
  [["create", "--amount", "1"], '--for is required, for example --for "Bizcocho"'],
  [["create", "--for", "a"], /^--amount: expected an amount such as/],
  [["create", "--for", "a", "--amount", "1.234"], /^--amount: /],
  [["create", "--for", "a", "--amount", "1-2-3"], /^--amount: /],
  [["create", "--for", "a", "--amount", "2-1"], /^--amount: expected the lesser amount/],
  [["create", "--for", "a", "--amount", "RD$1-US$2"], /^--amount: /],
  [["create", "--for", "a", "--amount", "RD$1", "--currency", "USD"], /^--amount: /],
  [["create", "--for", "a", "--amount", "1", "--currency", "EUR"], "--currency: expected DOP or USD"],
  [["create", "--for", "a", "--amount", "1", "--itbis", ""], /^--itbis: expected 18/],
  [["create", "--for", "a", "--amount", "1", "--times", "some"], "--times: expected once, many or a number"],
  [["create", "--for", "a", "--amount", "1", "--until", "2026-06-31"], /^--until: expected a day/],
  [["create", "--for", "a", "--amount", "1", "--until", "tomorrow"], /^--until: expected a day/],
  [["create", "--amout", "1"], "--amout: unknown option, did you mean --amount?"],
  [["withdraw"], "withdraw: expected the code of a link"],
  [["withdraw", "A", "B"], "withdraw: unexpected argument"],
  [["list", "A"], "list: unexpected argument"],
  [["--bank-port", "70000"], "--bank-port: expected a number below 65,536"],
] as const) {
  test(`${args.join(" ")} is explained`, () => {
    assert.throws(() => invocationOf(args), { code: "ERR_VENTANILLA_ARGUMENT", message });
  });
}
