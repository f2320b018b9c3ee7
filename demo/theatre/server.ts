// `npm start`: the shop in its theatre and, next to it, the bank. Reads PORT, SANDBOX_PORT, PUBLIC_URL, SANDBOX_URL and DATA_DIR.
// `npm start -- --seeded` begins with thirty payments, unless the shop has orders.
import { once } from "node:events";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { ArgumentError } from "@ventanilla/client";
import { createSandbox } from "@ventanilla/sandbox";
import { openTheatre } from "./theatre.ts";

const env = process.env;
const dataFolder = env.DATA_DIR || fileURLToPath(new URL("../.data", import.meta.url));

function portIn(name: string, defaultPort: number): number {
  const port = Number(env[name] || defaultPort);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new ArgumentError(`${name} is ${JSON.stringify(env[name])}: expected a port number, 1 to 65535`);
}

function isSeeded(): boolean {
  try {
    return parseArgs({ options: { seeded: { type: "boolean", default: false } } }).values.seeded;
  } catch (error) {
    throw new ArgumentError(`${(error as Error).message}: npm start takes --seeded alone`);
  }
}

async function start(): Promise<void> {
  const seeded = isSeeded();
  const port = portIn("PORT", 3000);
  const sandboxPort = portIn("SANDBOX_PORT", 4000);
  const publicUrl = (env.PUBLIC_URL || `http://localhost:${port}`).replace(/\/+$/, "");

  // npm sets NODE_ENV to production when it leaves out development's packages. This shop sells nothing in any case.
  const sandbox = await createSandbox({ port: sandboxPort, dangerouslyAllowProduction: true });
  const gatewayUrl = (env.SANDBOX_URL || `http://localhost:${sandboxPort}`).replace(/\/+$/, "");
  const shop = openTheatre({ publicUrl, dataFolder, bank: { sessionApiUrl: sandbox.url, gatewayUrl } });
  await shop.check();
  const server = createServer(shop.app);
  await once(server.listen(port, "127.0.0.1"), "listening");

  async function stop(): Promise<void> {
    server.close().closeAllConnections();
    await Promise.all([shop.close(), sandbox.close()]);
  }
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void stop());
  if (seeded) {
    console.log(
      "Thirty payments are simulated now, if the shop has no orders. The warnings that follow are about them.",
    );
    console.log(
      (await shop.seed())
        ? `Thirty payments were simulated. They stay in ${dataFolder}.`
        : `The shop has orders: no payments were simulated. Delete ${dataFolder} to begin without any.`,
    );
  }
  console.log(`Ready: shop ${publicUrl} · bank ${gatewayUrl}`);
}

/** SQLite's code for a statement that does not fit the tables. */
const unfitting = 1;

function explain(error: unknown): string {
  const { code, port, errcode } = error as { code?: string; port?: number; errcode?: number };
  if (code === "EADDRINUSE") {
    const name = port === Number(env.PORT || 3000) ? "PORT" : "SANDBOX_PORT";
    return `Port ${port} is taken. Stop what uses it, or choose another: ${name}=${Number(port) + 10} npm start`;
  }
  if (errcode === unfitting) {
    return `${dataFolder} has the payments of an earlier version of this demo. Delete it, or choose another folder: DATA_DIR=new npm start`;
  }
  return `The shop could not start: ${error instanceof Error ? error.message : String(error)}`;
}

try {
  await start();
} catch (error) {
  console.error(explain(error));
  process.exit(error instanceof ArgumentError ? 2 : 1);
}
