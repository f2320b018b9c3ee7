import { eraseEmail as eraseFrom } from "../staff/erase-email.ts";
import { type Command, storeOption, withOptionNames } from "./command.ts";

/** `erase-email <email>`: erases a buyer's email, and nothing else. */
export const eraseEmail: Command = {
  usage: "erase-email <email>",
  about: "erases a buyer's email from every attempt that keeps it (option keepEmail); cannot be undone",
  takes: "email",
  options: storeOption,
  async run({ subject, store }) {
    const shop = await store();
    const erased = await withOptionNames({ email: "erase-email" }, () => eraseFrom(shop, subject));
    return { ok: true, json: { erased }, text: `attempts without that email now: ${erased}` };
  },
};
