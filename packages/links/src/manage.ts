import { expectThat } from "@ventanilla/web";
import { termsOf } from "./check-link.ts";
import { codeOf, newCode } from "./code.ts";
import type { Link, LinkFilter, LinkInput } from "./link.ts";
import type { Parts } from "./options.ts";

const filters: readonly unknown[] = ["open", "paid", "ended", undefined];
/** How many links are read at a time. */
const pageSize = 100;

export function manageLinks({ database, links, uses, holds, itbis }: Parts) {
  async function find(text: string): Promise<Link | undefined> {
    const code = codeOf(text);
    return code === undefined ? undefined : database.read(() => links.find(code));
  }

  return {
    find,
    async create(input: LinkInput): Promise<Link> {
      const createdAt = await database.now();
      const link = { ...termsOf(input, itbis, createdAt), code: newCode(), createdAt };
      await database.write(() => links.insert(link));
      return (await find(link.code)) as Link;
    },
    async *list(filter?: LinkFilter): AsyncGenerator<Link, void, void> {
      expectThat(filters.includes(filter), "filter", "open, paid, ended or nothing", filter);
      const now = await database.now();
      for (let after: string | undefined; ; ) {
        const page = await database.read(() => links.page({ filter, after, now, limit: pageSize }));
        yield* page;
        if (page.length < pageSize) return;
        after = page.at(-1)?.code;
      }
    },
    async withdraw(text: string): Promise<Link | undefined> {
      const code = codeOf(text);
      const now = await database.now();
      if (code !== undefined) await database.write(() => links.withdraw(code, now));
      return find(text);
    },
    async forget(before: number): Promise<void> {
      expectThat(Number.isSafeInteger(before), "before", "milliseconds since the epoch");
      await holds.release();
      await database.write(() => uses.forget(before));
      await database.write(() => links.forget(before));
    },
  };
}
