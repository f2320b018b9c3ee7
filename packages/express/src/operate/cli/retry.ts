import { type Command, storeOption } from "./command.ts";

/** `retry <event>`: an event that was given up is delivered once more. */
export const retry: Command = {
  usage: "retry <event>",
  about: "delivers an event that was given up again, such as paid:<order>",
  takes: "event",
  options: storeOption,
  async run({ subject, store }) {
    if (!(await (await store()).reviveEvent(subject))) throw new Error("there is no dead event of this id");
    return {
      ok: true,
      json: { event: subject, due: true },
      text: "the event is due again, and a running router delivers it",
    };
  },
};
