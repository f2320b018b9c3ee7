import assert from "node:assert/strict";
import { evidenceMs } from "#express/attempt/change.ts";
import { makeSteadyClock } from "#express/base/steady-clock.ts";
import { openLedgerBank, type Reading } from "./bank.ts";
import { type End, live, type Plan, plan, type Time } from "./life.ts";
import { seeded } from "./random.ts";

/** What became of the lives under one reading of the thirty minutes. */
export interface Tally {
  lives: number;
  queries: number;
  charged: number;
  approved: number;
  /** Charged, and `unknown`, under `review` or alerted. */
  forPerson: number;
  /** Charged, told to nobody: the bank never showed us the approval. */
  residue: number;
  /** Nobody was charged, and the bank answered every query, never with a code that is not final, and hid no result. */
  quiet: number;
  /** Those of them that end `unknown` all the same, or declined with an alert. */
  quietUnknown: number;
  quietAlerted: number;
}

const readings: readonly Reading[] = ["creation", "submission", "45-minutes"];
const forPerson: ReadonlySet<string> = new Set(["attempt.unknown", "attempt.review", "attempt.unconfirmed"]);

/**
 * Plays random payments, each with a seed of its own that follows from one seed: the first that breaks the promise is
 * reported with its plan.
 * @throws AssertionError when the bank showed an approval that is not recorded, or when a charge that is reported to
 * nobody was visible for longer than `evidenceMs`
 */
export function windowBattery(lives: number, seed: number): Map<Reading, Tally> {
  const time = makeTime();
  const bank = openLedgerBank(time.bank);
  const tallies = new Map(readings.map((reading) => [reading, emptyTally()]));
  for (let i = 0; i < lives; i++) {
    const lifeSeed = (seed + i) >>> 0;
    const random = seeded(lifeSeed);
    const life = plan(random);
    time.begin();
    const end = live(life, `L-${i}`, bank, time, random);
    if (i % 1000 === 999) bank.ledger.clear();
    judge(end, life, lifeSeed);
    const hides = life.faults.some(({ id }) => id === "late-result");
    count(tallies.get(life.reading) ?? emptyTally(), end, end.wasAnswered && !hides);
  }
  return tallies;
}

function judge(end: End, life: Plan, seed: number): void {
  const story = `life ${seed}: ${JSON.stringify({ end, life })}`;
  const isTold = end.state === "approved" || end.announced.some((name) => forPerson.has(name));
  if (end.wasShown) assert.equal(end.state, "approved", `the bank showed an approval: ${story}`);
  if (!end.charged) assert.notEqual(end.state, "approved", `nobody was charged: ${story}`);
  if (end.charged && !isTold) {
    // A bank that first says declined of an approved card has shown nothing of it for as long as that lasts.
    const isTrue = life.faults.every(({ id }) => id !== "declined-then-approved");
    assert.ok(
      !isTrue || end.visibleFor <= evidenceMs,
      `charged, visible for longer than is stated, and told to nobody: ${story}`,
    );
  }
  assert.ok(!["preparing", "opened"].includes(end.state), `never came to an end: ${story}`);
}

function count(tally: Tally, { charged, state, announced, queries }: End, isQuiet: boolean): void {
  tally.lives++;
  tally.queries += queries;
  const calls = announced.some((name) => forPerson.has(name));
  if (charged) {
    tally.charged++;
    if (state === "approved") tally.approved++;
    else if (calls) tally.forPerson++;
    else tally.residue++;
  } else if (isQuiet) {
    tally.quiet++;
    if (state === "unknown") tally.quietUnknown++;
    else if (calls) tally.quietAlerted++;
  }
}

function emptyTally(): Tally {
  return {
    lives: 0,
    queries: 0,
    charged: 0,
    approved: 0,
    forPerson: 0,
    residue: 0,
    quiet: 0,
    quietUnknown: 0,
    quietAlerted: 0,
  };
}

/** The tallies as a table, with the rates that the promises are about. */
export function tableOf(tallies: Map<Reading, Tally>): string {
  const percent = (part: number, whole: number): string => `${((100 * part) / Math.max(1, whole)).toFixed(3)} %`;
  const head = [
    "30 minutes from",
    "lives",
    "queries",
    "charged",
    "approved",
    "person",
    "residue",
    "",
    "quiet",
    "unknown",
    "",
    "alerted",
  ];
  const rows = [...tallies].map(([reading, tally]) => [
    reading,
    ...[tally.lives, tally.queries, tally.charged, tally.approved, tally.forPerson, tally.residue].map(String),
    percent(tally.residue, tally.charged),
    String(tally.quiet),
    String(tally.quietUnknown),
    percent(tally.quietUnknown, tally.quiet),
    String(tally.quietAlerted),
  ]);
  const widths = head.map((name, i) => Math.max(name.length, ...rows.map((row) => row[i]?.length ?? 0)));
  return [head, ...rows]
    .map((row) =>
      row.map((text, i) => (i === 0 ? text.padEnd(widths[i] ?? 0) : text.padStart(widths[i] ?? 0))).join("  "),
    )
    .join("\n");
}

/** True time, the host's clocks that go by it, and the store's steady clock on top of them. */
function makeTime(): Time & { bank(): number; begin(): void } {
  let base = Date.UTC(2026, 10, 22, 12);
  let now = 0;
  let ahead = 0;
  let clock = (): number => base;
  const uptime = () => base + now - Date.UTC(2026, 10, 22, 12);
  return {
    began: base,
    bank: () => base + now,
    begin() {
      base += 24 * 3_600_000;
      now = -10_000;
      ahead = 0;
      clock = makeSteadyClock(undefined, { wall: () => base + now + ahead, monotonic: uptime, uptime }).now;
    },
    set(at) {
      now = at;
      clock();
    },
    step(by) {
      ahead += by;
    },
    store: () => clock(),
  };
}
