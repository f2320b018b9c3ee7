import { healthOf } from "../health.ts";
import { type Command, storeOption } from "./command.ts";
import { indented, table } from "./table.ts";

/** `status`: whether the payments are well, and how many attempts are in which state. */
export const status: Command = {
  usage: "status",
  about: "whether all is well, what waits, and how many attempts there are; exit code 1 when not",
  options: storeOption,
  async run(given) {
    const store = await given.store();
    // A store that does not answer is told with its own words.
    const { attempts, outbox } = await store.stats();
    const health = await healthOf(store);
    const waiting = table([
      ["attempts overdue", seconds(health.attemptsLateMs)],
      ["events overdue", seconds(health.eventsLateMs)],
      ["ending unasked", health.unasked],
      ["events due", outbox.due],
      ["events dead", outbox.dead],
      ["unknown, to resolve", health.unknown],
      ["review, to resolve", health.review],
    ]);
    return {
      ok: health.ok,
      json: { health, attempts, outbox },
      text: [
        `health: ${health.ok ? "ok" : "not ok"}`,
        ...health.problems.map(({ message }) => `  ${message}`),
        "",
        "waiting",
        indented(waiting),
        "",
        "attempts",
        indented(table(Object.entries(attempts))),
      ].join("\n"),
    };
  },
};

function seconds(ms: number | undefined): string | undefined {
  return ms === undefined ? undefined : `${Math.round(ms / 1000)} s`;
}
