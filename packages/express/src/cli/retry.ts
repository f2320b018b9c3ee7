import { type Command, storeOption } from "./command.ts";

/** `retry <event>`: delivers once more an event that failed for good. */
export const retry: Command = {
  usage: "retry <event>",
  about: "delivers once more an event that failed for good, such as paid:<order>",
  takes: "event",
  options: storeOption,
  async run({ subject, store }) {
    if (!(await (await store()).reviveEvent(subject))) {
      throw new Error("no event that failed for good has this id; one that failed otherwise runs again by itself");
    }
    return {
      ok: true,
      json: { event: subject, due: true },
      text: "the event will be delivered again by a running router",
    };
  },
};
