import { ArgumentError, usualBatchClose } from "@ventanilla/client";
import { formatMoney } from "@ventanilla/web";
import { sumGivenBack } from "../attempt/approval.ts";
import { viewOf } from "../attempt/outcome.ts";
import { writtenPart } from "../counter/decide/written-part.ts";
import { recordGivenBack } from "../staff/record-given-back.ts";
import { requireAttempt } from "../staff/resolve.ts";
import { type Command, requireOption, storeOption, withOptionNames } from "./command.ts";

const optionNames = {
  amount: "--amount",
  on: "--on",
  reference: "--reference",
  reason: "--reason",
  by: "--by",
  timeZone: "--time-zone",
};

/** `given-back <attempt>`: records that money of a payment went back to the buyer. */
export const givenBack: Command = {
  usage:
    'given-back <attempt> --reason "…" --by "…" [--amount <amount>] [--on <date>] [--reference <number>] [--time-zone <zone>]',
  about:
    "records that money of a payment went back to the buyer, by a void or refund at the bank; moves no money, cannot be undone. Default: all that is left; today; America/Santo_Domingo",
  takes: "attempt",
  options: {
    ...storeOption,
    amount: { type: "string" },
    on: { type: "string" },
    reference: { type: "string" },
    reason: { type: "string" },
    by: { type: "string" },
    "time-zone": { type: "string" },
  },
  async run({ subject, values, store }) {
    const { amount: text, on, reference, reason, by, "time-zone": timeZone = usualBatchClose.timeZone } = values;
    const opened = await store();
    const asked = (await requireAttempt(opened, subject)).amount;
    const amount = typeof text === "string" ? writtenPart(text, asked) : undefined;
    if (text !== undefined && amount === undefined) {
      throw new ArgumentError(
        `--amount: expected an amount above zero, such as 500.00, of at most ${formatMoney(asked)}`,
      );
    }
    const input = {
      ...(amount && { amount }),
      ...(typeof on === "string" && { on }),
      ...(typeof reference === "string" && { reference }),
      reason: requireOption("reason", reason),
      by: requireOption("by", by),
    };
    const place = { store: opened, timeZone: String(timeZone) };
    const charge = await withOptionNames(optionNames, () => recordGivenBack(place, subject, input));
    const sum = formatMoney({ minor: sumGivenBack(charge), currency: charge.amount.currency });
    return {
      ok: true,
      json: { attempt: viewOf(charge) },
      text: `attempt ${charge.id}: ${sum} of it has gone back; the order stays paid`,
    };
  },
};
