import { type Command, storeOption } from "./command.ts";

/** `migrate`: creates or updates the store's tables. */
export const migrate: Command = {
  usage: "migrate",
  about: "creates the tables of the store, or updates them",
  options: storeOption,
  async run({ open }) {
    const applied = await (await open({ create: true })).migrate();
    const text = applied.length === 0 ? "the tables are up to date" : `applied: version ${applied.join(", ")}`;
    return { ok: true, json: { applied }, text };
  },
};
