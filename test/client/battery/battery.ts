import tls from "node:tls";
import { certificateFor } from "../../../packages/sandbox/src/http/certificate.ts";
import { seeded } from "../../window/random.ts";
import { Life } from "./life.ts";
import { trade } from "./merchant.ts";
import type { Outcome } from "./outcome.ts";

// One for all: of two with the same name, only the first is found to be trusted.
const certificate = certificateFor(["127.0.0.1"], new Date("2099-12-31"));

/** How often each operation ended in each way. */
export type Tally = Map<string, Map<Outcome["kind"], number>>;

/**
 * Lives so many lives of a merchant, half of them over TLS, each by its own seed: the first that breaks a promise is
 * thrown with it.
 */
export async function clientBattery(lives: number, seed: number): Promise<Tally> {
  const tally: Tally = new Map();
  const count = (operation: string, kind: Outcome["kind"]): void => {
    const row = tally.get(operation) ?? new Map<Outcome["kind"], number>();
    tally.set(operation, row.set(kind, (row.get(kind) ?? 0) + 1));
  };
  const { random } = Math;
  const trusted = tls.getCACertificates("default");
  tls.setDefaultCACertificates([...trusted, certificate.cert]);
  try {
    for (let n = 0; n < lives; n++) {
      const lifeSeed = (seed + n) >>> 0;
      // The jitter of the client's pauses is repeated with the life.
      Math.random = seeded(lifeSeed ^ 0x5f5f5f5f).next;
      const life = await Life.begin(lifeSeed, lifeSeed % 2 === 0 ? certificate : undefined, count);
      try {
        await trade(life);
      } catch (error) {
        throw new Error(`life ${lifeSeed}, to repeat with FUZZ_RUNS=1 FUZZ_SEED=${lifeSeed}: ${String(error)}`, {
          cause: error,
        });
      } finally {
        await life.end();
      }
    }
  } finally {
    Math.random = random;
    tls.setDefaultCACertificates(trusted);
  }
  return tally;
}

const kinds = ["approved", "declined", "review", "pending", "refused", "not sent", "unclear", "misused"] as const;

/** The tally as a table: a row for each operation. */
export function tableOf(tally: Tally): string {
  const head = ["", ...kinds];
  const rows = [...tally].map(([name, row]) => [name, ...kinds.map((kind) => String(row.get(kind) ?? 0))]);
  return [head, ...rows].map((row) => row.map((text) => text.padStart(9)).join(" ")).join("\n");
}
