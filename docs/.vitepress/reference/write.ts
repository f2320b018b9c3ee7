/**
 * Writes the reference of router, links, client and sandbox from their doc comments, and tables of sandbox and client from
 * their sources, into the folder `out` beside this file: pages of `docs` include it. TypeDoc's headings are in the
 * page's language.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Application } from "typedoc";
import { contributing, sections } from "../pages.ts";
import { contractTables } from "./contract-tables.ts";
import { sandboxTables } from "./sandbox-tables.ts";

const pages = sections.flatMap((section) => section.pages);

/** The address of a page on the site, in the reader's language where the page has it. */
function address(name: string, anchor: string, language: "en" | "es"): string {
  const es = pages.find(({ en }) => en === name)?.es;
  // A heading of a Spanish page has another anchor, but for what TypeDoc has written here.
  if (language === "es" && es) return `/es/${es}${name.startsWith("reference/") ? anchor : ""}`;
  return `/${name}${anchor}`;
}

for (const language of ["en", "es"] as const) {
  const out = join(import.meta.dirname, "out", language);
  const app = await Application.bootstrapWithPlugins({
    options: join(import.meta.dirname, "typedoc.json"),
    lang: language,
    out,
  });
  const project = await app.convert();
  if (project === undefined) process.exit(1);
  app.validate(project);
  await app.generateOutputs(project);
  if (app.logger.hasErrors() || app.logger.hasWarnings()) process.exit(1);
  for (const name of readdirSync(out)) {
    const file = join(out, name);
    const text = readFileSync(file, "utf8")
      // `@see docs/guide/stores.md#sqlite`, and links between these pages.
      .replaceAll(/(?<![\w`/])docs\/([\w/-]+)\.md(#[\w-]+(?:\.\w+)*)?/g, (_, page: string, anchor = "") => {
        const ofContributors = contributing.find(({ en }) => en === page)?.title;
        const title = pages.find(({ en }) => en === page)?.title[language] ?? ofContributors ?? page;
        const section = /^#\d/.test(anchor) ? ` §${anchor.slice(1)}` : "";
        return `[${title}${section}](${address(page, anchor, language)})`;
      })
      .replaceAll(/\]\((client|links|router|sandbox)\.md(#[^)]*)?\)/g, (_, page: string, anchor = "") => {
        return `](${address(`reference/${page}`, anchor, language)})`;
      });
    writeFileSync(file, text);
  }
  const tables = { ...sandboxTables(language), ...contractTables };
  for (const [name, table] of Object.entries(tables)) writeFileSync(join(out, `${name}.md`), table);
}
