/** A batch close twelve hours from a time: no batch closes while a test runs. */
export function farClose(now: number): { batchClose: string; timeZone: string } {
  return { batchClose: new Date(now + 12 * 60 * 60_000).toISOString().slice(11, 16), timeZone: "UTC" };
}
