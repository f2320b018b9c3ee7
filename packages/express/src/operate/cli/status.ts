import { healthOf } from "../health.ts";
import { secondsText } from "../seconds-text.ts";
import { type Command, storeOption } from "./command.ts";
import { indented, table } from "./table.ts";

/** The oldest. */
const maxListed = 50;

/** `status`: payment health, and how many attempts are in which state. */
export const status: Command = {
  usage: "status",
  about:
    "shows whether all is well, what is waiting and how many attempts there are; exit code 1 when something is wrong",
  options: storeOption,
  async run(invocation) {
    const store = await invocation.store();
    // First, so that a store that does not answer is reported with its own error.
    const { attempts, outbox } = await store.stats();
    const unsettled = await store.unsettled(maxListed);
    const health = await healthOf(store);
    const waiting = table([
      ["attempts overdue", lateness(health.attemptsLateMs)],
      ["events overdue", lateness(health.eventsLateMs)],
      ["ends soon, no answer yet", health.unqueried],
      ["events due", outbox.due],
      ["events failed for good", outbox.dead],
      ["unknown, ask the bank", health.unknown],
      ["under review, ask the bank", health.review],
    ]);
    return {
      ok: health.ok,
      json: {
        health,
        attempts,
        outbox,
        unsettled: {
          attempts: unsettled.attempts.map(({ id, order, state }) => ({ attempt: id, order, state })),
          paidTwice: unsettled.paidTwice.map(({ id, order }) => ({ attempt: id, order })),
          events: unsettled.events.map(({ id, order, error }) => ({ event: id, order, error })),
        },
      },
      text: [
        `health: ${health.ok ? "ok" : "not ok"}`,
        ...health.problems.map(({ message }) => `  ${message}`),
        "",
        "waiting",
        indented(waiting),
        "",
        "attempts",
        indented(table(Object.entries(attempts))),
        ...section(
          "to resolve",
          unsettled.attempts.map(({ id, order, state }) => [id, `${state}, order ${order}`]),
        ),
        ...section(
          "paid twice, to handle",
          unsettled.paidTwice.map(({ id, order }) => [id, `order ${order}`]),
        ),
        ...section(
          "to retry",
          unsettled.events.map(({ id, error }) => [id, error]),
        ),
      ].join("\n"),
    };
  },
};

/** A heading and its rows; nothing without rows. */
function section(title: string, rows: [string, string][]): string[] {
  return rows.length === 0 ? [] : ["", title, indented(table(rows))];
}

function lateness(ms: number | undefined): string | undefined {
  return ms === undefined ? undefined : secondsText(ms);
}
