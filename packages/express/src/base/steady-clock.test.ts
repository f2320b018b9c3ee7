import assert from "node:assert/strict";
import { test } from "node:test";
import { type ClockState, makeSteadyClock } from "./steady-clock.ts";

const second = 1000;
const minute = 60 * second;
const day = 24 * 60 * minute;
const start = Date.UTC(2026, 10, 20, 12);

/** A host whose clocks the test moves and sets. */
function host() {
  const shows = { wall: start, monotonic: 5 * day, uptime: 6 * day };
  let uptimeReads = 0;
  const pass = (ms: number) => {
    shows.wall += ms;
    shows.monotonic += ms;
    shows.uptime += ms;
  };
  return {
    shows,
    pass,
    /** Passes the time in steps, and reads the clock after each. */
    passLooking(ms: number, look: () => number) {
      for (let left = ms; left > 0; left -= second) {
        pass(Math.min(second, left));
        look();
      }
    },
    sleep(ms: number) {
      shows.wall += ms;
      shows.uptime += ms;
    },
    clock: (from?: ClockState, known?: number) =>
      makeSteadyClock(
        from,
        {
          wall: () => shows.wall,
          monotonic: () => shows.monotonic,
          uptime() {
            uptimeReads++;
            return shows.uptime;
          },
        },
        known,
      ),
    uptimeReads: () => uptimeReads,
  };
}

test("the steady clock follows the wall clock, and does not read the uptime until that is set", () => {
  const { clock, pass, shows, uptimeReads } = host();
  const { now } = clock();
  const before = uptimeReads();
  for (const ms of [0, 1, 999, minute, day, 0.4]) {
    pass(ms);
    assert.equal(now(), Math.floor(shows.wall));
  }
  // A time server corrects in small pieces.
  shows.wall += 900;
  assert.equal(now(), Math.floor(shows.wall));
  assert.equal(uptimeReads(), before);
});

test("it never goes back, even when the wall clock goes back a little", () => {
  const { clock, pass, shows } = host();
  const { now } = clock();
  const before = now();
  shows.wall -= 800;
  assert.equal(now(), before);
  pass(801);
  assert.equal(now(), before + 1);
});

for (const step of [28 * minute, -28 * minute, 400 * day]) {
  test(`a wall clock that is set by ${step / minute} minutes does not move it`, () => {
    const { clock, pass, shows } = host();
    const { now } = clock();
    pass(minute);
    shows.wall += step;
    assert.equal(now(), start + minute);
    pass(10 * second);
    assert.ok(Math.abs(now() - (start + minute + 10 * second)) <= 50);
    shows.wall -= step;
    assert.ok(Math.abs(now() - (start + minute + 10 * second)) <= 100);
  });
}

test("a machine that starts with its clock behind follows it again once it is set, and then no more", () => {
  const { clock, pass, shows } = host();
  const { now, state } = clock(undefined, start + 50 * minute);
  pass(minute);
  assert.equal(now(), start + minute);
  shows.wall += 20 * minute;
  assert.equal(now(), start + minute, "set, but behind what is known");
  pass(minute);
  shows.wall += 40 * minute;
  assert.equal(now(), shows.wall);
  const later = clock(structuredClone(state()), start + 50 * minute);
  pass(minute);
  assert.equal(later.now(), shows.wall);
  shows.wall += 28 * minute;
  for (const each of [now, later.now]) assert.equal(each(), shows.wall - 28 * minute);
});

test("a process that starts later, while the clock is still behind, follows it once it is set", () => {
  const { clock, pass, shows } = host();
  const known = start + 50 * minute;
  const from = structuredClone(clock(undefined, known).state());
  pass(minute);
  const { now } = clock(from, known);
  shows.wall += 60 * minute;
  assert.equal(now(), shows.wall);
});

for (const ahead of [32 * day, 4 * 60 * minute, 60 * minute, 30 * minute, 20 * 365 * day]) {
  test(`a machine that starts with its clock ${ahead / minute} minutes ahead is believed when it is corrected, once`, () => {
    const { clock, pass, shows } = host();
    shows.uptime = minute;
    shows.wall += ahead;
    const { now } = clock(undefined, start - minute);
    pass(3 * second);
    assert.equal(now(), shows.wall);
    shows.wall -= ahead;
    pass(second);
    assert.equal(now(), shows.wall, "it is the right time at once, and not in two thousand times as long");
    pass(minute);
    assert.equal(now(), shows.wall);
    // What is set after that is somebody's hand, or a mistake.
    shows.wall -= 28 * minute;
    assert.ok(Math.abs(now() - (shows.wall + 28 * minute)) <= 100);
  });
}

test("a clock that is set back is not believed before a time that is known, nor long after the machine's start", () => {
  for (const [uptime, known] of [
    [minute, start + minute],
    [6 * day, start - minute],
    [minute, 0],
  ] as const) {
    const { clock, pass, shows } = host();
    shows.uptime = uptime;
    const { now } = clock(undefined, known);
    pass(minute);
    shows.wall -= 28 * minute;
    pass(second);
    assert.equal(now(), start + minute + second);
  }
});

test("a clock that was not behind does not follow one that is set beyond a time that is known", () => {
  const { clock, pass, shows } = host();
  const { now } = clock(undefined, start - minute);
  pass(minute);
  shows.wall += 28 * minute;
  assert.equal(now(), start + minute);
});

test("time between two readings counts, whatever the wall clock was set to in between", () => {
  const { clock, pass, shows } = host();
  const { now } = clock();
  pass(20 * minute);
  shows.wall += 28 * minute;
  pass(20 * minute);
  assert.equal(now(), start + 40 * minute);
});

test("the time that a machine has slept counts, and setting its clock meanwhile adds nothing", () => {
  const { clock, sleep, shows, pass } = host();
  const { now } = clock();
  sleep(8 * 60 * minute);
  assert.equal(now(), start + 8 * 60 * minute);
  pass(minute);
  sleep(2 * minute);
  shows.wall -= 28 * minute;
  const expected = start + 8 * 60 * minute + 3 * minute;
  assert.ok(Math.abs(now() - expected) <= second, `${now() - expected} ms`);
  sleep(5 * minute);
  assert.ok(Math.abs(now() - expected - 5 * minute) <= 4 * second);
});

test("it returns to the wall clock by 1 s in 2000 s, and then follows it", () => {
  for (const step of [10 * second, -10 * second]) {
    const { clock, passLooking, shows } = host();
    const { now } = clock();
    shows.wall += step;
    now();
    passLooking(10_000 * second, now);
    assert.equal(now(), start + 10_000 * second + step / 2);
    passLooking(10_000 * second, now);
    assert.equal(now(), shows.wall);
    passLooking(minute, now);
    assert.equal(now(), shows.wall);
  }
});

test("a process that starts later continues from the state of another one", () => {
  const { clock, pass, passLooking, shows } = host();
  const first = clock();
  const before = first.state();
  pass(minute);
  shows.wall += 28 * minute;
  first.now();
  assert.notEqual(first.state(), before);
  const state = structuredClone(first.state());
  passLooking(90 * second, first.now);
  const later = clock(state);
  assert.equal(later.now(), first.now());
  pass(minute);
  assert.equal(later.now(), first.now());
});

test("a process that starts after the clock was set, before another has noticed, agrees with it", () => {
  const { clock, pass, shows } = host();
  const first = clock();
  const state = structuredClone(first.state());
  pass(5 * minute);
  first.now();
  shows.wall -= 28 * minute;
  const later = clock(state);
  assert.equal(later.now(), start + 5 * minute);
  assert.equal(first.now(), start + 5 * minute);
});
