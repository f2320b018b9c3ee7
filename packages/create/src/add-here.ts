import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Choices, defaults, type Invocation, type Language } from "./choices.ts";
import { messagesIn } from "./messages.ts";
import { Refusal } from "./refusal.ts";
import { manifest, newKey } from "./shop-files.ts";
import { filledTemplates } from "./templates.ts";
import { write } from "./write-files.ts";

/**
 * Adds the router to the app in a folder: writes its file, and `.env.example` where there is none.
 * @returns what is left to be done by hand
 * @throws Refusal when there is no app, or the file exists
 */
export function addHere(folder: string, said: Invocation, language: Language): string {
  const messages = messagesIn(language);
  const app = appIn(folder);
  if (!app) throw new Refusal(messages.noApp);
  const choices = { code: app.code, database: app.database, ...said, language };
  const { code, database } = choices;
  const files = filledTemplates([`${code}-here`, language], choices, {
    values: { key: "" },
    parts: ["here"],
  });
  const environment = files.get("env.example") ?? "";
  // Without `"type": "module"` Node takes a .js file for CommonJS.
  const file = `${app.sources}payments.${code === "js" && !app.isModule ? "mjs" : code}`;
  const keepsEnv = existsSync(join(folder, ".env.example"));
  if (existsSync(join(folder, file))) throw new Refusal(messages.exists(file));
  write(join(folder, file), files.get(`payments.${code}`) ?? "");
  if (!keepsEnv) write(join(folder, ".env.example"), environment);
  return [
    messages.wrote(keepsEnv ? file : `${file}, .env.example`),
    "",
    keepsEnv ? `${messages.keptEnv}\n\n${indented(environment)}` : messages.newEnv,
    "",
    messages.ownEnv,
    "",
    `  PAYMENTS_KEY=${newKey()}`,
    "",
    messages.install,
    "",
    indented(commands(database)),
    "",
    messages.edits,
    "",
    messages.editOrders(file),
    "",
    messages.editServer(file),
    "",
    indented(serverEdit(`./payments${app.importEnding ?? file.slice(file.lastIndexOf("."))}`, app.isModule, choices)),
    "",
    messages.editPage,
    "",
    indented(pageEdit),
    "",
    messages.start,
    "",
    `  node --env-file=.env ${app.sources}server.${code}`,
  ].join("\n");
}

/** What package.json and the files beside it say about an app. */
function appIn(folder: string) {
  const file = join(folder, "package.json");
  if (!existsSync(file)) return undefined;
  const { type, dependencies = {} } = JSON.parse(readFileSync(file, "utf8")) as {
    type?: string;
    dependencies?: Record<string, string>;
  };
  const settings = join(folder, "tsconfig.json");
  const isTyped = existsSync(settings);
  // Compilers take the name of the compiled file, unless they are told otherwise.
  const importsCompiled = isTyped && !importsSources.test(withoutComments(readFileSync(settings, "utf8")));
  return {
    code: isTyped ? "ts" : "js",
    importEnding: importsCompiled ? ".js" : undefined,
    database: "pg" in dependencies ? "postgres" : defaults.database,
    isModule: type === "module",
    sources: existsSync(join(folder, "src")) ? "src/" : "",
  } satisfies Record<string, unknown> & Pick<Choices, "code" | "database">;
}

const importsSources = /"(?:allowImportingTsExtensions|rewriteRelativeImportExtensions)"\s*:\s*true\b/;

/** A tsconfig.json may have comments; what looks like one in a string is none. */
const withoutComments = (json: string) => json.replaceAll(/("(?:\\.|[^"\\])*")|\/\/[^\n]*|\/\*.*?\*\//gs, "$1");

const commands = (database: Choices["database"]) => `npm install @ventanilla/express@^${manifest.version}${
  database === "postgres" ? " pg" : ""
}
npm install --save-dev @ventanilla/sandbox@^${manifest.version}
npx @ventanilla/sandbox --port 4000`;

function serverEdit(file: string, isModule: boolean, { code, database, language }: Choices): string {
  const messages = messagesIn(language);
  // A compiler turns `import` into what the app needs. Outside a function only modules have `await`.
  const taken = (name: string, from: string) =>
    isModule || code === "ts" ? `import { ${name} } from "${from}";` : `const { ${name} } = require("${from}");`;
  const migrate = isModule
    ? "await store.migrate();"
    : `const migrated = store.migrate(); // ${messages.migratedComment}`;
  const [store, made] =
    database === "postgres"
      ? ["postgresStore", `const store = postgresStore(pool); // ${messages.poolComment}\n${migrate}`]
      : ["sqliteStore", 'const store = sqliteStore("payments.db");'];
  return `${taken(store, "@ventanilla/express")}
${taken("createPayments", file)}

${made}
const payments = createPayments(store);
app.use(payments.returns); // ${messages.firstComment}
app.use("/payments", payments);
process.once("SIGTERM", () => void payments.close().finally(() => process.exit())); // ${messages.closeComment}`;
}

const pageEdit = `<script type="module" src="/payments/element.js"></script>
<ventanilla-pay order="A-1001"></ventanilla-pay>`;

const indented = (text: string) => text.trimEnd().replaceAll(/^(?=.)/gm, "  ");
