import { expectThat } from "@ventanilla/web";
import { integer } from "./columns.ts";
import { change, type Program, rowOf } from "./program.ts";
import { insert, plain } from "./statement.ts";
import type { TypeNames } from "./tables.ts";

/** The table that keeps which versions were applied of the tables with this name: `versions` of the router's own. */
function versionsOf(name: string): string {
  expectThat(/^[a-z]{1,20}$/.test(name), "migrate(name)", "1 to 20 small letters");
  return name === "router" ? "versions" : `${name}_versions`;
}

/**
 * Reads which version the tables with this name have. It needs no right to create anything.
 * @param store how messages name it
 * @param known the latest version of this program
 * @throws Error when they are of a later program: this one would write what that one does not expect
 */
export function* versionIn(store: string, known: number, name: string): Program<number> {
  const row = yield* rowOf<{ version: unknown }>(plain(`SELECT max(version) AS version FROM @${versionsOf(name)}`));
  const version = integer(row?.version);
  if (version <= known) return version;
  throw new Error(`${store} has version ${version}, this program knows ${known}: update it`);
}

/**
 * Applies the versions that the database lacks, one statement a step; returns their numbers.
 * @param texts the statements that lead to each from the one before it, oldest first, with `;` between them
 */
export function* migration(store: string, types: TypeNames, texts: readonly string[], name: string): Program<number[]> {
  yield [plain(`CREATE TABLE IF NOT EXISTS @${versionsOf(name)} (version ${types.int} PRIMARY KEY)`)];
  const before = yield* versionIn(store, texts.length, name);
  const applied: number[] = [];
  for (const [index, text] of texts.entries()) {
    if (index < before) continue;
    for (const statement of statementsOf(text, types)) yield [plain(statement)];
    yield* change(insert(versionsOf(name), { version: index + 1 }));
    applied.push(index + 1);
  }
  return applied;
}

/** The statements of a version with the types of an engine. */
function statementsOf(version: string, types: TypeNames): string[] {
  const { serial, int, options, text } = types;
  const texts = { name: text(40), key: text(255), wide: text(512), text: text() };
  const names = new Map(Object.entries({ serial, int, options, ...texts }));
  return version
    .split(";")
    .map((statement) => statement.trim())
    .filter((statement) => statement !== "")
    .map((statement) => (types.hasPartialIndexes ? statement : statement.replace(/ WHERE .*$/s, "")))
    .map((statement) => statement.replaceAll(/@(\w+)/g, (table, name: string) => names.get(name) ?? table));
}

/** The tables that a statement names are missing. */
export class MissingError extends Error {
  constructor(store: string, cause: unknown) {
    const all = "`await store.migrate()` or `npx -p @ventanilla/express ventanilla migrate`";
    super(`${store}: tables missing or outdated: run ${all}; a package's are made by its own \`migrate()\``, { cause });
  }
}
