import { join } from "node:path";
import { filesIn, isThere, jsonOf, runNode, textOf } from "../package/texts.ts";

/** The programs of each package of ours: name → its file. */
const packages = new Map<string, Record<string, string>>(
  filesIn("packages/*/package.json").map((path) => {
    const { name, bin = {} } = jsonOf(path) as { name: string; bin?: Record<string, string> };
    return [name, Object.fromEntries(Object.entries(bin).map(([program, file]) => [program, join(path, "..", file)]))];
  }),
);
const programs: Record<string, string> = Object.assign({}, ...packages.values());

/** Scripts of this repository, and of the shop that `npm create` makes; what the documents run beside ours. */
const scripts = [...Object.keys(jsonOf("package.json").scripts), "dev", "typecheck"];
const others = "cd cp curl docker git mkdir openssl pg_dump sleep sqlite3 systemctl @biomejs/biome".split(" ");
/** The names that a script's commands have, where `tools/run.mjs` runs them. */
const runs: Record<string, Record<string, unknown>> = jsonOf("tools/runs.json");

const helps = new Map<string, string>();

/** What a program of ours says with `--help`. */
function helpOf(file: string): string {
  const [, built] = /"\.\.\/dist\/(.*)\.js"/.exec(textOf(file)) ?? [];
  const source = built ? join(file, `../../src/${built}.ts`) : file;
  const help = helps.get(file) ?? runNode([source, "--help"]).stdout;
  helps.set(file, help);
  return help;
}

/** What is wrong with the command lines of a script for the shell: a name that does not exist. */
export function problemsOfShell(script: string): string[] {
  return script
    .replaceAll(/\\\n/g, " ")
    .replaceAll(/'[^']*'|"[^"]*"/g, "…")
    .split(/\n|&&|\|\||[|;]/)
    .map((line) => line.replace(/(?:^|\s)#.*$/, "").trim())
    .filter((line) => line !== "")
    .flatMap((line) => problemOf(line.split(/\s+/)) ?? []);
}

/** What is wrong with one command. */
function problemOf(words: string[]): string | undefined {
  const [program = "", ...args] = words.slice(words.findIndex((word) => !/^\w+=/.test(word)));
  const [first = "", second = "", ...rest] = args;
  const lacks = (what: string) => `${words.join(" ")}: there is no such ${what}`;
  const programsOf = (word: string) => packages.get(word.replace(/(?<=.)@.*$/, ""));
  if (program === "npm") {
    // `npm create @scope` is `npx @scope/create`; what follows `--` is for it.
    if (first === "create" && second.startsWith("@ventanilla"))
      return problemOf(["npx", "@ventanilla/create", ...rest.filter((word) => word !== "--")]);
    if (first === "run" && second === "ventanilla") return problemOf(["ventanilla", ...rest.slice(1)]);
    if (first === "run" && !scripts.includes(second)) return lacks("script");
    const [script = "", name = "NAME"] = (first === "run" ? args.slice(1) : args).filter(
      (word) => !word.startsWith("-"),
    );
    if (Object.hasOwn(runs, script) && name !== "NAME" && !Object.hasOwn(runs[script] ?? {}, name))
      return lacks("command");
    const foreign = args.some((word) => word.startsWith("@ventanilla/") && !programsOf(word));
    return first === "install" && foreign ? lacks("package") : undefined;
  }
  if (program === "npx") {
    if (first === "-p") return programsOf(second) ? problemOf(rest) : lacks("package");
    const [own = first] = Object.keys(programsOf(first) ?? {});
    return problemOf([own, ...args.slice(1)]);
  }
  if (program === "node") {
    const file = args.find((word) => /^(?:tools|test|examples|demo|packages)\/[^*]*\.m?[jt]s$/.test(word));
    return file && !isThere(file) ? lacks("file") : undefined;
  }
  if (others.includes(program)) return undefined;
  const file = programs[program];
  if (file === undefined) return lacks("program of ours, and the documents may not use it");
  const help = helpOf(file);
  if (help.includes("<command>") && /^[a-z]/.test(first) && !new RegExp(`^ +${first}\\b`, "m").test(help))
    return lacks("command");
  const options = args.flatMap((word) => word.match(/--[a-z][\w-]*/g) ?? []);
  return options.every((option) => new RegExp(`${option}(?![\\w-])`).test(help)) ? undefined : lacks("option");
}
