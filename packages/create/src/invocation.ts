import { parseArgs } from "node:util";
import { languageAmong, nearestName } from "@ventanilla/web";
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

const languages = ["es", "en"] as const satisfies readonly Language[];

/** The language of the messages for a locale of the computer: Spanish for a Spanish one, else English. */
export function languageOf(locale: string): Language {
  return languageAmong(locale, languages) ?? "en";
}

/** The language that the command line asks for, also when the rest of it is wrong. */
export function askedLanguage(args: readonly string[]): Language | undefined {
  const asked = args.map((arg, i) => (arg === "--language" ? args[i + 1] : /^--language=(.*)/.exec(arg)?.[1]));
  return asked.map((value) => languageAmong(value, languages)).find((language) => language !== undefined);
}

/**
 * Reads the command line.
 * @returns what it says, or `help` or `version` when it asks for that text
 * @throws Refusal with exit code 2 when it is wrong
 */
export function readInvocation(
  args: string[],
  env: NodeJS.ProcessEnv,
  messages: Messages,
): Invocation | "help" | "version" {
  const { values, positionals } = parse(args, messages);
  if (values.help) return "help";
  if (values.version) return "version";
  // npm takes options before `--` for itself, and passes them on as environment variables.
  const taken = ["language", "ts", "js", "sqlite", "postgres", "here"].find((name) => env[`npm_config_${name}`]);
  if (taken !== undefined) throw wrongUsage(messages.takenByNpm(`--${taken}`));
  const asked = values.language;
  const language = languageAmong(asked, languages);
  if (asked !== undefined && language === undefined) {
    throw wrongUsage(messages.badLanguage(typeof asked === "string" ? ` ${asked}` : ""));
  }
  const [folder, surplus] = positionals;
  if (surplus !== undefined) throw wrongUsage(messages.oneFolder(surplus));
  if (values.here && folder !== undefined) throw wrongUsage(messages.hereFolder(folder));
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

const synonyms: Readonly<Record<string, keyof typeof options>> = {
  typescript: "ts",
  javascript: "js",
  pg: "postgres",
  psql: "postgres",
  idioma: "language",
  locale: "language",
  defaults: "yes",
};

/** The option that was likely meant: a misspelled one, another word for it, its beginning, or one with more behind it. */
function likelyOption(name: string): string | undefined {
  const names = Object.keys(options);
  const lower = name.toLowerCase();
  return (
    nearestName(lower, names) ??
    synonyms[nearestName(lower, Object.keys(synonyms)) ?? lower] ??
    names.find((each) => each === lower || (lower.length > 1 && (each.startsWith(lower) || lower.startsWith(each))))
  );
}

/** Parses the options. Not strict: the errors are thrown here, in the language of the person. */
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
    if (!known) throw wrongUsage(messages.unknownOption(rawName, likelyOption(name)));
    if (known.type === "boolean" && value !== undefined) throw wrongUsage(messages.noValue(rawName));
  }
  return { values, positionals };
}

/** Which of two options was given. `undefined` for none. */
function oneOf<Name extends string>(
  one: Name,
  other: Name,
  values: Partial<Record<string, unknown>>,
  messages: Messages,
): Name | undefined {
  if (values[one] && values[other]) throw wrongUsage(messages.both(`--${one}`, `--${other}`));
  if (values[one]) return one;
  return values[other] ? other : undefined;
}

const wrongUsage = (message: string) => new Refusal(message, 2);
