import { ArgumentError } from "@ventanilla/client";
import { viewOf } from "../../attempt/outcome.ts";
import { resolveAttempt } from "../resolve.ts";
import { type Command, given, storeOption } from "./command.ts";

/** `resolve <attempt>`: records what a person has found out. */
export const resolve: Command = {
  usage: 'resolve <attempt> --paid|--not-paid --reason "…" --by "…" [--reference <number>] [--authorization <code>]',
  about:
    "records what a person found out about an attempt that is unknown, under review or unconfirmed; with --paid, the numbers that the bank named, too; cannot be undone",
  takes: "attempt",
  options: {
    ...storeOption,
    paid: { type: "boolean" },
    "not-paid": { type: "boolean" },
    reason: { type: "string" },
    by: { type: "string" },
    reference: { type: "string" },
    authorization: { type: "string" },
  },
  async run({ subject, values, store }) {
    const {
      paid = false,
      "not-paid": notPaid = false,
      reason,
      by,
      reference,
      authorization: authorizationCode,
    } = values;
    if (paid === notPaid) throw new ArgumentError("resolve: expected either --paid or --not-paid");
    const ruling = {
      paid: paid === true,
      reason: given("reason", reason),
      by: given("by", by),
      ...(typeof reference === "string" && { reference }),
      ...(typeof authorizationCode === "string" && { authorizationCode }),
    };
    const attempt = viewOf(await resolveAttempt(await store(), subject, ruling));
    const next = ruling.paid
      ? "it is approved now; a running router will call onPaid"
      : "its state does not change, and the order can be paid again";
    return { ok: true, json: { attempt }, text: `attempt ${attempt.id} is resolved: ${next}` };
  },
};
