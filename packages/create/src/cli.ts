#!/usr/bin/env node
import { join, relative } from "node:path";
import { addHere } from "./add-here.ts";
import { ask } from "./ask.ts";
import { changeFolder } from "./change-folder.ts";
import { type Choices, defaults, type Invocation, type Language } from "./choices.ts";
import { askedLanguage, languageOf, readInvocation } from "./invocation.ts";
import { messagesIn } from "./messages.ts";
import { orRefuse, Refusal } from "./refusal.ts";
import { manifest, packageName, shopFiles } from "./shop-files.ts";
import { obstacleIn, writeFolder } from "./write-files.ts";

const args = process.argv.slice(2);
const usual = askedLanguage(args) ?? languageOf(Intl.DateTimeFormat().resolvedOptions().locale);

function problemOf(folder: string, language: Language): string | undefined {
  const messages = messagesIn(language);
  if (packageName(folder) === "") return messages.badName(folder);
  const obstacle = orRefuse(
    () => obstacleIn(folder),
    ({ code }) => messages.notWritable(folder, code),
  );
  return obstacle && messages[obstacle.kind](obstacle.path);
}

/** What the command line says; the rest is asked for, or left to the defaults. */
async function choose(invocation: Invocation): Promise<Choices & { folder: string }> {
  if (!invocation.yes && process.stdin.isTTY && process.stdout.isTTY) {
    return ask(invocation, usual, problemOf, { input: process.stdin, output: process.stdout });
  }
  const { folder = messagesIn(usual).defaultFolder, language = usual } = invocation;
  const { code = defaults.code, database = defaults.database } = invocation;
  return { folder, language, code, database };
}

async function makeShop(invocation: Invocation): Promise<string> {
  // Before any question.
  const early = invocation.folder && problemOf(invocation.folder, usual);
  if (early) throw new Refusal(early);
  const { folder, ...choices } = await choose(invocation);
  const problem = problemOf(folder, choices.language);
  if (problem) throw new Refusal(problem);
  const messages = messagesIn(choices.language);
  const obstacle = orRefuse(
    () => writeFolder(folder, shopFiles(folder, choices)),
    ({ code }) => messages.notWritable(folder, code),
  );
  if (obstacle) throw new Refusal(messages[obstacle](folder));
  return nextSteps(folder, choices);
}

function nextSteps(folder: string, { language, database }: Choices): string {
  const messages = messagesIn(language);
  const path = relative(process.cwd(), folder);
  const [manager = "npm"] = /^(?:npm|pnpm|yarn|bun)(?=\/)/.exec(process.env.npm_config_user_agent ?? "") ?? [];
  const steps = [
    ...(path === "" ? [] : [changeFolder(path, process.platform)]),
    ...(database === "postgres" ? [messages.postgresStep(".env")] : []),
    `${manager} install`,
    `${manager} run dev`,
  ];
  return [
    messages.made(join(folder)),
    "",
    ...(process.env.NODE_ENV === "production" ? [messages.production, ""] : []),
    messages.nextSteps,
    ...steps.map((step) => `  ${step}`),
    "",
    messages.thenOpen,
  ].join("\n");
}

async function run(): Promise<string> {
  const messages = messagesIn(usual);
  const invocation = readInvocation(args, process.env, messages);
  if (invocation === "help") return messages.help;
  if (invocation === "version") return manifest.version;
  return invocation.here ? addHere(process.cwd(), invocation, invocation.language ?? usual) : makeShop(invocation);
}

try {
  console.log(await run());
} catch (error) {
  const messages = messagesIn(usual);
  if (error instanceof Refusal) {
    process.exitCode = error.exitCode;
    console.error(error.message || messages.canceled);
    if (error.exitCode === 2) console.error(messages.helpHint);
  } else {
    process.exitCode = 1;
    const { syscall, message, stack } = error as NodeJS.ErrnoException;
    // A system error has all in its message; anything else is a bug and needs its stack.
    console.error(syscall === undefined ? `${messages.broken} ${stack}` : message);
  }
}
