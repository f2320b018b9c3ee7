import { ArgumentError } from "@ventanilla/client";
import { formatMoney } from "@ventanilla/web";
import { sumGivenBack } from "../attempt/approval.ts";
import { viewOf } from "../attempt/outcome.ts";
import { writtenPart } from "../counter/decide/written-part.ts";
import { recordGivenBack } from "../staff/record-given-back.ts";
import { requireAttempt } from "../staff/resolve.ts";
import { type Command, requireOption, storeOption, withOptionNames } from "./command.ts";
import { readReturn, returnNames, returnOptions, returnUsage } from "./return-options.ts";

const optionNames = { amount: "--amount", reason: "--reason", by: "--by", ...returnNames };

/** `given-back <attempt>`: records that money of a payment went back to the buyer. */
export const givenBack: Command = {
  usage: `given-back <attempt> --reason "…" --by "…" [--amount <amount>] ${returnUsage}`,
  about:
    "records that money of a payment went back to the buyer, by a void or refund at the bank; moves no money, cannot be undone. Default: all that is left; today; America/Santo_Domingo",
  takes: "attempt",
  options: {
    ...storeOption,
    amount: { type: "string" },
    ...returnOptions,
    reason: { type: "string" },
    by: { type: "string" },
  },
  async run({ subject, values, store }) {
    const { amount: text, reason, by } = values;
    const { numbers, timeZone } = readReturn(values);
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
      ...numbers,
      reason: requireOption("reason", reason),
      by: requireOption("by", by),
    };
    const place = { store: opened, timeZone };
    const charge = await withOptionNames(optionNames, () => recordGivenBack(place, subject, input));
    const sum = formatMoney({ minor: sumGivenBack(charge), currency: charge.amount.currency });
    return {
      ok: true,
      json: { attempt: viewOf(charge) },
      text: `attempt ${charge.id}: ${sum} of it has gone back; the order stays paid`,
    };
  },
};
