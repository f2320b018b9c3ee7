import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { timeScaleOf } from "./time-scale.ts";

const minute = 60_000;

test("times are drawn in proportion, and only a gap more than twice as long as all of the rest is folded", () => {
  const even = timeScaleOf([0, 8 * minute, 20 * minute]);
  assert.deepEqual(
    [0, 8, 10, 20].map((at) => even.placeOf(at * minute)),
    [0, 40, 50, 100],
  );
  // Four minutes are longer than the rest, and still drawn whole.
  assert.equal(timeScaleOf([0, minute, 5 * minute]).stretches.length, 1);
  const folded = timeScaleOf([0, 2 * minute, 600 * minute, 602 * minute]);
  assert.deepEqual(
    folded.stretches.map(({ isFolded }) => isFolded),
    [false, true, false],
  );
  assert.deepEqual(
    [0, 2, 600, 602].map((at) => folded.placeOf(at * minute)),
    [0, 39, 61, 100],
  );
});

test("the time that a buyer still has is drawn, and never folded", () => {
  const scale = timeScaleOf([0, 6 * minute], 30 * minute);
  assert.deepEqual(
    [0, 6, 30].map((at) => scale.placeOf(at * minute)),
    [0, 20, 100],
  );
});

test("whatever the times: a later one is never drawn before an earlier one, and all of them within the drawing", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 40 * 86_400_000 }), { minLength: 1, maxLength: 12 }), (times) => {
      const { placeOf, stretches } = timeScaleOf(times);
      const places = times.toSorted((a, b) => a - b).map(placeOf);
      assert.deepEqual(
        places,
        places.toSorted((a, b) => a - b),
      );
      assert.ok(places.every((place) => place >= 0 && place <= 100));
      assert.ok(stretches.filter(({ isFolded }) => isFolded).length <= 2);
    }),
  );
});
