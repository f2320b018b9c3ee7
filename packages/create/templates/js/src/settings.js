const required = [
  "PUBLIC_URL",
  "DATABASE_URL",
  "SESSION_API_URL",
  "GATEWAY_URL",
  "MERCHANT_NUMBER",
  "MERCHANT_TERMINAL",
  "MERCHANT_ACQUIRER",
  "PAYMENTS_KEY",
];

// Reads the environment once, at the start: what is missing is said before a buyer finds out.
export function readSettings(env) {
  const missing = required.filter((name) => !env[name]);
  if (missing.length > 0) {
    throw new Error(
      `Missing from the environment: ${missing.join(", ")}. .env.example explains each one; copy it to .env.`,
    );
  }
  const value = (name) => env[name] ?? "";
  return {
    port: Number(env.PORT || 3000),
    publicUrl: value("PUBLIC_URL").replace(/\/+$/, ""),
    proxies: Number(env.PROXIES || 0),
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
  };
}
