import { appendFile } from "node:fs/promises";
import { usualBatchClose } from "@ventanilla/client";
import { prune as pruneOrders } from "../staff/prune.ts";
import { type Command, requireOption, storeOption, withOptionNames } from "./command.ts";

/** `prune --before <date>`: deletes what is finished and old. */
export const prune: Command = {
  usage: "prune --before <date> [--archive <file>] [--limit <orders>] [--time-zone <zone>]",
  about:
    "deletes orders that are finished and whose last attempt ended before the date; one that was paid stays paid; --archive adds each to a file first, a line of JSON each. Default: all of them; America/Santo_Domingo",
  options: {
    ...storeOption,
    before: { type: "string" },
    archive: { type: "string" },
    limit: { type: "string" },
    "time-zone": { type: "string" },
  },
  async run({ values, store }) {
    const { archive, limit, "time-zone": timeZone = usualBatchClose.timeZone } = values;
    const before = requireOption("before", values.before);
    const request = { before, ...(limit !== undefined && { limit: Number(limit) }) };
    const names = { before: "--before", limit: "--limit", timeZone: "--time-zone" };
    const deleted = await withOptionNames(names, async () => {
      let count = 0;
      for await (const order of pruneOrders(await store(), request, String(timeZone))) {
        // On the disk before the order is deleted.
        if (typeof archive === "string") await appendFile(archive, `${JSON.stringify(order)}\n`, { flush: true });
        count++;
      }
      return count;
    });
    return { ok: true, json: { deleted }, text: `deleted orders: ${deleted}` };
  },
};
