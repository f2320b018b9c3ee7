import fc from "fast-check";
import type { Engine } from "./databases.ts";
import { finish } from "./finish.ts";
import { startFixture } from "./fixture.ts";
import { speedUpTimers } from "./speed-up-timers.ts";
import { steps } from "./steps.ts";
import { World } from "./world.ts";

/**
 * Plays random runs of up to 40 steps against a shop of two processes on the engine, and ends each with the faults
 * healed. A failure prints seed, path and replay path: `MODEL_SEED`, `MODEL_PATH` and `MODEL_REPLAY` play that one
 * again.
 * @returns milliseconds a run, and steps in all
 */
export async function modelRuns(engine: Engine, numRuns: number, seed: number): Promise<{ ms: number; steps: number }> {
  speedUpTimers(40);
  const fixture = await startFixture(engine);
  const { MODEL_SEED, MODEL_PATH, MODEL_REPLAY } = process.env;
  let played = 0;
  const commands = fc.commands(steps, {
    maxCommands: 40,
    size: "max",
    ...(MODEL_REPLAY !== undefined && { replayPath: MODEL_REPLAY }),
  });
  const began = performance.now();
  try {
    await fc.assert(
      fc.asyncProperty(commands, fc.integer({ min: 0, max: 7 }), async (run, patience) => {
        const world = await World.make(fixture);
        try {
          await fc.asyncModelRun(() => ({ model: {}, real: world }), run);
          played += [...run].length;
          await finish(world, patience === 0);
        } finally {
          await world.close();
        }
      }),
      {
        numRuns,
        seed: MODEL_SEED === undefined ? seed : Number(MODEL_SEED),
        ...(MODEL_PATH !== undefined && { path: MODEL_PATH }),
        endOnFailure: process.env.MODEL_SHRINK === "no",
      },
    );
  } finally {
    await fixture.close();
  }
  return { ms: (performance.now() - began) / numRuns, steps: played };
}
