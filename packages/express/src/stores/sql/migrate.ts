import { integer } from "./columns.ts";
import { change, type Program, rowOf } from "./program.ts";
import { insert, plain } from "./statement.ts";
import type { TypeNames } from "./tables.ts";

/**
 * Reads which version the tables have whose names begin with `own`. It needs no right to create anything.
 * @param database how messages name it
 * @param known the latest version of this program
 * @throws Error when they are of a later program: this one would write what that one does not expect
 */
export function* versionIn(database: string, known: number, own: string): Program<number> {
  const row = yield* rowOf<{ version: unknown }>(plain(`SELECT max(version) AS version FROM @${own}versions`));
  const version = integer(row?.version);
  if (version <= known) return version;
  throw new Error(`${database} has version ${version}, this program knows ${known}: update it`);
}

/**
 * Applies the versions that the database lacks, one statement a step; returns their numbers.
 * @param versions the statements that lead to each from the one before it, oldest first, with `;` between them
 */
export function* migration(
  database: string,
  types: TypeNames,
  versions: readonly string[],
  own: string,
): Program<number[]> {
  yield [plain(`CREATE TABLE IF NOT EXISTS @${own}versions (version ${types.int} PRIMARY KEY)`)];
  const before = yield* versionIn(database, versions.length, own);
  const applied: number[] = [];
  for (const [index, text] of versions.entries()) {
    if (index < before) continue;
    for (const statement of statementsOf(text, types)) yield [plain(statement)];
    yield* change(insert(`${own}versions`, { version: index + 1 }));
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
    const both = "`await store.migrate()` or `npx -p @ventanilla/express ventanilla migrate`";
    const ofPackage = "a package's are made by its own `migrate()`";
    super(`${store}: tables missing or outdated: run ${both}; ${ofPackage}`, { cause });
  }
}
