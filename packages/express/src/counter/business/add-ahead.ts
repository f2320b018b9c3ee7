import { batchAt } from "@ventanilla/client";
import type { DeskSettings } from "../../staff/desk-settings.ts";
import { lastPeriods } from "./periods.ts";
import { questionsOf, splitOf } from "./shown.ts";
import { spansOf } from "./spans.ts";

/**
 * Makes what adds up the last twelve months before somebody asks for them: the store keeps the sums of what is over. To
 * be called with each page: it works once for each batch, a month at a time, beside what people ask for.
 */
export function makeAddAhead(settings: DeskSettings): () => void {
  let latest: string | undefined;
  async function addAhead(): Promise<void> {
    const { store, batchClose, timeZone } = settings;
    const now = await store.now();
    const { date } = batchAt(now, batchClose, timeZone);
    if (date === latest) return;
    latest = date;
    const splits = new Set(questionsOf(settings).map(splitOf));
    splits.delete("product");
    for (const { batches } of lastPeriods("month", now, settings)) {
      for (const by of splits) await store.tallies({ spans: batches, by });
    }
    for (const length of ["week", "month"] as const) {
      const batches = lastPeriods(length, now, settings).flatMap((period) => period.batches);
      await store.tallies({ spans: spansOf(batches, "product"), by: "product" });
    }
  }
  // Errors are ignored: the page itself reports a store that fails, and the next page tries again.
  return () =>
    void addAhead().catch(() => {
      latest = undefined;
    });
}
