import { extname, join, relative } from "node:path";
import { type App, appIn } from "./app-in.ts";
import type { Choices, Invocation, Language } from "./choices.ts";
import { messagesIn } from "./messages.ts";
import { commandsOf } from "./package-manager.ts";
import { orRefuse, Refusal } from "./refusal.ts";
import { manifest, newKey } from "./shop-files.ts";
import { filledTemplates } from "./templates.ts";
import { isThere, writeAll } from "./write-files.ts";

/**
 * Adds the router to the app in a folder: writes its file, and `.env.example` where there is none.
 * @returns the text with the steps that the person does by hand
 * @throws Refusal when there is no app, or a file exists or cannot be written
 */
export function addHere(folder: string, invocation: Invocation, language: Language): string {
  const messages = messagesIn(language);
  const app = appIn(folder, messages);
  const choices = { code: app.code, database: app.database, ...invocation, language };
  const { code, database } = choices;
  const files = filledTemplates([`${code}-here`, language], choices, {
    values: { key: "" },
    parts: ["here"],
  });
  const environment = files.get("env.example") ?? "";
  // Without `"type": "module"`, Node reads a .js file as CommonJS.
  const file = `${app.sources}payments.${code === "js" && !app.hasModuleType ? "mjs" : code}`;
  // A compiler renames only what it compiles.
  const ending = (code === "ts" ? app.importEnding : undefined) ?? extname(file);
  const keepsEnv = isThere(join(folder, ".env.example"));
  if (isThere(join(folder, file))) throw new Refusal(messages.exists(file));
  const written = new Map([[file, files.get(`payments.${code}`) ?? ""]]);
  if (!keepsEnv) written.set(".env.example", environment);
  orRefuse(
    () => writeAll(folder, written),
    (error) => messages.notWritable(relative(folder, error.path), error.code),
  );
  return [
    messages.wrote([...written.keys()].join(", ")),
    "",
    keepsEnv ? `${messages.keptEnv}\n\n${indent(environment)}` : messages.newEnv,
    "",
    messages.ownEnv,
    "",
    `  PAYMENTS_KEY=${newKey()}`,
    "",
    messages.install,
    "",
    indent(commands(app, database)),
    "",
    messages.edits,
    "",
    messages.editOrders(file),
    "",
    messages.editServer(file),
    "",
    indent(serverEdit(`./payments${ending}`, app.isModule, choices)),
    "",
    messages.editPage,
    "",
    indent(pageEdit),
    "",
    messages.start,
    "",
    `  node --env-file=.env ${app.start ?? `${app.sources}server.${code}`}`,
  ].join("\n");
}

/** The commands that install what the app does not have yet, and start the sandbox. */
function commands({ manager, installed }: App, database: Choices["database"]): string {
  const { add, addDev, run } = commandsOf[manager];
  const line = (command: string, names: string[]) => {
    const missing = names.filter((name) => !installed.includes(name));
    const wanted = missing.map((name) => (name.startsWith("@ventanilla/") ? `${name}@^${manifest.version}` : name));
    return missing.length > 0 ? [`${command} ${wanted.join(" ")}`] : [];
  };
  // npx takes the name of a package; the others run only what is installed, by the name of its program.
  const sandbox = manager === "npm" ? "@ventanilla/sandbox" : "ventanilla-sandbox";
  return [
    ...line(add, ["@ventanilla/express", ...(database === "postgres" ? ["pg"] : [])]),
    ...line(addDev, ["@ventanilla/sandbox"]),
    `${run} ${sandbox} --port 4000`,
  ].join("\n");
}

/**
 * The lines to add to the server.
 * @param file the router's file, as the server imports it
 */
function serverEdit(file: string, isModule: boolean, { code, database, language }: Choices): string {
  const messages = messagesIn(language);
  // A compiler turns `import` into what the app needs. Outside a function only modules have `await`.
  const importLine = (name: string, from: string) =>
    isModule || code === "ts" ? `import { ${name} } from "${from}";` : `const { ${name} } = require("${from}");`;
  const migrate = isModule
    ? "await store.migrate();"
    : `const migrated = store.migrate(); // ${messages.migratedComment}`;
  const made =
    database === "postgres"
      ? `const store = postgresStore(pool); // ${messages.poolComment}\n${migrate}`
      : 'const store = sqliteStore("payments.db");';
  return `${importLine(`${database}Store`, `@ventanilla/express/${database}`)}
${importLine("createPayments", file)}

${made}
const payments = createPayments(store);
app.use(payments.returns); // ${messages.firstComment}
app.use("/payments", payments); // ${messages.mountComment}
process.once("SIGTERM", () => void payments.close().finally(() => process.exit())); // ${messages.closeComment}`;
}

const pageEdit = `<script type="module" src="/payments/element.js"></script>
<ventanilla-pay order="A-1001"></ventanilla-pay>`;

const indent = (text: string) => text.trimEnd().replaceAll(/^(?=.)/gm, "  ");
