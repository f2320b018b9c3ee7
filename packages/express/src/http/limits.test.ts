import assert from "node:assert/strict";
import { test } from "node:test";
import { defaultLimits, makeLaunchLimiter } from "./limits.ts";

const nobody = { order: "A-1", browser: "b", address: "127.0.0.1" };

test("each order, browser and address, and all together, have their own cap, for ten minutes", () => {
  for (const name of ["order", "browser", "address", "all"] as const) {
    let now = 0;
    const limited = makeLaunchLimiter({ ...defaultLimits, [name]: 2 }, () => now);
    const asker = (i: number) => {
      const others = { order: `O-${i}`, browser: `b-${i}`, address: `10.0.0.${i}` };
      return name === "all" ? others : { ...others, [name]: "the same" };
    };
    assert.deepEqual([limited(asker(1)), limited(asker(2))], [undefined, undefined]);
    now = 60_000;
    assert.equal(limited(asker(3)), 540, name);
    now = 600_000;
    assert.equal(limited(asker(4)), undefined, name);
  }
});

test("a refused launch counts against no limit", () => {
  const limited = makeLaunchLimiter({ ...defaultLimits, order: 1, browser: 2 }, () => 0);
  limited(nobody);
  for (let i = 0; i < 10; i++) assert.ok(limited(nobody));
  assert.equal(limited({ ...nobody, order: "B-2" }), undefined);
});

test("the cap of all launches holds after a flood of made-up browsers", () => {
  const limited = makeLaunchLimiter({ ...defaultLimits, address: Number.POSITIVE_INFINITY, all: 60_000 }, () => 0);
  let refused = 0;
  for (let i = 0; i < 70_000; i++) {
    if (limited({ order: `O-${i}`, browser: `b-${i}`, address: `a-${i}` }) !== undefined) refused++;
  }
  assert.equal(refused, 10_000);
});
