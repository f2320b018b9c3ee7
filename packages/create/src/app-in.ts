import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { type Choices, defaults } from "./choices.ts";
import type { Messages } from "./messages.ts";
import { orRefuse, Refusal } from "./refusal.ts";
import { isFile, isFolder, isThere } from "./write-files.ts";

/** What is known about an existing app. */
export interface App extends Pick<Choices, "code" | "database"> {
  /** The folder of its sources: a path that ends with a slash, or empty text for the app's own folder. */
  sources: string;
  /** The name of the file that starts the app, in that folder. Undefined where no file loads Express. */
  start: string | undefined;
  /** Whether its server is an ES module: it has `import`, and `await` outside functions. */
  isModule: boolean;
  /** Whether package.json has `"type": "module"`: Node reads every `.js` file as a module. */
  hasModuleType: boolean;
  /** The ending in the import of a TypeScript file, where it differs from that of the file. */
  importEnding: string | undefined;
}

/**
 * Finds out about the app in a folder, from package.json and the files beside it.
 * @throws Refusal when there is no package.json, or it cannot be used
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
    // Without one of these options, the compiler expects the name of the compiled file in an import.
    importEnding: isTyped && !importsSources.test(withoutComments(read("tsconfig.json"))) ? ".js" : undefined,
    database: "pg" in Object(dependencies) ? "postgres" : defaults.database,
    hasModuleType: type === "module",
    isModule: server?.isModule ?? type === "module",
    start: server?.start,
    sources: server?.sources ?? (isFolder(join(folder, "src")) ? "src/" : ""),
  };
}

/** The fields of package.json. As npm does, it accepts a byte order mark at the beginning. */
function fieldsOf(text: string, messages: Messages): Record<string, unknown> {
  try {
    const fields: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
    if (typeof fields === "object" && fields !== null && !Array.isArray(fields)) return { ...fields };
  } catch {}
  throw new Refusal(messages.badManifest);
}

const importsExpress = /^import\b[^;]*?\bfrom\s*["']express["']/m;
const requiresExpress = /^[^/*]*\brequire\(\s*["']express["']\s*\)/m;

/** A server's folder, and the file in it that starts the app; and whether it is a module, where its text shows that. */
interface Server {
  sources: string;
  start: string;
  isModule?: boolean;
}

/** The usual names of the file that makes the app. A file with another name may load Express only for its `Router`. */
const usual = /^(?:app|index|main|server)\.[cm]?[jt]s$/;

/**
 * Finds the file that loads Express. In JavaScript `import` shows that it is a module, `require` that it is not.
 * TypeScript is compiled to what package.json says.
 */
function serverIn(folder: string, read: (name: string) => string): Server | undefined {
  for (const sources of ["src/", ""].filter((name) => isFolder(join(folder, name)))) {
    const names = readdirSync(join(folder, sources)).filter((file) => /\.[cm]?[jt]s$/.test(file));
    for (const name of names.toSorted((one, other) => Number(usual.test(other)) - Number(usual.test(one)))) {
      if (!isFile(join(folder, sources, name))) continue;
      const text = read(`${sources}${name}`);
      // Where app.js makes the app, a server.js beside it starts it, and need not load Express.
      const server = `server${extname(name)}`;
      const found = { sources, start: names.includes(server) ? server : name };
      if (importsExpress.test(text)) return name.endsWith("ts") ? found : { ...found, isModule: true };
      if (requiresExpress.test(text)) return { ...found, isModule: false };
    }
  }
  return undefined;
}

const importsSources = /"(?:allowImportingTsExtensions|rewriteRelativeImportExtensions)"\s*:\s*true\b/;

/** The text of a tsconfig.json without its comments. Strings stay as they are. */
const withoutComments = (json: string) => json.replaceAll(/("(?:\\.|[^"\\])*")|\/\/[^\n]*|\/\*.*?\*\//gs, "$1");
