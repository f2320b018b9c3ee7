import { RecentMap } from "../base/recent-map.ts";

/**
 * The launch pages of this process that may be followed by one more launch of the same attempt: the browser refused the
 * bank's redirect, and the buyer has not launched twice.
 */
export interface RepeatedLaunches {
  /** A page was sent whose policy named this many origins. */
  expect(attempt: string, named: number): void;
  /** Whether the launch is the repetition of such a page. The answer is `true` once for each page. */
  takeExpected(attempt: string, named: number | undefined): boolean;
}

export function makeRepeatedLaunches(): RepeatedLaunches {
  // A repetition of a page that is forgotten counts as a launch.
  const expected = new RecentMap<number>();
  return {
    expect: (attempt, named) => expected.set(attempt, named),
    takeExpected(attempt, named) {
      if (named === undefined || expected.get(attempt) !== named) return false;
      expected.delete(attempt);
      return true;
    },
  };
}
