import { setImmediate as turn } from "node:timers/promises";

/** Runs `work` and returns the warnings that the process emitted meanwhile. */
export async function warningsOf(work: () => unknown): Promise<(Error & { code?: string })[]> {
  const warnings: Error[] = [];
  const keep = (warning: Error) => void warnings.push(warning);
  process.on("warning", keep);
  try {
    await work();
    // A warning is emitted in the next tick, which comes before this turn.
    await turn();
    return warnings;
  } finally {
    process.off("warning", keep);
  }
}
