import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../package/texts.ts";
import { isThere } from "./documents.ts";

interface Manifest {
  name: string;
  scripts?: Record<string, string>;
  bin?: string | Record<string, string>;
}

const read = (path: string) => JSON.parse(readFileSync(join(root, path), "utf8")) as Manifest;
const packages = globSync("packages/*/package.json", { cwd: root }).map((path) => ({
  ...read(path),
  folder: path.replace("/package.json", ""),
}));

/** Scripts of this repository, and of the shop that `npm create` makes. */
const scripts = new Set([...Object.keys(read("package.json").scripts ?? {}), "dev", "typecheck", "ventanilla"]);

/** The names that a script's commands have, where `tools/run.mjs` runs them. */
const runs: Record<string, Record<string, unknown>> = JSON.parse(readFileSync(join(root, "tools/runs.json"), "utf8"));

/** What the documents run beside ours. */
const others = [
  "cd",
  "cp",
  "curl",
  "docker",
  "git",
  "mkdir",
  "openssl",
  "pg_dump",
  "sleep",
  "sqlite3",
  "systemctl",
  "node",
  "npm",
  "npx",
];

/** What a program's `--help` says, by the program's name. */
const helps = new Map<string, string>();

function helpOf(program: string): string | undefined {
  const known = helps.get(program);
  if (known !== undefined) return known;
  for (const { folder, name, bin = {} } of packages) {
    const bins = typeof bin === "string" ? { [name.replace(/^.*\//, "")]: bin } : bin;
    const file = bins[program];
    if (file === undefined) continue;
    const [, built] = /"\.\.\/dist\/(.*)\.js"/.exec(readFileSync(join(root, folder, file), "utf8")) ?? [];
    const source = join(root, folder, built ? `src/${built}.ts` : file);
    const args = ["--conditions=@ventanilla/source", source, "--help"];
    const help = execFileSync(process.execPath, args, { encoding: "utf8" });
    helps.set(program, help);
    return help;
  }
  return undefined;
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
export function problemOf(words: string[]): string | undefined {
  const [program = "", ...args] = words.slice(words.findIndex((word) => !/^\w+=/.test(word)));
  if (program === "npm") return problemOfNpm(args);
  if (program === "npx") return problemOfNpx(args);
  if (program === "node") return problemOfNode(args);
  return others.includes(program) ? undefined : problemOfOurs(program, args);
}

function problemOfNpm([verb = "", ...args]: string[]): string | undefined {
  if (verb === "run" && args[0] === "ventanilla" && args[1] === "--") return problemOfOurs("ventanilla", args.slice(2));
  if (verb === "run" && !scripts.has(args[0] ?? "")) return `npm run ${args[0]}: there is no such script`;
  const [script = "", name] = (verb === "run" ? args : [verb, ...args]).filter((word) => !word.startsWith("-"));
  const names = { ...runs[script], NAME: "one of them" };
  if (name !== undefined && Object.hasOwn(runs, script) && !Object.hasOwn(names, name))
    return `npm run ${script} ${name}: ${script} has no such command`;
  const [unknown] = args.filter((word) => word.startsWith("@ventanilla/") && !isPackage(word));
  if (verb === "install" && unknown) return `npm install ${unknown}: there is no such package`;
  // `npm create @scope` is `npx @scope/create`; what follows `--` is for it.
  if (verb === "create" && args[0]?.startsWith("@ventanilla"))
    return problemOfNpx(["@ventanilla/create", ...args.slice(1).filter((word) => word !== "--")]);
  return undefined;
}

const isPackage = (word: string) => packages.some(({ name }) => name === word.replace(/(?<=.)@.*$/, ""));

function problemOfNpx(args: string[]): string | undefined {
  const [named = "", ...rest] = args;
  if (named === "-p" || named === "--package") {
    const [from = "", program = "", ...options] = rest;
    return isPackage(from) ? problemOfOurs(program, options) : `npx -p ${from}: there is no such package`;
  }
  if (named === "@biomejs/biome") return undefined;
  if (!named.startsWith("@ventanilla/")) return problemOfOurs(named, rest);
  if (!isPackage(named)) return `npx ${named}: there is no such package`;
  const { name, bin = {} } = packages.find((one) => one.name === named.replace(/(?<=.)@.*$/, "")) ?? { name: named };
  const programs = typeof bin === "string" ? [name.replace(/^.*\//, "")] : Object.keys(bin);
  return programs[0] ? problemOfOurs(programs[0], rest) : `npx ${named}: this package has no program`;
}

function problemOfNode(args: string[]): string | undefined {
  const file = args.find((word) => /^(?:tools|test|examples|demo|packages)\/.*\.m?[jt]s$/.test(word));
  return file && !file.includes("*") && !isThere(file) ? `node ${file}: there is no such file` : undefined;
}

/** Commands and options of a program of ours are those that its `--help` names. */
function problemOfOurs(program: string, args: string[]): string | undefined {
  const help = helpOf(program);
  if (help === undefined) return `${program}: neither a program of ours nor one that the documents may use`;
  const [command] = args;
  const isCommand = help.includes("<command>") && command !== undefined && /^[a-z]/.test(command);
  if (isCommand && !new RegExp(`^ +${command}\\b`, "m").test(help)) return `${program} ${command}: no such command`;
  const options = args.flatMap((word) => word.match(/--[a-z][\w-]*/g) ?? []);
  const unknown = options.find((option) => !new RegExp(`${option}(?![\\w-])`).test(help));
  return unknown && `${program} ${unknown}: no such option`;
}
