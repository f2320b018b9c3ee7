import { ArgumentError } from "@ventanilla/client";
import { expectThat, parseOptions, unknownCommand, writtenAmount } from "@ventanilla/web";
import { endOfDay, itbisOf } from "../check-link.ts";
import type { LinkInput } from "../link.ts";
import { numberOf, variables } from "./settings.ts";

/** What the command line asks for. */
export type Invocation = { sandbox: boolean; store: string | undefined; json: boolean } & (
  | { command: "serve"; bankPort: number; bankUrl: string | undefined }
  | { command: "create"; input: LinkInput }
  | { command: "list" }
  | { command: "withdraw"; code: string }
);

/** The help of the command. */
export const help = `Usage: ventanilla-links --sandbox
       ventanilla-links <command> [options]

Without a command it serves a whole business: the pages of the links, receipts, and the counter with a login at /staff.

  --sandbox              beside a bank of its own, for your computer: no other setting is needed
  --bank-port <number>   where that bank listens. Default: 4000
  --bank-url <address>   where buyers reach it, as through a tunnel. Default: this computer
  create --amount <amount | least-most> --for <text>
      makes a link, and prints its address
      --currency <DOP | USD>               Default: what the amount says, else DOP
      --itbis <18 | 16 | 0>                the tax within the amount, in percent. Default: 18
      --times <once | many | number>       how many times it can be paid. Default: once
      --until <YYYY-MM-DD>                 the last day, in Santo Domingo. Default: until it is withdrawn
      --name, --email, --mobile <text>     whom it is for. What is missing, the buyer types
  list
      shows the links and what each brought in
  withdraw <code>
      ends a link: nobody begins to pay it any more

  --store <file | postgres://… | mysql://…>   Default: VENTANILLA_STORE, then DATABASE_URL
  --json                                      JSON, for programs
  --help, --version

Without --sandbox the environment says the rest:
${Object.keys(variables)
  .join(", ")
  .replace(/(.{90,110},) /g, "$1\n")}.

Exit code: 0 when all is well, 1 when something is wrong, 2 for a wrong command line.
`;

/** The commands, and their options that are texts. */
const known = {
  serve: ["bank-port", "bank-url"],
  create: ["amount", "for", "currency", "itbis", "times", "until", "name", "email", "mobile"],
  list: [],
  withdraw: [],
} as const;
type Command = keyof typeof known;
type Texts = Partial<Record<(typeof known)[Command][number] | "store", string>>;

/** @throws ArgumentError in one sentence, for people */
export function invocationOf(args: readonly string[]): Invocation {
  const [first = ""] = args;
  const named = first.startsWith("-") || first === "" ? undefined : first;
  const command = named ?? "serve";
  if (!Object.hasOwn(known, command)) throw new ArgumentError(unknownCommand(command, Object.keys(known)));
  const { values: given, positionals } = parseOptions({
    args: named === undefined ? [...args] : args.slice(1),
    options: {
      sandbox: { type: "boolean" },
      json: { type: "boolean" },
      ...Object.fromEntries(["store", ...known[command as Command]].map((name) => [name, { type: "string" as const }])),
    },
    allowPositionals: true,
  });
  const { sandbox = false, json = false, ...texts } = given as Texts & { sandbox?: boolean; json?: boolean };
  const [subject, extra] = command === "withdraw" ? positionals : [undefined, positionals[0]];
  if (extra !== undefined) throw new ArgumentError(`${command}: unexpected argument`);
  const common = { sandbox, store: texts.store, json };
  if (command === "create") return { ...common, command, input: inputOf(texts) };
  if (command === "list") return { ...common, command };
  const { "bank-port": bankPort = "4000", "bank-url": bankUrl } = texts;
  if (command === "serve") return { ...common, command, bankPort: numberOf("--bank-port", bankPort), bankUrl };
  expectThat(subject !== undefined, "withdraw", "the code of a link");
  return { ...common, command: "withdraw", code: subject };
}

/** The link that `create` is to make: of what only `links.create` can check, nothing is checked here. */
function inputOf({ amount, currency, for: description, times, itbis, until, name, email, mobile }: Texts): LinkInput {
  const charged = amountOf(amount ?? "", currency);
  if (description === undefined) throw new ArgumentError('--for is required, for example --for "Bizcocho"');
  return {
    amount: charged,
    description,
    ...(itbis !== undefined && { itbis: itbisOf("--itbis", /^\d+$/.test(itbis) ? Number(itbis) : itbis) }),
    ...(times !== undefined && { times: timesOf(times) }),
    ...(until !== undefined && { until: endOfDay("--until", until) }),
    customer: { ...(name && { name }), ...(email && { email }), ...(mobile && { mobilePhone: mobile }) },
  };
}

function amountOf(text: string, given: string | undefined): LinkInput["amount"] {
  expectThat(given === undefined || given === "DOP" || given === "USD", "--currency", "DOP or USD");
  const amounts = text.split("-").map((part) => writtenAmount(part.trim(), given));
  const [min, max] = amounts;
  const expected = "an amount such as 2950 or 2,950.00, or two with a hyphen between them, 500-10000";
  expectThat(min !== undefined && amounts.length <= 2 && !amounts.includes(undefined), "--amount", expected);
  if (max === undefined) return min;
  const isRange = min.currency === max.currency && min.minor < max.minor;
  expectThat(isRange, "--amount", "the lesser amount before the hyphen, in the same currency");
  return { min, max };
}

function timesOf(text: string): NonNullable<LinkInput["times"]> {
  if (text === "once" || text === "many") return text;
  expectThat(/^\d{1,6}$/.test(text), "--times", "once, many or a number");
  return Number(text);
}
