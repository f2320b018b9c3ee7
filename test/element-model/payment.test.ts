// The payment logic of the element under every interleaving that fast-check comes up with: two tabs, windows, frames,
// reloads, lost launches, answers that are late, wrong or never come. `npm run long fuzz-element` plays more.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { isLive } from "../../packages/element/src/payment.ts";
import { often } from "../part.ts";
import { World } from "./world.ts";

const tab = fc.constantFrom(0, 1);
const outcome = fc.constantFrom("approved", "declined", "cancelled", "expired", "unknown", "pending");
const final = fc.constantFrom("approved", "declined", "expired", "unknown");

/** What can happen, each as its name and what it takes. */
const step = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(fc.constant("press"), tab, fc.constantFrom("popup", "redirect", "modal")) },
  { weight: 4, arbitrary: fc.tuple(fc.constant("answer"), fc.constantFrom("truth", "truth", "error", "garbage")) },
  { weight: 4, arbitrary: fc.tuple(fc.constant("tick"), fc.constantFrom(300, 600, 2100, 8000, 20_000)) },
  { weight: 3, arbitrary: fc.tuple(fc.constant("arrive"), fc.constantFrom(false, false, false, true)) },
  { weight: 2, arbitrary: fc.tuple(fc.constant("decide"), outcome) },
  { weight: 2, arbitrary: fc.tuple(fc.constant("wake"), tab, fc.boolean()) },
  { weight: 2, arbitrary: fc.tuple(fc.constant("close"), fc.nat(3)) },
  fc.tuple(fc.constant("cancel"), tab),
  fc.tuple(fc.constant("reset"), tab),
  fc.tuple(fc.constant("remount"), tab),
  fc.tuple(fc.constant("reload"), tab),
  fc.tuple(fc.constant("block"), fc.boolean()),
  fc.tuple(fc.constantFrom("hidden", "onLine"), fc.boolean()),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

async function take(world: World, [what, one, two]: Step): Promise<void> {
  const page = world.pages[Number(one)];
  if (what === "press") world.press(one, two);
  else if (what === "answer") world.answer(one);
  else if (what === "tick") await world.tick(one);
  else if (what === "arrive") world.arrive(one);
  else if (what === "decide") world.decide(one);
  else if (what === "wake") page?.payment._wake(two);
  else if (what === "close") Object.assign(world.windows.at(-1 - one) ?? {}, { closed: true });
  else if (what === "cancel") page?.controller._cancel();
  else if (what === "reset") page?.payment._reset();
  else if (what === "remount") page?.mount();
  else if (what === "reload") await world.load(one);
  else if (what === "block") world.blocked = one;
  else world.set(what, one);
  await world.flush();
}

const ends = /^(approved|declined|cancelled|expired|unknown|failed):/;

/** `npm test` plays the same runs each time; FUZZ_RUNS plays others. */
const seed = process.env.FUZZ_RUNS === undefined ? { seed: 20_261_122 } : {};

test("an attempt has exactly one terminal event, settled follows it, and every promise is kept", async () => {
  const runs = Number(process.env.FUZZ_RUNS ?? often(250, 80));
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), final, async (steps, last) => {
      const world = new World();
      try {
        await world.load(0);
        await world.load(1);
        for (const next of steps) await take(world, next);
        const waiting = world.pages.flatMap(({ promises }) => promises);
        await world.finish(last);
        assert.deepEqual(world.wrong, []);
        for (const { told } of [...world.pages, ...world.gone]) {
          const finals = told.filter((event) => ends.test(event) && !event.startsWith("cancelled"));
          assert.equal(new Set(finals).size, finals.length, `told twice: ${told.join(" ")}`);
          told.forEach((event, i) => {
            if (!ends.test(event)) return;
            assert.equal(told[i + 1], event.replace(/^\w+/, "settled"), told.join(" "));
            const before = told.slice(0, i).findLast((earlier) => /^(settled|open|checking):/.test(earlier));
            assert.doesNotMatch(before ?? "settled", /^settled/, `two ends, nothing begun between: ${told.join(" ")}`);
          });
          assert.equal(
            told.filter((event) => event.startsWith("settled")).length,
            told.filter((e) => ends.test(e)).length,
          );
        }
        for (const { payment, told } of world.pages) {
          const { status, result } = payment._state;
          assert.equal(isLive(payment._state), false, `still asks: ${told.join(" ")}`);
          const truth = result && world.truth(result.attempt);
          // A buyer who has left without paying, or never arrived within the grace, is no longer followed: the same order
          // can still be paid in another tab or by a launch that took very long.
          if (truth && !/cancelled|failed/.test(status)) assert.equal(status, truth, told.join(" "));
        }
        const kept = await Promise.race([Promise.all(waiting), world.flush().then(() => undefined)]);
        assert.ok(kept, "a promise of pay() is open forever");
      } finally {
        world.end();
      }
    }),
    { ...seed, numRuns: runs, endOnFailure: !process.env.FUZZ_RUNS },
  );
});
