import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { type Choices, defaults } from "./choices.ts";
import type { Messages } from "./messages.ts";
import { managerOf, type PackageManager } from "./package-manager.ts";
import { orRefuse, Refusal } from "./refusal.ts";
import { isFile, isFolder, isThere } from "./write-files.ts";

/** What is known about an existing app. */
export interface App extends Pick<Choices, "code" | "database"> {
  /** The folder of its sources: a path that ends with a slash, or empty text for the app's own folder. */
  sources: string;
  /** The path of the file that starts the app. Undefined where nothing shows it. */
  start: string | undefined;
  /** Whether its server is an ES module: it has `import`, and `await` outside functions. */
  isModule: boolean;
  /** Whether package.json has `"type": "module"`: Node reads every `.js` file as a module. */
  hasModuleType: boolean;
  manager: PackageManager;
  /** The packages that its package.json names. */
  installed: string[];
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
  const { type, dependencies, devDependencies, packageManager, scripts } = fieldsOf(read("package.json"), messages);
  const isTyped = existsSync(join(folder, "tsconfig.json"));
  const server = serverIn(folder, read);
  return {
    code: isTyped ? "ts" : "js",
    // Without one of these options, the compiler expects the name of the compiled file in an import.
    importEnding: isTyped && !importsSources.test(withoutComments(read("tsconfig.json"))) ? ".js" : undefined,
    database: "pg" in Object(dependencies) ? "postgres" : defaults.database,
    manager: managerOf(folder, packageManager),
    installed: Object.keys({ ...Object(dependencies), ...Object(devDependencies) }),
    hasModuleType: type === "module",
    isModule: server?.isModule ?? type === "module",
    start: startedIn(folder, scripts) ?? server?.start,
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

const importsExpress = /^import\b(?!\s+type\b)[^;]*?\bfrom\s*["']express["']/m;
const requiresExpress = /^[^/*]*\brequire\(\s*["']express["']\s*\)/m;

/** Options of Node whose value is the next word. */
const withValue = /^(?:--(?:import|require|loader|experimental-loader|env-file(?:-if-exists)?|conditions)|-[rC])$/;

/** The file that the script `start` gives to Node, such as `bin/www`. */
function startedIn(folder: string, scripts: unknown): string | undefined {
  const start = typeof scripts === "object" && scripts !== null && "start" in scripts ? String(scripts.start) : "";
  const words = start.split(/\s+/);
  const given = words.slice(words.indexOf("node") + 1);
  const file = given.find((word, i) => !word.startsWith("-") && !withValue.test(given[i - 1] ?? ""));
  if (!words.includes("node") || file === undefined || !isFile(join(folder, file))) return undefined;
  return file.replace(/^\.\//, "");
}

/** A server's folder, and the path of the file that starts it; and whether it is a module, where its text shows that. */
interface Server {
  sources: string;
  start: string;
  isModule?: boolean;
}

/** The usual names of the file that makes the app. A file with another name may load Express only for its `Router`. */
const usual = /^(?:app|index|main|server)\.[cm]?[jt]s$/;

/** The programs in a folder, without declarations and tests. */
function programsIn(folder: string, sources: string): { sources: string; name: string }[] {
  return readdirSync(join(folder, sources))
    .filter((name) => /\.[cm]?[jt]s$/.test(name) && !/\.(?:d|test|spec)\.[cm]?[jt]s$/.test(name))
    .filter((name) => isFile(join(folder, sources, name)))
    .map((name) => ({ sources, name }));
}

/**
 * Finds the file that loads Express. In JavaScript `import` shows that it is a module, `require` that it is not.
 * TypeScript is compiled to what package.json says.
 */
function serverIn(folder: string, read: (name: string) => string): Server | undefined {
  const folders = ["src/", ""].filter((name) => isFolder(join(folder, name)));
  const programs = folders.flatMap((sources) => programsIn(folder, sources));
  for (const { sources, name } of programs.toSorted(
    (a, b) => Number(usual.test(b.name)) - Number(usual.test(a.name)),
  )) {
    const text = read(`${sources}${name}`);
    // Where app.js makes the app, a server.js beside it starts it, and need not load Express.
    const server = `server${extname(name)}`;
    const isBeside = programs.some((each) => each.sources === sources && each.name === server);
    const found = { sources, start: `${sources}${isBeside ? server : name}` };
    if (importsExpress.test(text)) return name.endsWith("ts") ? found : { ...found, isModule: true };
    if (requiresExpress.test(text)) return { ...found, isModule: false };
  }
  return undefined;
}

const importsSources = /"(?:allowImportingTsExtensions|rewriteRelativeImportExtensions)"\s*:\s*true\b/;

/** The text of a tsconfig.json without its comments. Strings stay as they are. */
const withoutComments = (json: string) => json.replaceAll(/("(?:\\.|[^"\\])*")|\/\/[^\n]*|\/\*.*?\*\//gs, "$1");
