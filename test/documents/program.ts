import assert from "node:assert/strict";
import { symlinkSync, writeFileSync } from "node:fs";
import type { Server } from "node:http";
import { join } from "node:path";
import { after } from "node:test";
import { pathToFileURL } from "node:url";
import type { Options, PaymentEvent, Payments } from "@ventanilla/express";
import { createSandbox, type Sandbox } from "@ventanilla/sandbox";
import type { RequestHandler } from "express";
import { freePort } from "../free-port.ts";
import { root } from "../package/texts.ts";
import { cards, comeBack, encryptionKey, payAtBank, sessionIn } from "../shop.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { type Block, documentAt } from "./documents.ts";

/** The programs of the document at `path`, or those of them that `only` finds, as one. */
interface Program {
  path: string;
  only?: RegExp;
  /** What happens between its lines, and what stands in for an address. */
  replace?: [what: RegExp | string, by: string][];
  /** What the code takes from its reader, by name, besides `bank`, `console` and `encryptionKey`. */
  given?(told: string[]): object;
}

/** The block of a document that has this in its info or its code. */
export const blockOf = (path: string, what: RegExp): Block =>
  documentAt(path)?.blocks.find(({ language, marks, code }) => what.test(`${language} ${marks.join(" ")}\n${code}`)) ??
  assert.fail(`${path} has lost ${what}`);

/** A folder in which the packages can be imported; it is removed after the test. */
export function programFolder(): string {
  const folder = temporaryFolder("program");
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  return folder;
}

/** Writes a program, and gives its address. */
export function programFile(code: string): string {
  const file = join(programFolder(), "program.ts");
  writeFileSync(file, code);
  return pathToFileURL(file).href;
}

/** Imports a block of a document, found as in `blockOf`, exactly as it stands. */
export const importProgram = <Exports extends object>(path: string, what: RegExp): Promise<Exports> =>
  import(programFile(blockOf(path, what).code));

/** Runs the code of a document as one program beside a bank, and gives what it declares and what it told the console. */
export async function runProgram<Gives extends object>(
  program: Program,
): Promise<Gives & { bank: Sandbox; told: string[] }> {
  const { path, only = /^/, replace = [], given = () => ({}) } = program;
  const blocks = documentAt(path)?.blocks.filter((one) => /^[jt]s$/.test(one.language) && only.test(one.code)) ?? [];
  if (blocks.length === 0) throw new Error(`${path} has lost its program`);
  const bank = await openBank();
  const told: string[] = [];
  const tell = (...words: unknown[]) => void told.push(words.join(" "));
  const all = { bank, encryptionKey, console: { log: tell, warn: tell, error: tell }, ...given(told) };
  const bankUrl = /"https:\/\/\w+\.bank\.example"|"http:\/\/localhost:4000"|process\.env\.(?:SESSION_API|GATEWAY)_URL/g;
  const code = [...replace, [bankUrl, "bank.url"] as const].reduce(
    (text, [what, by]) => text.replace(what, by),
    blocks.map((one) => one.code).join("\n"),
  );
  const isImport = /^import [\s\S]*?;$/gm;
  const head = `export async function run({ ${Object.keys(all).join(", ")} }) {`;
  const body = code.replaceAll(isImport, "").replaceAll(/^export /gm, "");
  const gives = body.match(/(?<=^(?:const|let|(?:async )?function) )\w+/gm) ?? [];
  const lines = [...(code.match(isImport) ?? []), head, body, `return { ${gives.join(", ")} };`, "}\n"];
  return { ...(await (await import(programFile(lines.join("\n")))).run(all)), bank, told };
}

/** Runs the server of a document on a free port; its address is filled in. */
export async function serveProgram({ replace = [], ...program }: Program) {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const { payments, server, bank, told } = await runProgram<{ payments: Payments; server: Server }>({
    ...program,
    replace: [
      ...replace,
      [/https:\/\/shop\.example|http:\/\/localhost:3000/g, origin],
      ["payments.db", ":memory:"],
      ["process.env.PAYMENTS_KEY", "encryptionKey"],
      [/^app\.listen\(3000.*$/m, ""],
      [/^const app = express\(\);$/m, `$&\nconst server = app.listen(${port}, "127.0.0.1");`],
    ],
  });
  after(() => {
    server.close().closeAllConnections();
    return payments.close();
  });
  /** Pays an order, comes back, and lets the shop be told. */
  const buy = async (order: string, headers = {}): Promise<Response> => {
    const session = await sessionIn(await launchAt(origin, order, headers));
    const back = await comeBack(await payAtBank({ sandbox: bank }, session, cards.approved));
    await payments.reconcileOnce({ budgetMs: 5000 });
    return back;
  };
  return { bank, origin, told, buy };
}

/** What stands in a shop before its own pages: every visitor without a session gets one, and no POST passes. */
export const middleware: Record<"helmet" | "session" | "csrf", RequestHandler> = {
  helmet: (_request, _response, next) => next(),
  session({ headers }, response, next) {
    if (headers.cookie === undefined) response.setHeader("Set-Cookie", "session=another");
    next();
  },
  csrf: ({ method }, response, next) => (method === "POST" ? response.sendStatus(403) : next()),
};

/** A hook throws where its order is gone, which a database that changes nothing answers with these rows. */
export function throwsWithoutOrder(onPaid: Options["onPaid"], ...rows: object[]): Promise<void> {
  const event = { id: "paid:A-2", order: "A-2", settledAt: 1 } as PaymentEvent;
  const context = { transaction: { query: async () => ({ rows }) } } as never;
  return assert.rejects(async () => onPaid(event, context), /^Error: there is no order A-2$/);
}

/** A bank for the programs of a file. */
export async function openBank(): Promise<Sandbox> {
  const bank = await createSandbox();
  after(() => bank.close());
  return bank;
}

export const launchAt = (origin: string, order: string, headers = {}): Promise<Response> =>
  fetch(`${origin}/payments/attempts`, {
    method: "POST",
    headers: { Origin: origin, ...headers },
    body: new URLSearchParams({ order }),
  });
