// The counts of `npm test`: each runner appends one JSON line to the file that VENTANILLA_COUNTS names. Without that
// variable nothing is written, so every runner can also be started by hand.
import { appendFileSync, readFileSync } from "node:fs";
import process from "node:process";

/**
 * `failures` names the tests that failed.
 * @typedef {{ runner: string, passed: number, failed: number, skipped: number, failures: string[] }} Counts
 */

/** @param {Counts} counts */
export function appendCounts(counts) {
  if (process.env.VENTANILLA_COUNTS) appendFileSync(process.env.VENTANILLA_COUNTS, `${JSON.stringify(counts)}\n`);
}

/**
 * Every line of a counts file, oldest first.
 * @param {string} file
 * @returns {Counts[]}
 */
export function readCounts(file) {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}
