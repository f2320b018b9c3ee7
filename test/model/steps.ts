import fc from "fast-check";
import { cancel, cards, openPage, pay } from "./bank-page.ts";
import {
  anyOne,
  anyOrder,
  anyProcess,
  latest,
  launch,
  launches,
  poll,
  polls,
  reconcile,
  visit,
  visits,
} from "./shop-steps.ts";
import type { HookEnd, World } from "./world.ts";

/** A step of a run: what happens, with the values that it happens with. */
function step<T>(
  name: string,
  values: fc.Arbitrary<T>,
  run: (world: World, values: T) => Promise<unknown>,
): fc.Arbitrary<fc.AsyncCommand<object, World>> {
  return values.map((drawn) => ({
    check: () => true,
    async run(_model, world) {
      await run(world, drawn);
      await world.settleDown();
    },
    toString: () => `${name}(${JSON.stringify(drawn)})`,
  }));
}

const second = 1000;
const minute = 60 * second;

/** The end of the next window, and the moments around it at which something changes. */
const aroundTheEnd = [-1800, -130, -61, -30, -21, -6, -1, 0, 1, 19, 21, 31, 61].map((n) => n * second);

const faults = [
  "server-error-before",
  "server-error-after",
  "html-200",
  "truncated-json",
  "reset-after",
  "early-404",
  "late-result",
  "declined-then-approved",
  "foreign-ordenid",
  "missing-ordenid",
  "contradicting-fields",
  "code-09-times",
  "result-500",
  "result-html",
] as const;

/** The steps that a run is made of, each with how often it is drawn. */
export const steps: fc.Arbitrary<fc.AsyncCommand<object, World>>[] = [
  ...Array.from({ length: 5 }, () => step("launch", launches, launch)),
  step("open", anyOne, async (world, back) => {
    const tab = latest(world.tabs, back);
    if (tab) await openPage(world, tab);
  }),
  ...Array.from({ length: 5 }, () =>
    step(
      "pay",
      fc.record({
        back: anyOne,
        card: fc.constantFrom<keyof typeof cards>(
          "approved",
          "approved",
          ...(Object.keys(cards) as (keyof typeof cards)[]),
        ),
        leaves: fc.constantFrom(false, false, true),
      }),
      async (world, { back, card, leaves }) => {
        const tab = latest(world.tabs, back);
        if (tab) await pay(world, tab, card, leaves);
      },
    ),
  ),
  step("cancel", anyOne, async (world, back) => {
    const tab = latest(world.tabs, back);
    if (tab) await cancel(world, tab);
  }),
  ...Array.from({ length: 3 }, () => step("visit", visits, visit)),
  ...Array.from({ length: 2 }, () => step("poll", polls, poll)),
  ...Array.from({ length: 2 }, () => step("reconcile", anyProcess, reconcile)),
  step("storm", fc.tuple(visits, polls, launches), async (world, [visiting, polling, launching]) => {
    await Promise.all([
      visit(world, visiting),
      poll(world, { ...polling, ask: true }),
      launch(world, launching),
      reconcile(world, 0),
      reconcile(world, 1),
    ]);
  }),
  step(
    "hooks",
    fc.array(fc.constantFrom<HookEnd>("ok", "fail", "permanent", "crash"), { minLength: 1, maxLength: 3 }),
    async (world, ends) => world.hookEnds.push(...ends),
  ),
  step(
    "resolve",
    fc.record({ which: anyProcess, back: anyOne, paid: fc.boolean() }),
    async (world, { which, back, paid }) => {
      const open = [...world.witness.attempts.values()].filter(
        ({ state, facts }) => (state === "unknown" || state === "review") && facts.resolution === undefined,
      );
      const attempt = latest(open, back);
      if (!attempt) return;
      const finding = { paid, reason: "the bank's statement", by: "ana" };
      await world.unlessDead(which, world.process(which).payments.resolve(attempt.id, finding));
    },
  ),
  step("crash", anyProcess, async (world, which) => world.process(which).life.die()),
  ...Array.from({ length: 2 }, () =>
    step(
      "crashAt",
      fc.record({ which: anyProcess, call: fc.nat(25), moment: fc.constantFrom("before" as const, "after" as const) }),
      async (world, { which, call, moment }) => world.dieAt(which, call, moment),
    ),
  ),
  ...Array.from({ length: 3 }, () =>
    step(
      "pass",
      fc.oneof(
        { weight: 3, arbitrary: fc.integer({ min: 1, max: 90 }).map((n) => n * second) },
        { weight: 3, arbitrary: fc.integer({ min: 1, max: 15 }).map((n) => n * minute) },
        { weight: 1, arbitrary: fc.constant(61 * minute) },
      ),
      async (world, ms) => world.pass(ms),
    ),
  ),
  step("passToTheEnd", fc.constantFrom(...aroundTheEnd), async (world, offset) => {
    const ends = [...world.witness.attempts.values()].flatMap(({ windowEndsAt }) =>
      windowEndsAt !== undefined && windowEndsAt + offset > world.now ? [windowEndsAt + offset] : [],
    );
    if (ends.length > 0) world.pass(Math.min(...ends) - world.now);
  }),
  ...Array.from({ length: 2 }, () =>
    step(
      "fault",
      fc.record({ fault: fc.constantFrom(...faults), times: fc.constantFrom(1, 2, 4) }),
      async (world, { fault, times }) => world.bank.faults.arm(fault, { times }),
    ),
  ),
  // Rarer than the others, because most of the time of a run is spent on it.
  step("noAnswer", fc.constantFrom("timeout", "result-timeout", "reset-before", "result-500"), async (world, fault) =>
    world.bank.faults.arm(fault),
  ),
  step("heal", fc.constant(null), async (world) => world.bank.faults.disarm()),
  step(
    "price",
    fc.record({ order: anyOrder, minor: fc.constantFrom(10_000, 20_000, 30_000) }),
    async (world, { order, minor }) => {
      world.prices[order] = minor;
    },
  ),
];
