import type { Health } from "./health.ts";

/** The health of a process that cannot read the package's files: a shop that was updated, and not started again. */
export const unloadedHealth = (
  counts: Pick<Health, "launchFailures" | "launchesRefused" | "unknownReturns" | "unrecorded">,
): Health => {
  const { launchFailures, launchesRefused, unknownReturns, unrecorded } = counts;
  return {
    ok: false,
    problems: [
      {
        code: "files_replaced",
        message: "files of the package were replaced or deleted while this process runs: start it again",
      },
    ],
    launchFailures,
    launchesRefused,
    unknownReturns,
    ...(unrecorded !== undefined && { unrecorded }),
  };
};
