import { DuplicateError } from "@ventanilla/express/sql";
import { expectThat } from "@ventanilla/web";
import { termsOf } from "./check-link.ts";
import { codeOf, newCode } from "./code.ts";
import type { Link, LinkFilter, LinkInput } from "./link.ts";
import type { Parts } from "./options.ts";

const filters: readonly unknown[] = ["open", "paid", "ended", undefined];
/** How many links are read at a time. */
const pageSize = 100;

export function manageLinks({ database, links, uses, holds, itbis, publicUrl }: Parts) {
  async function find(text: string): Promise<Link | undefined> {
    const code = typeof text === "string" ? codeOf(text) : undefined;
    return code === undefined ? undefined : database.read(() => links.find(code));
  }

  return {
    find,
    async create(input: LinkInput): Promise<Link> {
      const now = await database.now();
      const terms = termsOf(input, itbis, now);
      const total = { minor: 0, currency: terms.amount.currency };
      for (;;) {
        const code = newCode();
        try {
          await database.write(() => links.insert(code, terms, now));
          return { ...terms, code, url: `${publicUrl}/${code}`, createdAt: now, paid: { count: 0, total } };
        } catch (error) {
          // Else another link has this code.
          if (!(error instanceof DuplicateError)) throw error;
        }
      }
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
      const link = await find(text);
      if (link === undefined) return undefined;
      const now = await database.now();
      await database.write(() => links.withdraw(link.code, now));
      return find(text);
    },
    async forget(before: number): Promise<void> {
      expectThat(Number.isSafeInteger(before), "before", "milliseconds since the epoch");
      await holds.sweep();
      await database.write(() => uses.forget(before));
      await database.write(() => links.forget(before));
    },
  };
}
