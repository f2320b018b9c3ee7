import type { Health } from "./health.ts";

type Counts = Omit<Health, "ok" | "problems"> & Record<"hanging" | "lostRows", number>;

/** The health of a process that cannot read the package's files: a shop that was updated, and not started again. */
export function unloadedHealth({ hanging, lostRows, ...counts }: Counts): Health {
  const message = "files of the package were replaced or deleted while this process runs: start it again";
  return { ok: false, problems: [{ code: "files_replaced", message }], ...counts };
}
