import { buy, buyLater, type World } from "./buyer.ts";
import type { databases } from "./databases.ts";
import { type Mishaps, makeMishaps, type Rates } from "./mishaps.ts";
import { makeRandom, pick } from "./random.ts";
import { openTown, type Town } from "./town.ts";
import { type Calls, countCalls, judgeChaos, readCalls, unmetIn, type Verdict } from "./verdict.ts";

export interface ChaosOptions {
  on: keyof typeof databases;
  seed: number;
  /** So many buyers come, and more while something has not happened often enough: five times as many at most. */
  payments: number;
  /** How often each thing happens, at least. */
  least: number;
  /** Processes of the shop. */
  processes: number;
  rates: Rates;
  /** Each strange manner of a hook is that of one of so many orders. */
  strangeHookEvery: number;
  /** After so many buyers the others finish, and minutes pass. */
  round: number;
  /** Buyers at the same time. */
  buyers: number;
  log(line: string): void;
}

/** Faults that an order carries in its id: of the session's creation, of its query, and of what a result says. */
const faults = [
  ...(["!RSTB", "!RSTA", "!ERB", "!ERA", "!HTML", "!TRNC", "!SLOW"] as const),
  ...(["!E404", "!LATE", "!DTA", "!C09", "!R500", "!RHTM", "!RBR"] as const),
  ...(["!NOID", "!FGN", "!CONT"] as const),
] as const;
const faultShare = 0.1;

/** The steps in which the 67 minutes after the payments pass, in seconds: small ones where the bank's sessions end. */
const hour = [...Array(3).fill(50), ...Array(25).fill(60), ...Array(24).fill(10), ...Array(6).fill(360)] as number[];

/**
 * What passes between the rounds, in seconds: until a session has less than five minutes left, and until it has ended.
 */
const betweenRounds = [26 * 60, 4 * 60 + 20] as const;

/** How often each fault was met. */
export type Met = Mishaps["met"] & World["met"] & Calls & { takenOver: number };

/**
 * Several processes of a shop on one database, to which all kinds of things happen while buyers pay at a bank that
 * fails now and then; afterwards an hour passes, and what the bank charged is compared with what the shop was told.
 */
export async function runChaos(
  options: ChaosOptions,
): Promise<{ verdict: Verdict; met: Met; unmet: string[]; bought: number }> {
  const random = makeRandom(options.seed);
  const { on, seed, processes, strangeHookEvery } = options;
  const town = await openTown({ on, seed, processes, strangeHookEvery, hookFailures: 0.03, clockTrustedMs: 1000 });
  try {
    const world: World = {
      random,
      publicUrl: town.publicUrl,
      bank: town.sandbox.url,
      processes: town.processes.addresses,
      inTabs: new Set(),
      unfinished: [],
      calledSafe: [],
      met: { secondCards: 0, laterBuyers: 0, pressedAgain: 0 },
      safeForAMoment: 0,
    };
    const mishaps = makeMishaps(town, random, options.rates);
    const countAll = async (): Promise<Met> => ({
      ...mishaps.met,
      ...world.met,
      takenOver: town.takenOver(),
      ...countCalls(await readCalls(town)),
    });
    const isEnough = async () => unmetIn(await countAll(), options.least).length === 0;
    const bought = await buyAll(options, town, world, mishaps, isEnough);
    options.log(`${bought} buyers, ${mishaps.met.kills} kills; now an hour passes`);
    for (const seconds of hour) await town.pass(seconds * 1000);
    const verdict = await judgeChaos(town, world, mishaps.cut);
    const met = await countAll();
    return { verdict, met, unmet: unmetIn(met, options.least), bought };
  } finally {
    await town.close();
  }
}

/** All buyers come and go, in rounds. */
async function buyAll(
  options: ChaosOptions,
  town: Town,
  world: World,
  mishaps: Mishaps,
  isEnough: () => Promise<boolean>,
): Promise<number> {
  const { random } = world;
  let bought = 0;

  async function buying(end: number): Promise<void> {
    while (bought < end) {
      const number = ++bought;
      if (number % 1000 === 0) options.log(`${number} buyers, ${mishaps.met.kills} kills`);
      mishaps.onBuyer(number);
      const later = world.met.laterBuyers === 0 || random() < 0.25 ? world.unfinished.shift() : undefined;
      if (later !== undefined) await buyLater(world, later);
      else await buy(world, `C-${number}${random() < faultShare ? pick(random, faults) : ""}`);
    }
  }

  for (let round = 0; ; round++) {
    const end = bought + options.round;
    await Promise.all(Array.from({ length: options.buyers }, () => buying(end)));
    await mishaps.settled();
    if (bought >= options.payments && ((await isEnough()) || bought >= 5 * options.payments)) break;
    // Whoever comes back now finds sessions that cannot be joined, and a bank that may be silent about them.
    await town.pass((betweenRounds[round % 2] ?? 0) * 1000);
  }
  mishaps.endSilence();
  await town.quiet();
  return bought;
}
