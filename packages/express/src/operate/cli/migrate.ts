import { type Command, storeOption } from "./command.ts";

/** `migrate`: brings the store's tables up to date. */
export const migrate: Command = {
  usage: "migrate",
  about: "makes the tables, or brings them up to date",
  options: storeOption,
  async run({ store }) {
    const applied = await (await store({ create: true })).migrate();
    const text = applied.length === 0 ? "the tables are up to date" : `applied: version ${applied.join(", ")}`;
    return { ok: true, json: { applied }, text };
  },
};
