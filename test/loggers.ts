import { setImmediate as turn } from "node:timers/promises";
import type { Logger } from "@ventanilla/express";

/** A logger for what a test does not look at. */
export const silentLogger = { info: () => {}, warn: () => {}, error: () => {} };

export interface Line {
  level: string;
  fields: Record<string, unknown>;
  message: string;
}

/** A logger that is called as pino is, and keeps what it was given. */
export function keepingLogger(): Logger & { lines: Line[] } {
  const lines: Line[] = [];
  const at = (level: string) => (fields: object, message: string) => {
    lines.push({ level, fields: { ...fields }, message });
  };
  return { lines, info: at("info"), warn: at("warn"), error: at("error") };
}

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
