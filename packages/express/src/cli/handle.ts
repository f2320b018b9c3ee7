import { ArgumentError } from "@ventanilla/client";
import { viewOf } from "../attempt/outcome.ts";
import { handleDuplicate } from "../staff/handle-duplicate.ts";
import { type Command, requireOption, storeOption, withOptionNames } from "./command.ts";
import { readReturn, returnNames, returnOptions, returnUsage } from "./return-options.ts";

const optionNames = {
  reason: "--reason",
  by: "--by",
  returnedAttempt: "--returned-attempt",
  ...returnNames,
};

/** `handle <attempt>`: records what a person has done about a further payment of a paid order. */
export const handle: Command = {
  usage: `handle <attempt> --returned|--kept --reason "…" --by "…" [--returned-attempt <attempt>] ${returnUsage}`,
  about:
    "records that one of the two payments of an order that was paid twice was given back, or that both are kept; --returned-attempt names the one that was given back, by default this one, --on and --reference when the bank did it, by default today; moves no money, cannot be undone",
  takes: "attempt",
  options: {
    ...storeOption,
    returned: { type: "boolean" },
    kept: { type: "boolean" },
    "returned-attempt": { type: "string" },
    ...returnOptions,
    reason: { type: "string" },
    by: { type: "string" },
  },
  async run({ subject, values, store }) {
    const { returned = false, kept = false, reason, by, "returned-attempt": returnedAttempt } = values;
    const { numbers, timeZone } = readReturn(values);
    if (returned === kept) throw new ArgumentError("handle: expected either --returned or --kept");
    const handling = {
      returned: returned === true,
      reason: requireOption("reason", reason),
      by: requireOption("by", by),
      ...(typeof returnedAttempt === "string" && { returnedAttempt }),
      ...numbers,
    };
    const place = { store: await store(), timeZone };
    const attempt = viewOf(await withOptionNames(optionNames, () => handleDuplicate(place, subject, handling)));
    const done = handling.returned ? "one of the two payments was given back" : "both payments are kept";
    return { ok: true, json: { attempt }, text: `attempt ${attempt.id} is handled: ${done}; the order stays paid` };
  },
};
