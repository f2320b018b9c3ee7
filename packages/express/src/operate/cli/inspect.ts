import { standingOf } from "../../attempt/authorization.ts";
import { type AttemptView, viewOf } from "../../attempt/outcome.ts";
import { moneyText } from "../money-text.ts";
import { type Command, storeOption } from "./command.ts";
import { indented, table, timeOf } from "./table.ts";

/** `inspect <order>`: what is known about an order's attempts, without the session and its key. */
export const inspect: Command = {
  usage: "inspect <order>",
  about: "lists every attempt at an order, oldest first; takes the id of an attempt, too",
  takes: "order",
  options: storeOption,
  async run(invocation) {
    const store = await invocation.store();
    const order = (await store.findAttempt(invocation.subject))?.order ?? invocation.subject;
    const found = await store.attemptsOf(order);
    const attempts = found.map(viewOf);
    if (attempts.length === 0) throw new Error("there is no attempt at this order");
    const { paid, authorized } = standingOf(found);
    const head = table([
      ["order", order],
      ["paid", paid ? "yes" : authorized ? "no, authorized" : "no"],
    ]);
    return {
      ok: true,
      json: { order, paid, authorized, attempts },
      text: [head, ...attempts.map(attemptText)].join("\n\n"),
    };
  },
};

function attemptText(attempt: AttemptView): string {
  const { verdict, resolution, returnedVia } = attempt;
  return `attempt ${attempt.id}\n${indented(
    table([
      ["state", attempt.state],
      ["buyer sees", attempt.outcome],
      ["TransactionId", attempt.transactionId],
      ["amount", moneyText(attempt.amount)],
      ["tax", moneyText(attempt.tax)],
      ["order's amount", verdict?.orderAmount && moneyText(verdict.orderAmount)],
      ["created", timeOf(attempt.createdAt)],
      ["launch failed", attempt.launchFailure],
      ["opened", timeOf(attempt.openedAt)],
      [returnedVia === "cancel" ? "cancel visit" : "return visit", timeOf(attempt.returnedAt)],
      ["last query", timeOf(attempt.askedAt)],
      ["settled", timeOf(attempt.settledAt)],
      ["response code", verdict?.code],
      ["authorization", verdict?.authorizationCode],
      ["reference", verdict?.reference],
      ["card", verdict?.maskedCard],
      ["mismatch", verdict?.mismatch?.join(", ")],
      ["capture", attempt.capture],
      ["captures", attempt.captureOf],
      ["resolved", resolution && `${resolution.paid ? "paid" : "not paid"}, by ${resolution.by}`],
      ["resolved at", timeOf(resolution?.at)],
      ["reason", resolution?.reason],
    ]),
  )}`;
}
