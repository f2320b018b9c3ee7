// The reducer of the element's payment: every phase with every event.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { PayOutcome, PayResult, PayStatus } from "../../packages/element/src/index.ts";
import {
  canBegin,
  idle,
  isLive,
  type PaymentAction,
  type PaymentState,
  reduce,
} from "../../packages/element/src/payment.ts";

const unsafe = /^(pending|approved|unknown)$/;

function result(attempt: string, outcome: PayOutcome): PayResult {
  return { attempt, order: "A-1", outcome, verified: true, safeToRetry: !unsafe.test(outcome), message: outcome };
}

const live = ["open", "checking", "pending"] as const;
const safe = ["declined", "cancelled", "expired", "failed"] as const;
const final = ["approved", "unknown"] as const;
const statuses: PayStatus[] = ["idle", ...live, ...safe, ...final];

/** A payment in a phase, with attempt `one`. */
function at(status: PayStatus, more: Partial<PaymentState> = {}): PaymentState {
  if (status === "idle") return { ...idle, ...more };
  const outcome = status === "open" || status === "checking" ? "pending" : status;
  const _reported = isLive({ ...idle, status }) ? [] : [`one ${outcome}`];
  return { ...idle, status, attempt: "one", result: result("one", outcome), _reported, ...more };
}

const events = {
  requested: { type: "requested" },
  verifying: { type: "verifying" },
  verified: { type: "verified" },
  left: { type: "left" },
  delayed: { type: "delayed" },
  "answered: pending": { type: "answered", result: result("one", "pending") },
  "answered: approved": { type: "answered", result: result("one", "approved") },
  missing: { type: "missing", message: "The page did not open." },
  found: { type: "found", result: result("two", "pending") },
  launched: { type: "launched", result: result("two", "pending") },
  failed: { type: "failed", result: result("two", "failed") },
  reworded: { type: "reworded", message: "En otro idioma." },
  reset: { type: "reset" },
} satisfies Record<string, PaymentAction>;
type EventName = keyof typeof events;

/** The next phase and what the page is told; an event that is not named changes nothing. */
type Row = Partial<Record<EventName, [PayStatus, ...string[]]>>;

const lives: Row = { found: ["checking", "checking"], launched: ["open", "open"] };
const begins: Row = { ...lives, failed: ["failed", "failed", "settled"] };
const follows: Row = {
  ...lives,
  left: ["checking", "checking"],
  delayed: ["pending", "pending"],
  "answered: approved": ["approved", "approved", "settled"],
  missing: ["idle"],
};
const { left, delayed, ...others } = follows;
const again: Row = { ...begins, reset: ["idle"] };
const table = {
  idle: begins,
  open: follows,
  checking: { ...others, delayed: ["pending", "pending"] },
  pending: { ...others, left: ["checking", "checking"] },
  declined: again,
  cancelled: again,
  expired: again,
  failed: again,
  approved: {},
  unknown: {},
} satisfies Record<PayStatus, Row>;
/** Events that change what is known of a live payment, but not its phase. */
const quiet: EventName[] = ["requested", "verifying", "answered: pending"];

describe("every phase with every event", () => {
  for (const status of statuses) {
    for (const name of Object.keys(events) as EventName[]) {
      const row: Row = table[status];
      const [next, ...tell] = row[name] ?? [status];
      test(`${status}, ${name}: ${next === status ? "stays" : next}`, () => {
        const before = Object.freeze(at(status));
        const { state, tell: told } = reduce(before, events[name]);
        assert.equal(state.status, next);
        assert.deepEqual(told, tell);
        const isQuiet = name === "reworded" ? before.result : isLive(before) && quiet.includes(name);
        if (!row[name] && !isQuiet) assert.deepEqual(state, before);
        assert.equal(isLive(state), state.status !== "idle" && state.result?.outcome === "pending");
      });
    }
  }
});

describe("what a live payment learns without leaving its phase", () => {
  for (const status of live) {
    test(`${status}: the buyer who asks to pay waits for the attempt that is followed`, () => {
      assert.deepEqual(reduce(at(status), events.requested), { state: at(status, { _awaited: "one" }), tell: [] });
    });

    test(`${status}: it is busy while the attempt is verified`, () => {
      const { state } = reduce(at(status), events.verifying);
      assert.deepEqual(state, at(status, { _awaited: "one", _busy: true }));
      assert.deepEqual(reduce(state, events.verified), { state: at(status, { _awaited: "one" }), tell: [] });
    });

    test(`${status}: an answer without an outcome is the result, and names the attempt that took the place`, () => {
      const answer = result("another", "pending");
      const { state, tell } = reduce(at(status), { type: "answered", result: answer });
      assert.deepEqual(state, at(status, { result: answer }));
      assert.deepEqual(tell, []);
    });
  }
});

describe("an outcome", () => {
  for (const outcome of [...safe, ...final]) {
    test(`${outcome} is told once, and settled after it`, () => {
      const { state, tell } = reduce(at("checking"), { type: "answered", result: result("one", outcome) });
      assert.equal(state.status, outcome);
      assert.deepEqual(tell, [outcome, "settled"]);
      assert.deepEqual(state._reported, [`one ${outcome}`]);
    });
  }

  test("that the page was told before is shown without an event when another tab brings it back", () => {
    const before = at("checking", { _reported: ["one approved"] });
    const { state, tell } = reduce(before, events["answered: approved"]);
    assert.equal(state.status, "approved");
    assert.deepEqual(tell, []);
    assert.deepEqual(state._reported, before._reported);
  });

  test("is told again to a buyer who waits for it", () => {
    const before = at("checking", { _reported: ["one approved"], _awaited: "one" });
    const { state, tell } = reduce(before, events["answered: approved"]);
    assert.deepEqual(tell, ["approved", "settled"]);
    assert.equal(state._awaited, "");
  });

  test("is told when it is another one than before", () => {
    const before = at("checking", { _reported: ["one cancelled"] });
    assert.deepEqual(reduce(before, events["answered: approved"]).tell, ["approved", "settled"]);
  });

  for (const outcome of final) {
    test(`${outcome} is never left`, () => {
      const before = at(outcome, { _busy: true });
      for (const event of Object.values(events)) assert.equal(reduce(before, event).state.status, outcome);
    });
  }
});

test("in another language nothing but the message is another one", () => {
  for (const status of statuses.filter((each) => each !== "idle")) {
    const before = at(status);
    const { state, tell } = reduce(before, events.reworded);
    assert.deepEqual(state, { ...before, result: { ...before.result, message: events.reworded.message } });
    assert.deepEqual(tell, []);
  }
});

describe("an attempt that the router has never heard of", () => {
  test("has failed for the buyer who waits for it, and can be tried again", () => {
    const { state, tell } = reduce(at("checking", { _awaited: "one" }), events.missing);
    const { message } = events.missing;
    const failed = { attempt: "one", order: "A-1", outcome: "failed", verified: false, safeToRetry: true, message };
    assert.deepEqual(state.result, failed);
    assert.deepEqual(tell, ["failed", "settled"]);
    assert.equal(canBegin(state), true);
  });

  test("is forgotten when nobody waits for it, but not what the page was told", () => {
    const _reported = ["zero declined"];
    const { state, tell } = reduce(at("checking", { _reported }), events.missing);
    assert.deepEqual(state, { ...idle, _reported });
    assert.deepEqual(tell, []);
  });
});

describe("a new attempt", () => {
  test("takes the place of the earlier one, and is waited for when it was launched here", () => {
    for (const status of ["idle", ...live, ...safe] as const) {
      const launched = reduce(at(status), events.launched).state;
      assert.deepEqual([launched.attempt, launched._awaited, launched.result?.attempt], ["two", "two", "two"]);
      const found = reduce(at(status), events.found).state;
      assert.deepEqual([found.attempt, found._awaited, found.result?.attempt], ["two", "", "two"]);
    }
  });

  test("can begin when there is none, or after an outcome that is safe to repeat", () => {
    const able = statuses.filter((status) => canBegin(at(status)));
    assert.deepEqual(able, ["idle", ...safe]);
  });
});
