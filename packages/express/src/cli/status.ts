import { formatMoney } from "@ventanilla/web";
import { healthOf, secondsText } from "../report/health.ts";
import type { ShopStore } from "../stores/store.ts";
import { type Command, storeOption } from "./command.ts";
import { indent, table } from "./table.ts";

/** How many of each kind are listed, the oldest first. */
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
    const [counts, { paidTwice, returnUnclear, events, ...others }, health] = await Promise.all([
      store.countUnsettled(),
      store.unsettled(maxListed),
      healthOf(store),
    ]);
    const toResolve = Object.values(others)
      .flat()
      .toSorted((a, b) => a.createdAt - b.createdAt);
    return {
      ok: health.ok,
      json: {
        health,
        attempts,
        outbox,
        unsettled: {
          attempts: toResolve.map(({ id, order, state }) => ({ attempt: id, order, state })),
          paidTwice: paidTwice.map(({ id, order }) => ({ attempt: id, order })),
          returnUnclear: returnUnclear.map(({ id, order }) => ({ attempt: id, order })),
          events: events.map(({ id, order, error }) => ({ event: id, order, error })),
        },
      },
      text: [
        `health: ${health.ok ? "ok" : "not ok"}`,
        ...health.problems.map(({ code, message }) => `  ${code}: ${message}`),
        "",
        "waiting",
        indent(table(waitingIn(health, outbox))),
        "",
        "attempts",
        indent(table(Object.entries(attempts))),
        ...section(
          "paid twice, to handle",
          paidTwice.map(({ id, order }) => [id, `order ${order}`]),
          counts.paidTwice,
        ),
        ...section(
          "return unclear, ask the bank",
          returnUnclear.map(({ id, order, facts }) => [
            id,
            `${facts.sentBack ? formatMoney(facts.sentBack.amount) : ""}, order ${order}`,
          ]),
          counts.returnUnclear,
        ),
        ...section(
          "to resolve",
          toResolve.map(({ id, order, state }) => [id, `${state}, order ${order}`]),
          counts.review + counts.unconfirmed + counts.unknown,
        ),
        ...section(
          "to retry",
          events.map(({ id, error }) => [id, error]),
          counts.events,
        ),
      ].join("\n"),
    };
  },
};

/** What waits, as rows of a table. */
function waitingIn(
  health: Awaited<ReturnType<typeof healthOf>>,
  outbox: Awaited<ReturnType<ShopStore["stats"]>>["outbox"],
): Parameters<typeof table>[0] {
  return [
    ["attempts overdue", lateness(health.attemptsLateMs)],
    ["events overdue", lateness(health.eventsLateMs)],
    ["ends soon, no answer yet", health.unqueried],
    ["events due", outbox.due],
    ["events failing", health.failing],
    ["events failed for good", outbox.dead],
    ["unknown, ask the bank", health.unknown],
    ["under review, ask the bank", health.review],
    ["return unclear, ask bank", health.returnUnclear],
  ];
}

/** A heading and its rows, with how many there are where some are not listed; nothing without rows. */
function section(title: string, rows: [string, string][], count: number): string[] {
  const heading = count > rows.length ? `${title} (${rows.length} of ${count})` : title;
  return rows.length === 0 ? [] : ["", heading, indent(table(rows))];
}

function lateness(ms: number | undefined): string | undefined {
  return ms === undefined ? undefined : secondsText(ms);
}
