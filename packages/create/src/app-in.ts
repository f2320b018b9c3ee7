import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Choices, defaults } from "./choices.ts";
import type { Messages } from "./messages.ts";
import { orRefuse, Refusal } from "./refusal.ts";
import { isFile, isFolder, isThere } from "./write-files.ts";

/** What is known of an app. */
export interface App extends Pick<Choices, "code" | "database"> {
  /** Where its sources are: a path that ends with a slash, or nothing. */
  sources: string;
  /** Whether its server is a module, which imports and awaits. */
  isModule: boolean;
  /** Whether Node takes its `.js` files for modules, whatever is in them. */
  hasModuleType: boolean;
  /** How the name of an imported file ends, where it is not that of the file. */
  importEnding: string | undefined;
}

/**
 * What package.json and the files beside it say about the app in a folder.
 * @throws Refusal when there is none, or package.json cannot be used
 */
export function appIn(folder: string, messages: Messages): App {
  if (!isThere(join(folder, "package.json"))) throw new Refusal(messages.noApp);
  const read = (name: string) =>
    orRefuse(
      () => readFileSync(join(folder, name), "utf8"),
      ({ code }) => messages.notReadable(name, code),
    );
  const { type, dependencies } = fieldsOf(read("package.json"), messages);
  const isTyped = existsSync(join(folder, "tsconfig.json"));
  const server = serverIn(folder, read);
  return {
    code: isTyped ? "ts" : "js",
    // Compilers take the name of the compiled file, unless they are told otherwise.
    importEnding: isTyped && !importsSources.test(withoutComments(read("tsconfig.json"))) ? ".js" : undefined,
    database: "pg" in Object(dependencies) ? "postgres" : defaults.database,
    hasModuleType: type === "module",
    isModule: server?.isModule ?? type === "module",
    sources: server?.sources ?? (isFolder(join(folder, "src")) ? "src/" : ""),
  };
}

/** The fields of package.json, which may begin with a byte order mark, as npm reads it. */
function fieldsOf(text: string, messages: Messages): Record<string, unknown> {
  try {
    const fields: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
    if (typeof fields === "object" && fields !== null && !Array.isArray(fields)) return { ...fields };
  } catch {}
  throw new Refusal(messages.badManifest);
}

const imported = /^import\b[^;]*?\bfrom\s*["']express["']/m;
const required = /^[^/*]*\brequire\(\s*["']express["']\s*\)/m;

/** The file that takes Express: what it takes it with tells modules apart, as it does for Node. */
function serverIn(folder: string, read: (name: string) => string): Pick<App, "isModule" | "sources"> | undefined {
  for (const sources of ["src/", ""].filter((name) => isFolder(join(folder, name)))) {
    for (const name of readdirSync(join(folder, sources)).filter((file) => /\.[cm]?js$/.test(file))) {
      if (!isFile(join(folder, sources, name))) continue;
      const text = read(`${sources}${name}`);
      if (imported.test(text)) return { isModule: true, sources };
      if (required.test(text)) return { isModule: false, sources };
    }
  }
  return undefined;
}

const importsSources = /"(?:allowImportingTsExtensions|rewriteRelativeImportExtensions)"\s*:\s*true\b/;

/** A tsconfig.json may have comments; what looks like one in a string is none. */
const withoutComments = (json: string) => json.replaceAll(/("(?:\\.|[^"\\])*")|\/\/[^\n]*|\/\*.*?\*\//gs, "$1");
