#!/usr/bin/env node
import { join, relative } from "node:path";
import { addHere } from "./add-here.ts";
import { ask } from "./ask.ts";
import { changeFolder } from "./change-folder.ts";
import { type Choices, defaults, type Invocation, type Language } from "./choices.ts";
import { askedLanguage, languageOf, readInvocation } from "./invocation.ts";
import { messagesIn } from "./messages.ts";
import { runningManager } from "./package-manager.ts";
import { orRefuse, Refusal } from "./refusal.ts";
import { manifest, packageName, shopFiles } from "./shop-files.ts";
import { obstacleIn, writeFolder } from "./write-files.ts";

const args = process.argv.slice(2);
const defaultLanguage = askedLanguage(args) ?? languageOf(Intl.DateTimeFormat().resolvedOptions().locale);

/** What is wrong with a folder for a new shop, in a sentence. `undefined` when it can be used. */
function problemOf(folder: string, language: Language): string | undefined {
  const messages = messagesIn(language);
  if (packageName(folder) === "") return messages.badName(folder);
  const obstacle = orRefuse(
    () => obstacleIn(folder),
    ({ code }) => messages.notWritable(folder, code),
  );
  return obstacle && messages[obstacle.kind](obstacle.path);
}

/** The choices of the command line. In a terminal it asks for the others, unless `--yes` takes the defaults. */
async function choose(invocation: Invocation): Promise<Choices & { folder: string }> {
  if (!invocation.yes && process.stdin.isTTY && process.stdout.isTTY) {
    return ask(invocation, defaultLanguage, problemOf, { input: process.stdin, output: process.stdout });
  }
  const { folder = messagesIn(defaultLanguage).defaultFolder, language = defaultLanguage } = invocation;
  const { code = defaults.code, database = defaults.database } = invocation;
  return { folder, language, code, database };
}

async function makeShop(invocation: Invocation): Promise<string> {
  // A folder that cannot be used is refused before any question.
  const earlyProblem = invocation.folder && problemOf(invocation.folder, defaultLanguage);
  if (earlyProblem) throw new Refusal(earlyProblem);
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
  const manager = runningManager();
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
  const messages = messagesIn(defaultLanguage);
  const invocation = readInvocation(args, process.env, messages);
  if (invocation === "help") return messages.help;
  if (invocation === "version") return manifest.version;
  return invocation.here
    ? addHere(process.cwd(), invocation, invocation.language ?? defaultLanguage)
    : makeShop(invocation);
}

try {
  console.log(await run());
} catch (error) {
  const messages = messagesIn(defaultLanguage);
  if (error instanceof Refusal) {
    process.exitCode = error.exitCode;
    console.error(error.message || messages.canceled);
    if (error.exitCode === 2) console.error(messages.helpHint);
  } else {
    process.exitCode = 1;
    const { syscall, message, stack } = error as NodeJS.ErrnoException;
    // The message of a system error says all. Any other error is a bug, and needs its stack.
    console.error(syscall === undefined ? `${messages.broken} ${stack}` : message);
  }
}
