import { parseArgs } from "node:util";
import { nearestName } from "@ventanilla/web";
import type { Choices, Invocation, Language } from "./choices.ts";
import type { Messages } from "./messages.ts";
import { Refusal } from "./refusal.ts";

const options = {
  language: { type: "string" },
  ts: { type: "boolean", default: false },
  js: { type: "boolean", default: false },
  sqlite: { type: "boolean", default: false },
  postgres: { type: "boolean", default: false },
  here: { type: "boolean", default: false },
  yes: { type: "boolean", short: "y", default: false },
  version: { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false },
} as const;

/** The computer's language, as far as the messages are in it. */
export function languageOf(locale: string): Language {
  return /^es\b/i.test(locale) ? "es" : "en";
}

/** The language that the command line asks for, however wrong the rest of it is. */
export function askedLanguage(args: readonly string[]): Language | undefined {
  const asked = args.map((arg, i) => (arg === "--language" ? args[i + 1] : /^--language=(.*)/.exec(arg)?.[1]));
  return asked.find((value) => value === "es" || value === "en");
}

/**
 * Reads the command line.
 * @returns what it says, or which text it asks for
 * @throws Refusal when it is wrong
 */
export function readInvocation(
  args: string[],
  env: NodeJS.ProcessEnv,
  messages: Messages,
): Invocation | "help" | "version" {
  const { values, positionals } = parse(args, messages);
  if (values.help) return "help";
  if (values.version) return "version";
  // npm takes options that stand before `--`, and hands them on as variables.
  const taken = ["language", "ts", "js", "sqlite", "postgres", "here"].find((name) => env[`npm_config_${name}`]);
  if (taken !== undefined) throw wrong(messages.takenByNpm(`--${taken}`));
  const { language } = values;
  if (language !== undefined && language !== "es" && language !== "en") {
    throw wrong(messages.badLanguage(language === true ? "" : ` ${language}`));
  }
  const [folder, surplus] = positionals;
  if (surplus !== undefined) throw wrong(messages.oneFolder(surplus));
  if (values.here && folder !== undefined) throw wrong(messages.hereFolder(folder));
  const code = oneOf<Choices["code"]>("ts", "js", values, messages);
  const database = oneOf<Choices["database"]>("sqlite", "postgres", values, messages);
  return {
    yes: values.yes === true,
    here: values.here === true,
    ...(folder !== undefined && { folder }),
    ...(language && { language }),
    ...(code && { code }),
    ...(database && { database }),
  };
}

/** Not strict: what is wrong is said here, in the asker's language. */
function parse(args: string[], messages: Messages) {
  const { values, positionals, tokens } = parseArgs({
    args,
    options,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  for (const token of tokens) {
    if (token.kind !== "option") continue;
    const { name, rawName, value } = token;
    const known = Object.hasOwn(options, name) ? options[name as keyof typeof options] : undefined;
    if (!known) throw wrong(messages.unknownOption(rawName, nearestName(name, Object.keys(options))));
    if (known.type === "boolean" && value !== undefined) throw wrong(messages.noValue(rawName));
  }
  return { values, positionals };
}

function oneOf<Name extends string>(
  one: Name,
  other: Name,
  values: Partial<Record<string, unknown>>,
  messages: Messages,
): Name | undefined {
  if (values[one] && values[other]) throw wrong(messages.both(`--${one}`, `--${other}`));
  return values[one] ? one : values[other] ? other : undefined;
}

const wrong = (message: string) => new Refusal(message, 2);
