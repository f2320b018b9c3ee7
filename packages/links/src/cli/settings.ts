import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseEnv } from "node:util";
import { ArgumentError } from "@ventanilla/client";
import { expectThat } from "@ventanilla/web";

type Env = Record<string, string | undefined>;

/** The variables of a business, with the options that they are: errors of these name the variable. */
export const variables = {
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
  MERCHANT_TYPE: "merchant.type",
  STORE_CONTACT: "storefront.contact",
  STORE_RNC: "storefront.rnc",
  ORDER_SECRET: "orderKeys",
  ORIGINS: "origins",
  PORT: undefined,
  PROXIES: undefined,
};
/** Those that it can do without. */
const without = { MERCHANT_TYPE: "", STORE_CONTACT: "", STORE_RNC: "", ORDER_SECRET: "", ORIGINS: "" };
/** Numbers, with their defaults. `PROXIES`: how many stand between buyers and the process. */
const numbers = { PORT: "3000", PROXIES: "0", BANK_PORT: "4000" };

/** The environment of a business, complete. What it does without is empty. */
export type Settings = Record<keyof typeof variables | keyof typeof numbers, string>;

/**
 * Reads the settings of a business from the environment.
 * @param isServed whether this process is to serve it: else it has been started before
 * @throws ArgumentError naming the variables that are missing or wrong
 */
export function settingsOf(given: Env, sandbox: boolean, isServed: boolean): Settings {
  const set: Env = { ...numbers, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value)) };
  for (const name of Object.keys(numbers)) {
    expectThat(/^\d{1,5}$/.test(set[name] ?? "") && Number(set[name]) < 65_536, name, "a number below 65,536");
  }
  set.PUBLIC_URL &&= set.PUBLIC_URL.replace(/\/+$/, "");
  // Links, router and counter have paths of their own there.
  expectThat(!/^\w+:\/\/[^/?#]*\//.test(set.PUBLIC_URL ?? ""), "PUBLIC_URL", "an address without a path");
  const own = sandbox ? besideSandbox(set, isServed) : { VENTANILLA_STORE: set.DATABASE_URL, ...set };
  const env: Env = { ...without, ...own };
  const missing = Object.keys(variables).filter((name) => env[name] === undefined);
  if (missing.length === 0) return env as Settings;
  throw new ArgumentError(`missing from the environment: ${missing.join(", ")}; with --sandbox none is needed`);
}

/** What a business has beside the sandbox where the environment says nothing. */
const demonstration = {
  STORE_NAME: "Repostería Carmen",
  STORE_CONTACT: "tel:+18095550100",
  MERCHANT_NUMBER: "349000000",
  MERCHANT_TERMINAL: "58585858",
  MERCHANT_ACQUIRER: "349",
  MERCHANT_NAME: "REPOSTERIA CARMEN",
  MERCHANT_CITY: "SANTO DOMINGO",
};

/**
 * The environment beside the sandbox: always with a store and a bank of its own, which buyers reach by `BANK_URL`. Each
 * start keeps its key, and where buyers reach it, in a file that its owner alone may read.
 */
function besideSandbox(set: Env, isServed: boolean): Env {
  const folder = resolve(set.DATA_DIR ?? "ventanilla-links");
  const file = join(folder, "settings");
  const kept: Env = existsSync(file) ? parseEnv(readFileSync(file, "utf8")) : {};
  const { PUBLIC_URL = isServed ? `http://localhost:${set.PORT}` : kept.PUBLIC_URL } = set;
  // The file is empty since a disk was full.
  const { PAYMENTS_KEY = randomBytes(32).toString("base64") } = kept;
  if (isServed && (PUBLIC_URL !== kept.PUBLIC_URL || PAYMENTS_KEY !== kept.PAYMENTS_KEY)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(file, `PUBLIC_URL=${PUBLIC_URL}\nPAYMENTS_KEY=${PAYMENTS_KEY}\n`, { mode: 0o600 });
  } else if (kept.PUBLIC_URL === undefined) {
    throw new ArgumentError(`no business has been started in ${folder}: ventanilla-links --sandbox starts one`);
  }
  const bank = `http://127.0.0.1:${set.BANK_PORT}`;
  const { BANK_URL: GATEWAY_URL = bank } = set;
  const own = { SESSION_API_URL: bank, GATEWAY_URL, VENTANILLA_STORE: join(folder, "payments.db") };
  const STAFF_PASSWORD = randomBytes(9).toString("base64url");
  return { ...demonstration, PAYMENTS_KEY, STAFF_PASSWORD, ...set, PUBLIC_URL, ...own };
}
