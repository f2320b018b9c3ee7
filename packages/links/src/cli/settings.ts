import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { ArgumentError } from "@ventanilla/client";
import { expectThat } from "@ventanilla/web";

/** What a business needs, in the sandbox and in production. */
export type Settings = ReturnType<typeof settingsOf>;

type Env = Readonly<Record<string, string | undefined>>;

/** What the environment says, and the field that errors of the package name: what is always required, */
const required = {
  PUBLIC_URL: "publicUrl",
  STORE_NAME: "storefront.name",
  PAYMENTS_KEY: "keys",
  VENTANILLA_STORE: undefined,
};
/** what payments at the bank need, too, */
const requiredToServe = {
  STAFF_PASSWORD: undefined,
  SESSION_API_URL: "gateway.sessionApiUrl",
  GATEWAY_URL: "gateway.gatewayUrl",
  MERCHANT_NUMBER: "merchant.number",
  MERCHANT_TERMINAL: "merchant.terminal",
  MERCHANT_ACQUIRER: "merchant.acquirer",
  MERCHANT_NAME: "merchant.name.owner",
  MERCHANT_CITY: "merchant.name.city",
};
/** and what may be left out. */
const optional = {
  MERCHANT_TYPE: "merchant.type",
  STORE_CONTACT: "storefront.contact",
  STORE_RNC: "storefront.rnc",
  ORDER_SECRET: "orderKeys",
  ORIGINS: "origins",
  PORT: undefined,
  PROXIES: undefined,
};

/** All names of {@link settingsOf}, for the help. */
export const variables = { ...required, ...requiredToServe, ...optional };

export const digestOf = (password: string): Buffer => createHash("sha256").update(password).digest();

/**
 * Reads the settings of a business: of a sandbox's what the environment lacks is made and kept in a folder.
 * @param toServe whether all that the bank's payments need is required, or only what the links need
 * @throws ArgumentError naming the variables that are missing or wrong
 */
export function settingsOf(env: Env, { sandbox, toServe }: { sandbox: boolean; toServe: boolean }) {
  const folder = sandbox ? folderOf(env, toServe) : undefined;
  const port = numberOf("PORT", env.PORT || "3000");
  const address = folder && join(folder, "address");
  const kept = address && !toServe ? readFileSync(address, "utf8") : `http://localhost:${port}`;
  const values: Env = folder ? { ...sandboxValues(folder, kept, env.STORE_NAME || undefined), ...onlySet(env) } : env;
  const needed = Object.keys({ ...required, ...(toServe && !sandbox && requiredToServe) });
  const missing = needed.filter((name) => !values[name]);
  if (missing.length > 0) {
    throw new ArgumentError(`missing from the environment: ${missing.join(", ")}; with --sandbox none is needed`);
  }
  const value = (name: string): string => values[name] ?? "";
  const publicUrl = value("PUBLIC_URL").replace(/\/+$/, "");
  // Links, router and counter have paths of their own there.
  expectThat(!/^\w+:\/\/[^/?#]*\//.test(publicUrl), "PUBLIC_URL", "an address without a path");
  if (address && toServe) writeFileSync(address, publicUrl, { mode: 0o600 });
  const made = folder && toServe && !values.STAFF_PASSWORD ? passwordIn(folder) : undefined;
  return {
    port,
    /** How many proxies stand between buyers and the process. */
    proxies: numberOf("PROXIES", env.PROXIES || "0"),
    /** As the buyers' browsers see it, without a slash at its end. */
    publicUrl,
    /** Further origins, whose pages have the tag. */
    origins: listOf(values.ORIGINS),
    /** Empty with the sandbox: that of the bank counts, which is started first. */
    gateway: { sessionApiUrl: value("SESSION_API_URL"), gatewayUrl: value("GATEWAY_URL") },
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
    keys: listOf(values.PAYMENTS_KEY),
    orderKeys: listOf(values.ORDER_SECRET).map((secret) => ({ secret })),
    passwordDigest: made?.digest ?? digestOf(value("STAFF_PASSWORD")),
    /** The staff's, when it was made just now, which is shown once; else where it is. */
    password: made ? (made.password ?? "the one that was shown at the first start") : "the one in STAFF_PASSWORD",
    /** Where the sandbox's business keeps its payments. */
    store: folder && join(folder, "payments.db"),
  };
}

const listOf = (text: string | undefined): string[] => (text ? text.split(",") : []);

/** A telephone number as it is written in the Dominican Republic, or an address. */
function contactOf(text: string): { href: string; label: string } {
  const parts = /^(?:tel:)?(?:\+?1[ -]?)?\(?(\d{3})\)?[ -]?(\d{3})[ -]?(\d{4})$/.exec(text)?.slice(1);
  if (parts) return { href: `tel:+1${parts.join("")}`, label: parts.join("-") };
  return { href: text, label: text.replace(/^(?:https:\/\/|tel:|mailto:)/, "") };
}

/** What people have given, beside variables, for the fields that errors name. */
const optionNames: Env = {
  description: "--for",
  times: "--times",
  until: "--until",
  "customer.name": "--name",
  "customer.email": "--email",
  "customer.mobilePhone": "--mobile",
  "gateway.gatewayUrl": "GATEWAY_URL or --bank-url",
};

/** An error's message with the variable or option of the command line in place of the field that it begins with. */
export const namedAsGiven = (message: string): string =>
  message.replace(/^[a-z.]+/i, (name) => {
    const [variable] = Object.entries(variables).find(([, field]) => field && `${name}.`.startsWith(`${field}.`)) ?? [];
    return optionNames[name] ?? variable ?? name;
  });

function folderOf(env: Env, toServe: boolean): string {
  const folder = resolve(env.DATA_DIR || "ventanilla-links");
  if (!toServe && !existsSync(join(folder, "address"))) {
    throw new ArgumentError(`no business has been started in ${folder}: ventanilla-links --sandbox starts one`);
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** An empty variable is none. */
const onlySet = (env: Env): Env => Object.fromEntries(Object.entries(env).filter(([, value]) => value));

/** What the sandbox's business has where the environment says nothing. */
const sandboxValues = (folder: string, publicUrl: string, name = "Repostería Carmen"): Env => ({
  PUBLIC_URL: publicUrl,
  VENTANILLA_STORE: join(folder, "payments.db"),
  STORE_NAME: name,
  STORE_CONTACT: "tel:+18095550100",
  PAYMENTS_KEY: keptIn(join(folder, "key"), () => randomBytes(32).toString("base64")),
  MERCHANT_NUMBER: "349000000",
  MERCHANT_TERMINAL: "58585858",
  MERCHANT_ACQUIRER: "349",
  MERCHANT_NAME: nameAtBank(name),
  MERCHANT_CITY: "SANTO DOMINGO",
});

/** The store's name as a bank's contract has it: at most 22 letters without accents. */
const nameAtBank = (name: string): string => {
  const folded = name.normalize("NFD").replace(/[^ -~]/g, "");
  return folded.trim().slice(0, 22).trim().toUpperCase() || "COMERCIO";
};

/** The text of a file that only its owner may read; made when it is missing, or empty since a disk was full. */
function keptIn(file: string, make: () => string): string {
  const isThere = existsSync(file);
  if (!isThere || readFileSync(file).length === 0)
    writeFileSync(file, make(), { flag: isThere ? "w" : "wx", mode: 0o600 });
  return readFileSync(file, "utf8");
}

/** The password of the sandbox's staff: only its digest is kept, so that a new one alone is known. */
function passwordIn(folder: string): { digest: Buffer; password: string | undefined } {
  const password = randomBytes(9).toString("base64url");
  const own = digestOf(password).toString("hex");
  const kept = keptIn(join(folder, "password"), () => own);
  return { digest: Buffer.from(kept, "hex"), password: kept === own ? password : undefined };
}

/** A port, or a count of proxies. */
export function numberOf(name: string, text: string): number {
  expectThat(/^\d{1,5}$/.test(text) && Number(text) < 65_536, name, "a number below 65,536");
  return Number(text);
}
