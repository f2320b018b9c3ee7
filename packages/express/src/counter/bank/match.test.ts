import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Attempt } from "../../attempt/attempt.ts";
import { approved } from "../approved.fixture.ts";
import { compare } from "./at-once.fixture.ts";
import { type BankPayment, keyOf } from "./columns.ts";
import type { Comparison } from "./match.ts";

type Given = Partial<Pick<BankPayment, "reference" | "authorizationCode" | "order">> & {
  minor?: number;
  currency?: "DOP" | "USD";
};

function ours({ reference, authorizationCode, order = "A-1", minor = 100, currency = "DOP" }: Given): Attempt {
  const verdict = { code: "00", ...(reference && { reference }), ...(authorizationCode && { authorizationCode }) };
  return approved({ order, amount: { minor, currency }, verdict });
}

const bank = ({ minor = 100, currency, ...keys }: Given, line = 2): BankPayment => ({
  line,
  written: {},
  ...keys,
  amount: { minor, ...(currency && { currency }) },
});

/** How many there are of each. */
const counts = ({ agreed, differing, onlyOurs, onlyBank }: Comparison) =>
  [agreed, differing, onlyOurs, onlyBank].map((list) => list.length);

function counted(a: Given[], b: Given[]): number[] {
  return counts(
    compare(
      a.map(ours),
      b.map((given, at) => bank(given, at + 2)),
    ),
  );
}

test("a payment agrees with the bank's of the same reference and amount", () => {
  assert.deepEqual(counted([{ reference: "0012" }], [{ reference: "12" }]), [1, 0, 0, 0]);
  assert.deepEqual(counted([{ reference: "12" }], [{ reference: "12", minor: 200 }]), [0, 1, 0, 0]);
  assert.deepEqual(counted([{ reference: "12" }], [{ reference: "13" }]), [0, 0, 1, 1]);
  assert.deepEqual(counted([{ reference: "12" }], [{ reference: "12", currency: "USD" }]), [0, 1, 0, 0]);
  assert.deepEqual(counted([{ reference: "12", currency: "USD" }], [{ reference: "12" }]), [1, 0, 0, 0]);
  // What was given back is not the payment.
  assert.deepEqual(
    counted([{ reference: "12" }], [{ reference: "12" }, { reference: "12", minor: -100 }]),
    [1, 0, 0, 1],
  );
  assert.deepEqual(counted([{ reference: "12" }], [{ reference: "12", minor: -100 }]), [0, 0, 1, 1]);
});

test("without a reference on both sides the authorization code decides, then the order", () => {
  assert.deepEqual(
    counted([{ reference: "12", authorizationCode: "AB12" }], [{ authorizationCode: "AB12" }]),
    [1, 0, 0, 0],
  );
  assert.deepEqual(counted([{ order: "A-7" }], [{ reference: "99", order: "A-7" }]), [1, 0, 0, 0]);
  // Two references: two payments, whatever else they share.
  const shared = { authorizationCode: "AB12", order: "A-7" };
  assert.deepEqual(counted([{ reference: "1", ...shared }], [{ reference: "2", ...shared }]), [0, 0, 1, 1]);
});

test("of several with one code, the amounts decide", () => {
  const code = { authorizationCode: "AB12" };
  assert.deepEqual(
    counted(
      [
        { ...code, minor: 5 },
        { ...code, minor: 7 },
      ],
      [
        { ...code, minor: 7 },
        { ...code, minor: 5 },
      ],
    ),
    [2, 0, 0, 0],
  );
  assert.deepEqual(
    counted(
      [{ ...code, minor: 5 }],
      [
        { ...code, minor: 7 },
        { ...code, minor: 5 },
      ],
    ),
    [1, 0, 0, 1],
  );
  // Paid twice, settled once.
  assert.deepEqual(counted([{ reference: "1" }, { reference: "1" }], [{ reference: "1" }]), [1, 0, 1, 0]);
});

test("of two names that differ in zeros or case only, each finds the one that is written alike", () => {
  const lists = (a: [string, number][], b: [string, number][]) => {
    const { agreed, differing, onlyOurs, onlyBank } = compare(
      a.map(([order, minor]) => ours({ order, minor })),
      b.map(([order, minor], at) => ({ ...bank({ order: keyOf(order) ?? "", minor }, at), written: { order } })),
    );
    const [same, other] = [agreed, differing].map((pairs) =>
      pairs.map((pair) => `${pair.ours.order}=${pair.bank.written.order}`),
    );
    return [same, other, onlyOurs.map(({ order }) => order), onlyBank.map(({ written }) => written.order)];
  };
  for (const [a, b] of [
    ["007", "7"],
    ["a1", "A1"],
  ] as const) {
    const both: [string, number][] = [
      [a, 100],
      [b, 200],
    ];
    const swapped: [string, number][] = [
      [b, 100],
      [a, 200],
    ];
    assert.deepEqual(lists(both, swapped), [[], [`${b}=${b}`, `${a}=${a}`], [], []]);
    assert.deepEqual(lists([[a, 100]], [...swapped, [a, 100]]), [[`${a}=${a}`], [], [], [b, a]]);
    // A spreadsheet wrote them alike.
    const alike: [string, number][] = [
      [b, 200],
      [b, 100],
    ];
    assert.deepEqual(lists(both, alike), [[`${b}=${b}`, `${a}=${b}`], [], [], []]);
  }
});

const key = fc.constantFrom(undefined, undefined, "1", "2", "3");
const given: fc.Arbitrary<Given> = fc
  .record({
    reference: key,
    authorizationCode: key,
    order: fc.constantFrom("A-1", "A-2"),
    minor: fc.constantFrom(100, 200),
    currency: fc.constantFrom("DOP", "USD"),
  })
  .map(({ reference, authorizationCode, ...rest }) => ({
    ...rest,
    ...(reference && { reference }),
    ...(authorizationCode && { authorizationCode }),
  }));
const list = fc.array(given, { maxLength: 9 });

test("any lists: each payment is in one list, an agreement has one amount, and their order changes nothing", () => {
  fc.assert(
    fc.property(list, list, fc.func(fc.integer()), (a, b, shuffle) => {
      const attempts = a.map(ours);
      const payments = b.map((one, at) => bank(one, at + 2));
      const result = compare(attempts, payments);
      const { agreed, differing, onlyOurs, onlyBank } = result;
      const pairs = [...agreed, ...differing];
      assert.deepEqual(new Set([...pairs.map((pair) => pair.ours), ...onlyOurs]), new Set(attempts));
      assert.deepEqual(new Set([...pairs.map((pair) => pair.bank), ...onlyBank]), new Set(payments));
      assert.equal(pairs.length * 2 + onlyOurs.length + onlyBank.length, attempts.length + payments.length);
      for (const pair of agreed) assert.equal(pair.ours.amount.minor, pair.bank.amount.minor);
      for (const {
        ours: { amount },
        bank: theirs,
      } of differing) {
        assert.notDeepEqual(amount, { currency: amount.currency, ...theirs.amount });
      }
      const shuffled = <T>(items: readonly T[]) => items.toSorted((x, y) => shuffle(x) - shuffle(y));
      assert.deepEqual(counts(compare(shuffled(attempts), shuffled(payments))), counts(result));
    }),
    { numRuns: 500, seed: 6 },
  );
});

test("the bank's list of exactly our payments agrees, whichever names it has", () => {
  fc.assert(
    fc.property(list, fc.subarray(["reference", "authorizationCode"] as const), (a, kept) => {
      const attempts = a.map(ours);
      const payments = a.map((one, at) => {
        const known = Object.fromEntries(
          (["currency", ...kept] as const).map((name) => [name, one[name]]).filter(([, value]) => value !== undefined),
        );
        return bank({ order: one.order ?? "", minor: one.minor ?? 0, ...known }, at + 2);
      });
      const { agreed } = compare(attempts, payments);
      assert.equal(agreed.length, attempts.length);
    }),
    { numRuns: 500, seed: 6 },
  );
});

test("twenty thousand payments with one name are compared at once", () => {
  const many = Array.from({ length: 20_000 }, (_, at) => ({ authorizationCode: "X", minor: at % 2 }));
  assert.deepEqual(counted(many, many), [20_000, 0, 0, 0]);
});
