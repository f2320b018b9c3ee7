import type { Options } from "@ventanilla/express";

/** What differs between your computer, the bank's certification and production. */
export interface Settings {
  port: number;
  /** Your shop as the buyer's browser sees it. */
  publicUrl: string;
  /** How many proxies stand in front of the shop. */
  proxies: number;
  database: string;
  gateway: Options["gateway"];
  merchant: Options["merchant"];
  encryptionKeys: string[];
  /** Of the counter, at /staff. Empty: there is none. */
  staffPassword: string;
}

const required = [
  "PUBLIC_URL",
  "DATABASE_URL",
  "SESSION_API_URL",
  "GATEWAY_URL",
  "MERCHANT_NUMBER",
  "MERCHANT_TERMINAL",
  "MERCHANT_ACQUIRER",
  "PAYMENTS_KEY",
] as const;

// Reads the environment once, at the start: what is missing is said before a buyer finds out.
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const missing = required.filter((name) => !env[name]);
  if (missing.length > 0) {
    throw new Error(
      `Missing from the environment: ${missing.join(", ")}. .env.example explains each one; copy it to .env.`,
    );
  }
  const value = (name: (typeof required)[number]) => env[name] ?? "";
  const number = (name: "PORT" | "PROXIES", otherwise: number) => {
    const text = env[name] || String(otherwise);
    if (!/^\d{1,5}$/.test(text)) throw new Error(`${name} is "${text}": expected a whole number.`);
    return Number(text);
  };
  return {
    port: number("PORT", 3000),
    publicUrl: value("PUBLIC_URL").replace(/\/+$/, ""),
    proxies: number("PROXIES", 0),
    database: value("DATABASE_URL"),
    gateway: { sessionApiUrl: value("SESSION_API_URL"), gatewayUrl: value("GATEWAY_URL") },
    merchant: {
      number: value("MERCHANT_NUMBER"),
      terminal: value("MERCHANT_TERMINAL"),
      acquirer: value("MERCHANT_ACQUIRER"),
      type: env.MERCHANT_TYPE || undefined,
      // As your contract with the bank has it.
      name: { owner: "COLMADO LARIMAR", city: "SANTO DOMINGO", country: "DO" },
    },
    // The first key encrypts, all of them decrypt. A new one goes to the end, after a comma, and once deployed to the front.
    encryptionKeys: value("PAYMENTS_KEY").split(","),
    staffPassword: env.STAFF_PASSWORD ?? "",
  };
}
