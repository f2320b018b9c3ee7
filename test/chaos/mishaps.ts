import { setTimeout as sleep } from "node:timers/promises";
import type { FaultId } from "@ventanilla/sandbox";
import { pick } from "./random.ts";
import type { Town } from "./town.ts";

/** After how many more buyers it happens again, at least and at most. */
type Every = [number, number];

/** How often what happens to the shop's processes, and to what they depend on. */
export interface Rates {
  /** A process is killed, and another started in its place. */
  kill: Every;
  /** Connections of processes to the database are cut. */
  cut: Every;
  /** A process is stopped, and goes on a moment later. */
  pause: Every;
  /** The clock of a process is set ahead, back or right. */
  clock: Every;
  /** The bank creates sessions, and answers no question about them, until so many buyers have begun. */
  silence: Every;
}

type Kind = keyof Rates;

const hour = 60 * 60_000;
const clockSteps = [4 * hour, -4 * hour, 32 * 24 * hour, -24 * hour, 90_000, -90_000, 0] as const;
const silences = ["result-500", "result-html", "code-09-times"] as const satisfies FaultId[];
const silentTimes = 1_000_000;

/** What happens to a shop while buyers pay. */
export interface Mishaps {
  /** Called when a buyer begins. */
  onBuyer(number: number): void;
  /** Resolves when nothing is under way. The bank may still be silent. */
  settled(): Promise<void>;
  /** Ends a silence of the bank. */
  endSilence(): void;
  /** The connections that were cut, by their numbers. */
  cut: Set<number>;
  /** How often it happened. */
  met: Record<
    "kills" | "cuts" | "cutsInWork" | "pauses" | "clockSteps" | "silentQueries" | "sessionsInSilence",
    number
  >;
}

export function makeMishaps(town: Town, random: () => number, rates: Rates): Mishaps {
  const { processes, sandbox } = town;
  const met: Mishaps["met"] = {
    kills: 0,
    cuts: 0,
    cutsInWork: 0,
    pauses: 0,
    clockSteps: 0,
    silentQueries: 0,
    sessionsInSilence: 0,
  };
  const cut = new Set<number>();
  const kinds = Object.keys(rates) as Kind[];
  const next = new Map<Kind, number>();
  const underWay = new Map<Kind, Promise<void>>();
  let silence: { fault: FaultId; sessions: number } | undefined;
  const anyProcess = (): number => Math.floor(random() * processes.addresses.length);
  const sessionCount = (): number => town.sessions().length;

  function plan(kind: Kind, from: number): void {
    const [least, most] = rates[kind];
    next.set(kind, from + Math.round(least + random() * (most - least)));
  }

  function endSilence(): void {
    if (silence === undefined) return;
    const { fault, sessions } = silence;
    const left = sandbox.faults.list().find(({ id }) => id === fault)?.armed?.times ?? 0;
    sandbox.faults.disarm(fault);
    met.silentQueries += silentTimes - left;
    met.sessionsInSilence += sessionCount() - sessions;
    silence = undefined;
  }

  const happen: Record<Kind, () => Promise<void>> = {
    async kill() {
      await processes.kill(anyProcess());
      met.kills++;
    },
    async cut() {
      for (const { backend, isAtWork } of await town.database.cut()) {
        cut.add(backend);
        met.cuts++;
        if (isAtWork) met.cutsInWork++;
      }
    },
    async pause() {
      const goOn = processes.pause(anyProcess());
      met.pauses++;
      await sleep(200 + random() * 1500);
      goOn();
    },
    async clock() {
      processes.setClock(anyProcess(), pick(random, clockSteps));
      met.clockSteps++;
    },
    async silence() {
      if (silence !== undefined) return endSilence();
      const fault = pick(random, silences);
      sandbox.faults.arm(fault, { times: silentTimes });
      silence = { fault, sessions: sessionCount() };
    },
  };

  for (const kind of kinds) plan(kind, 0);

  return {
    onBuyer(number) {
      for (const kind of kinds) {
        if (number < (next.get(kind) ?? 0)) continue;
        plan(kind, number);
        underWay.set(kind, (underWay.get(kind) ?? Promise.resolve()).then(happen[kind]));
      }
    },
    async settled() {
      await Promise.all(underWay.values());
    },
    endSilence,
    cut,
    met,
  };
}
