import { DuplicateError } from "@ventanilla/express/sql";
import { expectThat, refuseUnknownNames } from "@ventanilla/web";
import { termsOf } from "./check-link.ts";
import { codeOf, newCode } from "./code.ts";
import { currencyOf, type Link, type LinkFilter, type LinkInput, type LinkListRequest } from "./link.ts";
import type { Parts } from "./options.ts";

const filters: readonly LinkFilter[] = ["open", "paid", "ended"];
/** How many links are read at a time. */
const pageSize = 100;

export function manageLinks({ database, links, uses, holds, itbis, publicUrl }: Parts) {
  async function find(text: string): Promise<Link | undefined> {
    const code = typeof text === "string" ? codeOf(text) : undefined;
    return code === undefined ? undefined : database.read(() => links.find(code));
  }

  async function create(input: LinkInput): Promise<Link> {
    const now = await database.now();
    const terms = termsOf(input, itbis, now);
    const total = { minor: 0, currency: currencyOf(terms.amount) };
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
  }

  async function* listed(filter: LinkFilter | undefined, after: string | undefined): AsyncGenerator<Link, void, void> {
    const now = await database.now();
    for (let last = after; ; ) {
      const page = await database.read(() => links.page({ filter, after: last, now, limit: pageSize }));
      yield* page;
      last = page.at(-1)?.code;
      if (page.length < pageSize) return;
    }
  }

  return {
    find,
    create,
    list(request: LinkListRequest = {}): AsyncGenerator<Link, void, void> {
      refuseUnknownNames("list", request, ["filter", "after"]);
      const { filter, after } = request;
      const isFilter = filter === undefined || filters.includes(filter);
      expectThat(isFilter, "filter", `${filters.join(", ")} or nothing`, filter);
      const code = after === undefined ? undefined : codeOf(after);
      expectThat(after === undefined || code !== undefined, "after", "the code of a link");
      return listed(filter, code);
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
