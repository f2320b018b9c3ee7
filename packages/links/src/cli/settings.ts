import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { ArgumentError } from "@ventanilla/client";
import { expectThat } from "@ventanilla/web";

type Env = Readonly<Record<string, string | undefined>>;

/** The variables that a business needs, with the options that they are: errors of these name the variable. */
const required = {
  PUBLIC_URL: "publicUrl",
  STORE_NAME: "storefront.name",
  PAYMENTS_KEY: "keys",
  VENTANILLA_STORE: undefined,
  STAFF_PASSWORD: undefined,
  SESSION_API_URL: "gateway.sessionApiUrl",
  GATEWAY_URL: "gateway.gatewayUrl",
  MERCHANT_NUMBER: "merchant.number",
  MERCHANT_TERMINAL: "merchant.terminal",
  MERCHANT_ACQUIRER: "merchant.acquirer",
  MERCHANT_NAME: "merchant.name.owner",
  MERCHANT_CITY: "merchant.name.city",
};
/** Those that it can do without. */
const optional = {
  MERCHANT_TYPE: "merchant.type",
  STORE_CONTACT: "storefront.contact",
  STORE_RNC: "storefront.rnc",
  ORDER_SECRET: "orderKeys",
  ORIGINS: "origins",
  PORT: undefined,
  PROXIES: undefined,
};

/** All variables, and the option that each is. */
export const variables: Readonly<Record<string, string | undefined>> = { ...required, ...optional };

/** What a business needs, in the sandbox and in production. */
export type Settings = ReturnType<typeof settingsOf>;

/**
 * Reads the settings of a business from the environment.
 * @param sandbox whether what it lacks is that of a business beside the sandbox
 * @param isServed whether this process is to serve it. Default: it has been started before
 * @throws ArgumentError naming the variables that are missing or wrong
 */
export function settingsOf(given: Env, sandbox: boolean, isServed = false) {
  const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value)) as Record<string, string>;
  const port = numberOf("PORT", set.PORT ?? "3000");
  const bankPort = numberOf("BANK_PORT", set.BANK_PORT ?? "4000");
  const stored = { VENTANILLA_STORE: set.DATABASE_URL, ...set };
  const address = join(folderOf(set), "address");
  const url = isServed || !sandbox ? `http://localhost:${port}` : startedAt(address);
  const env: Env = sandbox ? { ...besideSandbox(set, url), ...set, ...atSandbox(set, bankPort) } : stored;
  const missing = Object.keys(required).filter((name) => env[name] === undefined);
  if (missing.length > 0) {
    throw new ArgumentError(`missing from the environment: ${missing.join(", ")}; with --sandbox none is needed`);
  }
  const value = (name: keyof typeof required): string => env[name] ?? "";
  const publicUrl = value("PUBLIC_URL").replace(/\/+$/, "");
  // Links, router and counter have paths of their own there.
  expectThat(!/^\w+:\/\/[^/?#]*\//.test(publicUrl), "PUBLIC_URL", "an address without a path");
  if (sandbox && isServed) writeFileSync(address, publicUrl, { mode: 0o600 });
  const { MERCHANT_TYPE: type, STORE_CONTACT: href, STORE_RNC: rnc } = env;
  return {
    port,
    bankPort,
    /** How many proxies stand between buyers and the process. */
    proxies: numberOf("PROXIES", env.PROXIES ?? "0"),
    store: value("VENTANILLA_STORE"),
    password: value("STAFF_PASSWORD"),
    /** As the buyers' browsers see it, without a slash at its end. */
    publicUrl,
    storefront: { name: value("STORE_NAME"), ...(rnc && { rnc }), ...(href && { contact: { href } }) },
    keys: listOf(env.PAYMENTS_KEY),
    orderKeys: listOf(env.ORDER_SECRET),
    /** Further origins, whose pages have the tag. */
    origins: listOf(env.ORIGINS),
    gateway: { sessionApiUrl: value("SESSION_API_URL"), gatewayUrl: value("GATEWAY_URL") },
    merchant: {
      number: value("MERCHANT_NUMBER"),
      terminal: value("MERCHANT_TERMINAL"),
      acquirer: value("MERCHANT_ACQUIRER"),
      ...(type && { type }),
      name: { owner: value("MERCHANT_NAME"), city: value("MERCHANT_CITY"), country: "DO" },
    },
  };
}

const listOf = (text = ""): string[] => (text === "" ? [] : text.split(","));

function numberOf(name: string, text: string): number {
  expectThat(/^\d{1,5}$/.test(text) && Number(text) < 65_536, name, "a number below 65,536");
  return Number(text);
}

const folderOf = ({ DATA_DIR = "ventanilla-links" }: Env): string => resolve(DATA_DIR);

/** Where buyers reach the business beside the sandbox, as its last start has written it. */
function startedAt(address: string): string {
  if (existsSync(address)) return readFileSync(address, "utf8");
  throw new ArgumentError(`no business has been started in ${dirname(address)}: ventanilla-links --sandbox starts one`);
}

/** What a business beside the sandbox has where the environment says nothing. */
const besideSandbox = (env: Env, publicUrl: string): Env => ({
  PUBLIC_URL: publicUrl,
  STORE_NAME: "Repostería Carmen",
  STORE_CONTACT: "tel:+18095550100",
  PAYMENTS_KEY: keyIn(folderOf(env)),
  STAFF_PASSWORD: randomBytes(9).toString("base64url"),
  MERCHANT_NUMBER: "349000000",
  MERCHANT_TERMINAL: "58585858",
  MERCHANT_ACQUIRER: "349",
  MERCHANT_NAME: "REPOSTERIA CARMEN",
  MERCHANT_CITY: "SANTO DOMINGO",
});

/** What it never takes from elsewhere: a store and a bank of its own. `BANK_URL` is where buyers reach that bank. */
function atSandbox(env: Env, bankPort: number): Env {
  const bank = `http://127.0.0.1:${bankPort}`;
  const store = join(folderOf(env), "payments.db");
  return { VENTANILLA_STORE: store, SESSION_API_URL: bank, GATEWAY_URL: env.BANK_URL ?? bank };
}

/** The key of the sandbox's business, which its owner alone may read; made where it is missing, or empty since a disk was full. */
function keyIn(folder: string): string {
  const file = join(folder, "key");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (!existsSync(file) || readFileSync(file).length === 0) {
    writeFileSync(file, randomBytes(32).toString("base64"), { mode: 0o600 });
  }
  return readFileSync(file, "utf8");
}
