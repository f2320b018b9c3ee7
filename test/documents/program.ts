import { once } from "node:events";
import { symlinkSync, writeFileSync } from "node:fs";
import type { Server } from "node:http";
import { join } from "node:path";
import { after } from "node:test";
import { pathToFileURL } from "node:url";
import type { Payments } from "@ventanilla/express";
import { createSandbox, type Sandbox } from "@ventanilla/sandbox";
import { freePort } from "../free-port.ts";
import { root } from "../package/texts.ts";
import { cards, comeBack, encryptionKey, payAtBank, sessionIn } from "../shop.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { documentAt } from "./documents.ts";

/** Code of a document that can be run. */
interface Program<Given extends object> {
  /** The document's path. */
  path: string;
  /** Which of its blocks of this language. Default: all of TypeScript */
  language?: string;
  only?: RegExp;
  /** What happens between its lines, and what stands in for an address. */
  replace?: [what: RegExp | string, by: string][];
  /** What the code takes from its reader, by name: `console` too, where it is told something. */
  given?: Given;
  /** What the test gets from the code: names that it declares. */
  gives?: string[];
}

/** A folder in which the packages can be imported; it is removed after the test. */
export function programFolder(): string {
  const folder = temporaryFolder("program");
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  return folder;
}

/**
 * Runs the code of a document as one program, in a test.
 * @returns what it gives
 */
export async function runProgram<Gives extends object, Given extends object = object>({
  path,
  language = "ts",
  only = /^/,
  replace = [],
  given,
  gives = [],
}: Program<Given>): Promise<Gives> {
  const blocks = documentAt(path)?.blocks.filter((one) => one.language === language && only.test(one.code)) ?? [];
  if (blocks.length === 0) throw new Error(`${path} has lost its program`);
  const imports: string[] = [];
  const replaced = (code: string) =>
    replace.reduce((text, [what, by]) => text.replace(what, by), code).replaceAll(/^export /gm, "");
  const steps = blocks.map(({ code }) => {
    const body = code.replaceAll(/^import [\s\S]*?;$/gm, (line) => {
      imports.push(replaced(line));
      return "";
    });
    return replaced(body);
  });
  const head = `export async function run({ ${Object.keys(given ?? {}).join(", ")} }) {`;
  const file = join(programFolder(), "program.ts");
  writeFileSync(file, [...imports, head, ...steps, `return { ${gives.join(", ")} };`, "}\n"].join("\n"));
  const { run } = (await import(pathToFileURL(file).href)) as { run: (given: Given | object) => Promise<Gives> };
  return run(given ?? {});
}

/** A console that keeps what it is told. */
export function listener() {
  const told: string[] = [];
  const tell = (...words: unknown[]) => void told.push(words.join(" "));
  return { told, console: { log: tell, warn: tell } };
}

/** Runs the server of a document on a free port, with a bank and a key of its own; an address of either is filled in. */
export async function serveProgram({ replace = [], given = {}, ...program }: Program<object>) {
  const bank = await openBank();
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const { told, console } = listener();
  const { payments, server } = await runProgram<{ payments: Payments; server: Server }>({
    ...program,
    replace: [
      ...replace,
      [/https:\/\/shop\.example|http:\/\/localhost:3000/g, origin],
      [
        /"https:\/\/\w+\.bank\.example"|"http:\/\/localhost:4000"|process\.env\.(?:SESSION_API|GATEWAY)_URL/g,
        "bank.url",
      ],
      ["payments.db", ":memory:"],
      ["process.env.PAYMENTS_KEY", "key"],
      [/^app\.listen\(3000.*$/m, ""],
      [/^const app = express\(\);$/m, `$&\nconst server = app.listen(${port}, "127.0.0.1");`],
    ],
    given: { bank, console, key: encryptionKey, ...given },
    gives: ["payments", "server"],
  });
  after(() => payments.close());
  await listening(server);
  return { bank, origin, told, payments };
}

/**
 * Imports a block of a document exactly as it stands, in a test.
 * @param name the file that it says it is: `server.ts`
 * @returns what it exports
 */
export async function importProgram<Exports extends object>(path: string, name: string): Promise<Exports> {
  const block = documentAt(path)?.blocks.find(({ marks }) => marks.includes(`[${name}]`));
  if (block === undefined) throw new Error(`${path} has lost ${name}`);
  const file = join(programFolder(), name);
  writeFileSync(file, block.code);
  return (await import(pathToFileURL(file).href)) as Exports;
}

/** A bank for the programs of a file. */
export async function openBank(): Promise<Sandbox> {
  const bank = await createSandbox();
  after(() => bank.close());
  return bank;
}

/** What a page of the origin sends when its buyer presses the button. */
export const launchAt = (origin: string, order: string, headers = {}): Promise<Response> =>
  fetch(`${origin}/payments/attempts`, {
    method: "POST",
    headers: { Origin: origin, ...headers },
    body: new URLSearchParams({ order }),
  });

/** Pays what has been launched, and comes back. */
export const payAndReturn = async (launch: Response, sandbox: Sandbox): Promise<Response> =>
  comeBack(await payAtBank({ sandbox }, await sessionIn(launch), cards.approved));

/** Waits until a program's server listens; it is closed after the tests of the file. */
export async function listening(server: Server): Promise<void> {
  after(() => server.close().closeAllConnections());
  if (!server.listening) await once(server, "listening");
}
