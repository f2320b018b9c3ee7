#!/usr/bin/env node
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { ArgumentError, parseOptions, printable } from "@ventanilla/web";
import { createSandbox, type Sandbox, type SandboxOptions } from "./create-sandbox.ts";
import type { Profile } from "./switch-table.ts";
import { version } from "./version.ts";

const help = `Usage: ventanilla-sandbox [options]

A test bank on your computer: session API at /sessions, payment page at /authorize, REST operations at /api/payment,
control API at /control. Point your store's addresses at it and pay with its test cards.

  --port <number>                   port to listen on; 0 is any free port. Default: 4000
  --host <address>                  loopback address to listen on. Default: 127.0.0.1
  --profile <live | document>       how the bank behaves: as in production, or as its documents say. Default: live
  --seed <number>                   the same identifiers, keys, codes and references in every run. Default: random
  --batch-close <HH:MM>             when the merchant's batch closes, in Santo Domingo. Default: 19:00
  THREE_DS_API_KEY (environment)    what programs sign requests to the 3-D Secure server with. Default: sandbox-api-key
  --tls                             serve HTTPS, with a certificate made at each start
  --dangerously-allow-remote        listen on an address that other machines reach
  --dangerously-allow-production    run under NODE_ENV=production
  --help                            print this
  --version                         print the version of @ventanilla/sandbox
`;

const known = {
  port: { type: "string", default: "4000" },
  host: { type: "string", default: "127.0.0.1" },
  profile: { type: "string", default: "live" },
  seed: { type: "string" },
  "batch-close": { type: "string", default: "19:00" },
  tls: { type: "boolean", default: false },
  "dangerously-allow-remote": { type: "boolean", default: false },
  "dangerously-allow-production": { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false },
  version: { type: "boolean", short: "v", default: false },
} as const;

type Values = ReturnType<typeof parseOptions<{ options: typeof known }>>["values"];

/** The options of `createSandbox` that the command line asks for. */
function optionsOf(values: Values): SandboxOptions {
  return {
    port: /^\d{1,5}$/.test(values.port) ? Number(values.port) : Number.NaN,
    host: values.host,
    // createSandbox refuses any other.
    profile: values.profile as Profile,
    ...(values.seed !== undefined && { seed: /^\d{1,15}$/.test(values.seed) ? Number(values.seed) : Number.NaN }),
    batchClose: values["batch-close"],
    tls: values.tls,
    ...(process.env.THREE_DS_API_KEY && { threeDsApiKey: process.env.THREE_DS_API_KEY }),
    dangerouslyAllowRemote: values["dangerously-allow-remote"],
    dangerouslyAllowProduction: values["dangerously-allow-production"],
    log: (line) => console.log(line),
  };
}

/** Prints an error. The exit code is 2, with one sentence, for a wrong command line, and 1 for everything else. */
function explain(error: unknown): void {
  if (error instanceof ArgumentError) {
    process.exitCode = 2;
    console.error(`ventanilla-sandbox: ${printable(inOptionNames(error.message))}`);
    console.error("ventanilla-sandbox --help lists the options.");
    return;
  }
  process.exitCode = 1;
  const { code, port, syscall, message, stack } = error as NodeJS.ErrnoException & { port?: number };
  if (code === "EADDRINUSE") console.error(`ventanilla-sandbox: port ${port} is in use; --port chooses another`);
  // The message of a system error says everything. Anything else is a bug and needs its stack.
  else console.error(`ventanilla-sandbox: ${syscall === undefined ? stack : message}`);
}

/** A message of `createSandbox` with its options as the command line names them. */
function inOptionNames(message: string): string {
  return message
    .replace(/^(?:port|host|profile|seed):/, "--$&")
    .replace(/^batchClose/, "--batch-close")
    .replace(/dangerouslyAllow(\w+)/g, (_, what: string) => `--dangerously-allow-${what.toLowerCase()}`);
}

/** Writes the certificate, without its key, to a file that other programs can trust until this one ends. */
function writeCertificate(certificate: string): string {
  const folder = mkdtempSync(join(tmpdir(), "ventanilla-sandbox-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "certificate.pem");
  writeFileSync(file, certificate);
  return file;
}

function stopOnSignal(sandbox: Sandbox): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void sandbox.close());
}

/** Prints every address, so that a command without options shows what there is. */
function announce({ url, certificate }: Sandbox): void {
  console.log(`Sandbox bank ready: session API ${url}/sessions, payment page ${url}/authorize`);
  console.log(`REST operations ${url}/api/payment, control panel ${url}, reference ${url}/reference`);
  console.log(
    "Pay with 4761 3400 0000 0050 (approved) or 4761 3400 0000 1512 (declined); any future expiry, a CVV of 3 digits.",
  );
  if (certificate !== undefined) {
    const file = writeCertificate(certificate);
    console.log(`To trust its certificate: NODE_EXTRA_CA_CERTS=${file} for Node, --cacert for curl.`);
  }
  console.log("--help lists the options: port, profile, seed and more. Ctrl+C stops the bank.");
}

try {
  const { values } = parseOptions({ options: known });
  if (values.help) console.log(help);
  else if (values.version) console.log(version);
  else {
    // V8 would give new objects up to 200 MB more than they need.
    setFlagsFromString("--optimize-for-size");
    const sandbox = await createSandbox(optionsOf(values));
    stopOnSignal(sandbox);
    announce(sandbox);
  }
} catch (error) {
  explain(error);
}
