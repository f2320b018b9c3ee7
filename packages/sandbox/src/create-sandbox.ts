import type { AddressInfo } from "node:net";
import { authorizeRoutes } from "./authorize.ts";
import { type Clock, createClock } from "./clock.ts";
import { Ledger, type SandboxSession, type Session } from "./ledger.ts";
import { assetRoutes } from "./page/assets.ts";
import { refuse } from "./refuse.ts";
import { createServer } from "./server.ts";
import { sessionRoutes } from "./sessions.ts";

/** Options of `createSandbox`; all may be left out. */
export type SandboxOptions = {
  /** TCP port; 0, the default, takes any that is free. */
  port?: number;
  /** Address to listen on, `127.0.0.1` by default. Every Host name that leads there is answered. */
  host?: string;
  /** The real time behind the sandbox's clock, in milliseconds since 1970. */
  now?: () => number;
  /** Told line by line what happens: warnings, outcomes, failures. No secrets, no control characters. */
  log?: (line: string) => void;
  /** Runs although NODE_ENV is `production`, where approving payments nobody made is a way to lose goods. */
  dangerouslyAllowProduction?: boolean;
  /** Listens on an address that other machines reach. */
  dangerouslyAllowRemote?: boolean;
};

/** A running sandbox. */
export type Sandbox = {
  /** Base address of both the session API and the payment page, e.g. `http://127.0.0.1:4000`. */
  url: string;
  /** Every session held, oldest first, without secrets. Expired ones leave when more than 1,000 are held. */
  sessions(): readonly SandboxSession[];
  /** Moves time for this sandbox alone. */
  clock: Clock;
  /** Stops listening and drops open connections. */
  close(): Promise<void>;
};

/**
 * Starts the bank: session API at `{url}/sessions`, payment page at `{url}/authorize` (seed section 4.2), in memory.
 *
 * @throws TypeError when an option is wrong, in production, and on an address other machines reach, unless forced
 * @throws Error as the system reports it when the port cannot be listened on (`code` is `EADDRINUSE`, `EACCES` …)
 */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { port = 0, host = "127.0.0.1", log = () => {} } = options;
  checkOptions(port, host, options);
  const clock = createClock(options.now);
  const ledger = new Ledger(clock);
  const server = createServer(
    [
      ...sessionRoutes(ledger, (session) => {
        for (const warning of session.warnings) log(`${nameOf(session)}: ${warning}`);
      }),
      ...authorizeRoutes(ledger, clock, (session) => log(`${nameOf(session)}: ${outcomeOf(session)}`)),
      ...assetRoutes(),
    ],
    refuse,
    // Its message might repeat what the caller sent.
    (error) => log(`a request failed: ${error instanceof Error ? error.name : typeof error}`),
  );
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(port, host, resolve);
  });
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`,
    sessions: () => ledger.list(),
    clock,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function checkOptions(port: number, host: string, options: SandboxOptions): void {
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new TypeError("port: expected 0 to 65535");
  if (typeof host !== "string" || host === "") throw new TypeError("host: expected a host name or address");
  for (const name of ["now", "log"] as const) {
    if (options[name] !== undefined && typeof options[name] !== "function") {
      throw new TypeError(`${name}: expected a function`);
    }
  }
  if (process.env.NODE_ENV === "production" && options.dangerouslyAllowProduction !== true) {
    throw new TypeError(
      "NODE_ENV is production: the sandbox approves payments that nobody makes. dangerouslyAllowProduction runs it anyway",
    );
  }
  if (!isLoopback(host) && options.dangerouslyAllowRemote !== true) {
    throw new TypeError(
      "host: other machines could reach the sandbox there, expected a loopback address. dangerouslyAllowRemote allows it",
    );
  }
}

function isLoopback(host: string): boolean {
  return /^(?:127(?:\.\d{1,3}){3}|::1|localhost|[\w.-]+\.localhost)$/i.test(host);
}

/** A session in a log line: its order as far as it can be printed, else the start of its id. */
function nameOf({ id, purchase }: Session): string {
  return /^[\w.:/#-]{1,40}$/.test(purchase.order) && !/\d{12}/.test(purchase.order) ? purchase.order : id.slice(0, 13);
}

function outcomeOf({ outcome }: Session): string {
  if (outcome === undefined) return "the buyer cancelled";
  const approved = outcome.authorizationCode ? `, authorization ${outcome.authorizationCode}` : "";
  return `${outcome.ResponseCode} with ${outcome.maskedCard}${approved}`;
}
