import { ArgumentError, type Money } from "@ventanilla/client";
import { formatMoney } from "@ventanilla/web";
import type { Attempt } from "../attempt/attempt.ts";
import { type AttemptView, viewOf } from "../attempt/outcome.ts";
import { writtenPart } from "../counter/decide/written-part.ts";
import { requireAttempt, resolveAttempt } from "../staff/resolve.ts";
import { type Command, requireOption, storeOption, withOptionNames } from "./command.ts";

const optionNames = {
  reason: "--reason",
  by: "--by",
  reference: "--reference",
  authorizationCode: "--authorization",
  approvedAmount: "--approved",
};

/** `resolve <attempt>`: records what a person has found out. */
export const resolve: Command = {
  usage:
    'resolve <attempt> --paid|--not-paid --reason "…" --by "…" [--reference <number>] [--authorization <code>] [--approved <amount>]',
  about:
    "records what a person found out about an attempt that is unknown, under review or unconfirmed; with --paid, the numbers that the bank named, too, and with --approved how much it approved where that is only a part; cannot be undone",
  takes: "attempt",
  options: {
    ...storeOption,
    paid: { type: "boolean" },
    "not-paid": { type: "boolean" },
    reason: { type: "string" },
    by: { type: "string" },
    reference: { type: "string" },
    authorization: { type: "string" },
    approved: { type: "string" },
  },
  async run({ subject, values, store }) {
    const {
      paid = false,
      "not-paid": notPaid = false,
      reason,
      by,
      reference,
      authorization: authorizationCode,
      approved,
    } = values;
    if (paid === notPaid) throw new ArgumentError("resolve: expected either --paid or --not-paid");
    const resolution = {
      paid: paid === true,
      reason: requireOption("reason", reason),
      by: requireOption("by", by),
      ...(typeof reference === "string" && { reference }),
      ...(typeof authorizationCode === "string" && { authorizationCode }),
    };
    const opened = await store();
    const part = typeof approved === "string" && {
      approvedAmount: partOf(await requireAttempt(opened, subject), approved),
    };
    const resolving = () => resolveAttempt(opened, subject, { ...resolution, ...part });
    const attempt = viewOf(await withOptionNames(optionNames, resolving));
    const next = resolution.paid ? nextStep(attempt) : "its state does not change, and the order can be paid again";
    return { ok: true, json: { attempt }, text: `attempt ${attempt.id} is resolved: ${next}` };
  },
};

/** What follows the decision that an attempt was paid. */
function nextStep({ duplicate, capture }: AttemptView): string {
  if (duplicate)
    return "it is approved now, as the second payment of its order: give one back; a running router will call onPaidAgain";
  if (capture === "later") return "it is authorized now; a running router will call onAuthorized";
  return "it is approved now; a running router will call onPaid";
}

function partOf({ amount }: Attempt, text: string): Money {
  const part = writtenPart(text, amount);
  if (part !== undefined) return part;
  throw new ArgumentError(
    `--approved: expected an amount above zero, such as 1000.00, of at most ${formatMoney(amount)}, what was asked`,
  );
}
