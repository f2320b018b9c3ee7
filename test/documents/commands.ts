import { join } from "node:path";
import { filesIn, jsonOf, runNode, textOf } from "../package/texts.ts";

/** The programs of each package of ours: name → its file. */
const packages = new Map<string, Record<string, string>>(
  filesIn("packages/*/package.json").map((path) => {
    const { name, bin = {} } = jsonOf(path) as { name: string; bin?: Record<string, string> };
    return [name, Object.fromEntries(Object.entries(bin).map(([program, file]) => [program, join(path, "..", file)]))];
  }),
);
const programs: Record<string, string> = Object.assign({}, ...packages.values());

/** Scripts of this repository; `tools/runs.json` has the names of a script's commands. */
const scripts = { ...jsonOf("package.json").scripts, ...jsonOf("tools/runs.json") };
/** What the documents run beside our programs. */
const others = "cd cp curl docker git mkdir node openssl pg_dump sleep sqlite3 systemctl @biomejs/biome".split(" ");

/** What each program of ours says with `--help`. */
const helps = Object.fromEntries(
  Object.entries(programs).map(([name, file]) => {
    const [, built] = /"\.\.\/dist\/(.*)\.js"/.exec(textOf(file)) ?? [];
    return [name, runNode([built ? join(file, `../../src/${built}.ts`) : file, "--help"]).stdout];
  }),
);

/** What is wrong with the command lines of a script for the shell: a name that does not exist. */
export const problemsOfShell = (script: string): string[] =>
  script
    .replaceAll(/\\\n/g, " ")
    .replaceAll(/'[^']*'|"[^"]*"/g, "…")
    .split(/\n|&&|\|\||[|;]/)
    .map((line) => line.replace(/(?:^|\s)#.*$|^\s*(?:\w+=\S* +)*/g, "").trim())
    .flatMap((line) => (line === "" || isRight(line.split(/\s+/)) ? [] : line));

/** Whether all names of one command exist. */
function isRight([program = "", ...args]: string[]): boolean {
  const [first = "", second = "", ...rest] = args;
  const programsOf = (word: string) => packages.get(word.replace(/(?<=.)@.*$/, ""));
  if (program === "npm") {
    // `npm create @scope` is `npx @scope/create`; what follows `--` is for it.
    if (first === "create" && second.startsWith("@ventanilla"))
      return isRight(["npx", "@ventanilla/create", ...rest.filter((word) => word !== "--")]);
    if (first === "install") return args.every((word) => !word.startsWith("@ventanilla/") || programsOf(word));
    const [script = "", name = "NAME"] = args.filter((word) => !word.startsWith("-") && word !== "run");
    const named = Object.hasOwn(scripts, script) ? scripts[script] : undefined;
    // The last are scripts of the shop that `npm create` makes.
    if (named === undefined) return first !== "run" || /^(?:dev|typecheck|ventanilla)$/.test(script);
    return name === "NAME" || typeof named === "string" || Object.hasOwn(named, name);
  }
  if (program === "npx") {
    if (first === "-p") return programsOf(second) !== undefined && isRight(rest);
    const [own = first] = Object.keys(programsOf(first) ?? {});
    return isRight([own, ...args.slice(1)]);
  }
  if (others.includes(program)) return true;
  const help = helps[program];
  if (help === undefined) return false;
  if (help.includes("<command>") && /^[a-z]/.test(first) && !new RegExp(`^ +${first}\\b`, "m").test(help)) return false;
  const options = args.flatMap((word) => word.match(/--[a-z][\w-]*/g) ?? []);
  return options.every((option) => new RegExp(`${option}(?![\\w-])`).test(help));
}
