import { formatMoney } from "@ventanilla/web";
import { paidOrAuthorized } from "../attempt/approval.ts";
import type { Attempt } from "../attempt/attempt.ts";
import { viewOf } from "../attempt/outcome.ts";
import { attemptsByName } from "../order/attempts-by-name.ts";
import { languagesOf } from "../page/languages.ts";
import { sentenceOf } from "../page/outcome-text.ts";
import type { EventRecord } from "../stores/staff-store.ts";
import { type Command, storeOption } from "./command.ts";
import { indent, table, timeOf } from "./table.ts";

/** The router's own sentences: only the shop's router knows its `texts`. */
const builtIn = languagesOf();

/**
 * `inspect <order>`: what is known of an order's attempts, and what their buyers read, without the session and its key.
 */
export const inspect: Command = {
  usage: "inspect <order>",
  about:
    "lists every payment attempt for an order, oldest first; takes the id of an attempt, or the order's reference at the bank, too",
  takes: "order",
  options: storeOption,
  async run(invocation) {
    const store = await invocation.store();
    const named = (await store.findAttempt(invocation.subject))?.order ?? invocation.subject;
    const found = await attemptsByName(store, named);
    const { order = named, facts: { orderReference } = {} } = found[0] ?? {};
    const attempts = found.map((each) => ({ ...viewOf(each), email: each.facts.email }));
    if (attempts.length === 0) throw new Error("no payment attempt was found for this order");
    const { paid, authorized } = paidOrAuthorized(found);
    const events = (await store.eventsOf(order)).filter(
      ({ deliveredAt, tries }) => deliveredAt === undefined && tries > 0,
    );
    const head = table([
      ["order", order],
      ["at the bank", orderReference],
      ["paid", paidText({ paid, authorized })],
    ]);
    return {
      ok: true,
      json: { order, orderReference, paid, authorized, attempts, events },
      text: [head, ...found.map(attemptText), ...events.map(eventText)].join("\n\n"),
    };
  },
};

function paidText({ paid, authorized }: ReturnType<typeof paidOrAuthorized>): string {
  if (paid) return "yes";
  return authorized ? "no, authorized" : "no";
}

/** An event whose hook was run, and has not succeeded. */
function eventText({ id, tries, error, dead, dueAt }: EventRecord): string {
  return `event ${id}\n${indent(
    table([
      ["tries", tries],
      ["last error", error],
      ["next try", dead ? `none: ventanilla retry ${id}` : timeOf(dueAt)],
    ]),
  )}`;
}

function attemptText(found: Attempt): string {
  const attempt = viewOf(found);
  const { verdict, resolution, handled, reversed, returnedVia } = attempt;
  return `attempt ${attempt.id}\n${indent(
    table([
      ["state", attempt.state],
      ["outcome", attempt.outcome],
      ["the buyer reads", sentenceOf(found, builtIn.of(found.facts.language))],
      ["TransactionId", attempt.transactionId],
      ["amount", formatMoney(attempt.amount)],
      ["tax", formatMoney(attempt.tax)],
      ["bank approved", resolution?.approvedAmount && formatMoney(resolution.approvedAmount)],
      ["order's amount", verdict?.orderAmount && formatMoney(verdict.orderAmount)],
      ["created", timeOf(attempt.createdAt)],
      ["launch failed", attempt.launchFailure],
      ["opened", timeOf(attempt.openedAt)],
      [returnedVia === "cancel" ? "returned by cancel" : "returned", timeOf(attempt.returnedAt)],
      ["last query", timeOf(attempt.askedAt)],
      ["settled", timeOf(attempt.settledAt)],
      ["response code", verdict?.code],
      ["authorization", verdict?.authorizationCode],
      ["reference", verdict?.reference],
      ["card", verdict?.maskedCard],
      ["do not match", verdict?.mismatch?.join(", ")],
      ["the buyer's email", found.facts.email],
      ["capture", attempt.capture],
      ["captures", attempt.captureOf],
      ["resolved", resolution && `${resolution.paid ? "paid" : "not paid"}, by ${resolution.by}`],
      ["resolved at", timeOf(resolution?.at)],
      ["reason", resolution?.reason],
      ["handled", handled && `${handled.returned ? "one given back" : "both kept"}, by ${handled.by}`],
      ["given back", handled?.returnedAttempt],
      ["handled at", timeOf(handled?.at)],
      ["reason", handled?.reason],
      ["given back by", reversed?.by],
      ["given back at", timeOf(reversed?.at)],
      ["reason", reversed?.reason],
      ...(attempt.givenBack ?? []).map(({ amount, on, reference, by, reason }): [string, string] => [
        "given back",
        [`${formatMoney(amount)} on ${on}`, reference && `reference ${reference}`, `by ${by}: ${reason}`]
          .filter(Boolean)
          .join(", "),
      ]),
    ]),
  )}`;
}
