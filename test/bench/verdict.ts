/** Where a number has to be. */
export type Limit = { atLeast: number } | { atMost: number } | { below: number };

/** A number that was measured, and where it has to be (a guard) or is wanted (an ambition). */
export interface Finding {
  kind: "guard" | "ambition";
  text: string;
  value: number;
  limit: Limit;
}

const findings: Finding[] = [];

/** Records a number that must hold: the bench fails without it. */
export function guard(text: string, value: number, limit: Limit): void {
  findings.push({ kind: "guard", text, value, limit });
}

/** Records a number that is wanted: printed with its distance, and never a failure. */
export function ambition(text: string, value: number, limit: Limit): void {
  findings.push({ kind: "ambition", text, value, limit });
}

/** Prints guards and ambitions, and the parts that failed. Returns the exit code: 0 when every guard holds and no part failed. */
export function verdict(failed: readonly string[]): 0 | 1 {
  const { text, exitCode } = judge(findings, failed);
  console.log(text);
  return exitCode;
}

/** The lists as text, and the exit code: 1 when a guard is missed, none was measured, or a part failed. */
export function judge(all: Finding[], failed: readonly string[] = []): { text: string; exitCode: 0 | 1 } {
  const guards = all.filter(({ kind }) => kind === "guard");
  const ambitions = all.filter(({ kind }) => kind === "ambition");
  const lines = [
    "\nGuards: the bench fails when one is missed",
    ...(guards.length === 0 ? ["  none was measured: that is a failure, too"] : []),
    ...guards.map((one) => `  ${holds(one) ? "held  " : "MISSED"}  ${described(one)}`),
    "\nAmbitions: with their distance",
    ...ambitions.map((one) => `  ${(holds(one) ? "reached" : distance(one)).padStart(12)}  ${described(one)}`),
    ...(failed.length === 0 ? [] : [`\nFailed, so that figures are missing: ${failed.join(", ")}`]),
  ];
  const isGood = failed.length === 0 && guards.length > 0 && guards.every(holds);
  return { text: lines.join("\n"), exitCode: isGood ? 0 : 1 };
}

/** NaN, a number that could not be measured, is within no limit. */
function holds({ value, limit }: Finding): boolean {
  const [word, target] = partsOf(limit);
  if (word === "at least") return value >= target;
  return word === "at most" ? value <= target : value < target;
}

function described({ text, value, limit }: Finding): string {
  const [word, target] = partsOf(limit);
  return `${text} (${word} ${target.toLocaleString("en-US")}): ${value < 10 ? value.toFixed(2) : Math.round(value)}`;
}

/** How far away the limit is, in percent of the limit. */
function distance({ value, limit }: Finding): string {
  if (Number.isNaN(value)) return "not measured";
  const [word, target] = partsOf(limit);
  const percent = Math.max(1, Math.round(Math.abs(value / target - 1) * 100));
  return `${percent} % ${word === "at least" ? "short" : "over"}`;
}

function partsOf(limit: Limit): [word: "at least" | "at most" | "below", target: number] {
  if ("atLeast" in limit) return ["at least", limit.atLeast];
  return "atMost" in limit ? ["at most", limit.atMost] : ["below", limit.below];
}
