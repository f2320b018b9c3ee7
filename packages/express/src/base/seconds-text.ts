/** A duration in whole seconds, for messages and the command line: `45 s`. */
export function secondsText(ms: number): string {
  return `${Math.round(ms / 1000)} s`;
}
