/** One way to do the same work. `once` does it one time. */
export interface Contender {
  label: string;
  once(): Promise<unknown>;
}

export interface Measured {
  label: string;
  /** The median of the rounds. */
  perSecond: number;
  /** CPU time of this process for each piece of work, in milliseconds. */
  cpuMs: number;
  rounds: Round[];
}

interface Round {
  perSecond: number;
  cpuMs: number;
  /** How long each piece of work took, in milliseconds. */
  times: number[];
}

/** The median of the values. */
export const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

async function round({ once }: Contender, concurrency: number, seconds: number): Promise<Round> {
  const start = performance.now();
  const cpu = process.cpuUsage();
  const times: number[] = [];
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (let begun = start; begun < start + seconds * 1000; ) {
        await once();
        const ended = performance.now();
        times.push(ended - begun);
        begun = ended;
      }
    }),
  );
  const { user, system } = process.cpuUsage(cpu);
  const done = times.length;
  return { perSecond: done / ((performance.now() - start) / 1000), cpuMs: (user + system) / 1000 / done, times };
}

/**
 * Measures the contenders in interleaved rounds, so that other load of the machine affects them all alike. Returns the
 * medians. Only ratios within one call are meaningful.
 */
export async function measure(
  contenders: Contender[],
  { concurrency, seconds = 1, rounds = 5 }: { concurrency: number; seconds?: number; rounds?: number },
): Promise<Measured[]> {
  // Warm-up: the bench measures a server that has run for a while.
  for (const contender of contenders) await round(contender, concurrency, 1);
  const all = contenders.map((): Round[] => []);
  for (let i = 0; i < rounds; i++) {
    for (const [at, contender] of contenders.entries()) all[at]?.push(await round(contender, concurrency, seconds));
  }
  return contenders.map(({ label }, at) => {
    const own = all[at] ?? [];
    const perSecond = median(own.map((one) => one.perSecond));
    return { label, perSecond, cpuMs: median(own.map(({ cpuMs }) => cpuMs)), rounds: own };
  });
}

/**
 * The speed of `ours` as a multiple of that of `theirs`: the median of the ratios of rounds that ran side by side. A
 * machine that is slow for a while is slow for both.
 */
export function timesAsFast(ours: Measured, theirs: Measured): number {
  return median(ours.rounds.map(({ perSecond }, i) => perSecond / (theirs.rounds[i]?.perSecond ?? Number.NaN)));
}

/** Prints the rows of one measurement. */
export function table(title: string, rows: Measured[]): void {
  console.log(`\n${title}`);
  const width = Math.max(...rows.map(({ label }) => label.length));
  for (const { label, perSecond, cpuMs } of rows) {
    console.log(
      `  ${label.padEnd(width)}  ${Math.round(perSecond).toLocaleString("en-US").padStart(8)}/s  ${cpuMs.toFixed(3).padStart(7)} CPU ms`,
    );
  }
}
