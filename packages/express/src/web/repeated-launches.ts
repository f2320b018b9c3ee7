/**
 * The launch pages of this process that may be followed by one more launch of the same attempt: the browser refused the
 * bank's redirect, and the buyer has not launched twice.
 */
export interface RepeatedLaunches {
  /** A page was sent that named so many origins. */
  expect(attempt: string, named: number): void;
  /** Whether the launch is the repetition of such a page: once for each. */
  isExpected(attempt: string, named: number | undefined): boolean;
}

/** More than are at a launch page at a time. The oldest are forgotten: then a repetition counts as a launch. */
const maxKept = 10_000;

export function makeRepeatedLaunches(): RepeatedLaunches {
  const expected = new Map<string, number>();
  return {
    expect(attempt, named) {
      expected.delete(attempt);
      expected.set(attempt, named);
      for (const oldest of expected.keys()) {
        if (expected.size <= maxKept) break;
        expected.delete(oldest);
      }
    },
    isExpected: (attempt, named) => named !== undefined && expected.get(attempt) === named && expected.delete(attempt),
  };
}
