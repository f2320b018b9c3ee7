import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { ArgumentError, type Merchant } from "@ventanilla/client";

/** What a business needs, in the sandbox and in production. */
export interface Settings {
  port: number;
  /** How many proxies stand between buyers and the process. */
  proxies: number;
  /** As the buyers' browsers see it, without a slash at its end. */
  publicUrl: string;
  /** Absent with the sandbox: that of the bank, which is started first. */
  gateway: { sessionApiUrl: string; gatewayUrl: string } | undefined;
  merchant: Merchant;
  storefront: { name: string; rnc?: string; contact?: { href: string; label: string } };
  keys: string[];
  orderKeys: { secret: string }[];
  /** SHA-256 of the staff's password. */
  passwordDigest: Buffer;
  /** Where the sandbox's business keeps its payments. */
  store: string | undefined;
  /** The password, when it was made just now: it is shown once. */
  newPassword?: string;
}

type Env = Readonly<Record<string, string | undefined>>;

const required = ["PUBLIC_URL", "STORE_NAME", "PAYMENTS_KEY"] as const;
const requiredToServe = [
  "STAFF_PASSWORD",
  "SESSION_API_URL",
  "GATEWAY_URL",
  "MERCHANT_NUMBER",
  "MERCHANT_TERMINAL",
  "MERCHANT_ACQUIRER",
  "MERCHANT_NAME",
  "MERCHANT_CITY",
] as const;

export const digestOf = (password: string): Buffer => createHash("sha256").update(password).digest();

/**
 * Reads the settings of a business: of a sandbox's what the environment lacks is made and kept in a folder.
 * @param toServe whether all that the bank's payments need is required, or only what the links need
 * @throws ArgumentError naming the variables that are missing or wrong
 */
export function settingsOf(env: Env, { sandbox, toServe }: { sandbox: boolean; toServe: boolean }): Settings {
  const folder = sandbox ? folderOf(env) : undefined;
  const port = numberIn(env, "PORT", 3000);
  const values: Env = folder ? { ...sandboxValues(folder, port), ...onlySet(env) } : env;
  const missing = [...required, ...(toServe && !sandbox ? requiredToServe : [])].filter((name) => !values[name]);
  if (missing.length > 0) throw new ArgumentError(`missing from the environment: ${missing.join(", ")}`);
  const value = (name: string): string => values[name] ?? "";
  const made = folder && toServe && !values.STAFF_PASSWORD ? passwordIn(folder) : undefined;
  return {
    port,
    proxies: numberIn(env, "PROXIES", 0),
    publicUrl: value("PUBLIC_URL").replace(/\/+$/, ""),
    gateway: sandbox ? undefined : { sessionApiUrl: value("SESSION_API_URL"), gatewayUrl: value("GATEWAY_URL") },
    merchant: {
      number: value("MERCHANT_NUMBER"),
      terminal: value("MERCHANT_TERMINAL"),
      acquirer: value("MERCHANT_ACQUIRER"),
      type: values.MERCHANT_TYPE || undefined,
      name: { owner: value("MERCHANT_NAME"), city: value("MERCHANT_CITY"), country: "DO" },
    },
    storefront: {
      name: value("STORE_NAME"),
      ...(values.STORE_RNC && { rnc: values.STORE_RNC }),
      ...(values.STORE_CONTACT && { contact: contactOf(values.STORE_CONTACT) }),
    },
    keys: value("PAYMENTS_KEY").split(","),
    orderKeys: values.ORDER_SECRET ? values.ORDER_SECRET.split(",").map((secret) => ({ secret })) : [],
    passwordDigest: made?.digest ?? digestOf(value("STAFF_PASSWORD")),
    store: folder && join(folder, "payments.db"),
    ...(made?.password !== undefined && { newPassword: made.password }),
  };
}

const contactOf = (href: string): { href: string; label: string } => ({
  href,
  label: href.replace(/^(?:https:\/\/|tel:|mailto:)/, "").replace(/^\+1(\d{3})(\d{3})(\d{4})$/, "$1-$2-$3"),
});

function folderOf(env: Env): string {
  const folder = resolve(env.DATA_DIR || "ventanilla-links");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** An empty variable is none. */
const onlySet = (env: Env): Env => Object.fromEntries(Object.entries(env).filter(([, value]) => value));

const sandboxValues = (folder: string, port: number): Env => ({
  PUBLIC_URL: `http://localhost:${port}`,
  STORE_NAME: "Repostería Carmen",
  STORE_CONTACT: "tel:+18095550100",
  PAYMENTS_KEY: keptIn(join(folder, "key"), () => randomBytes(32).toString("base64")),
  MERCHANT_NUMBER: "349000000",
  MERCHANT_TERMINAL: "58585858",
  MERCHANT_ACQUIRER: "349",
  MERCHANT_NAME: "REPOSTERIA CARMEN",
  MERCHANT_CITY: "SANTO DOMINGO",
});

/** The text of a file that only its owner may read; made when it is missing. */
function keptIn(file: string, make: () => string): string {
  if (!existsSync(file)) writeFileSync(file, make(), { flag: "wx", mode: 0o600 });
  return readFileSync(file, "utf8");
}

/** The password of the sandbox's staff: of a new one only the digest is kept. */
function passwordIn(folder: string): { digest: Buffer; password?: string } {
  let password: string | undefined;
  const digest = keptIn(join(folder, "password"), () => {
    password = randomBytes(9).toString("base64url");
    return digestOf(password).toString("hex");
  });
  return { digest: Buffer.from(digest, "hex"), ...(password !== undefined && { password }) };
}

function numberIn(env: Env, name: "PORT" | "PROXIES", usual: number): number {
  const text = env[name] || String(usual);
  if (!/^\d{1,5}$/.test(text)) throw new ArgumentError(`${name}: expected a whole number`);
  return Number(text);
}
