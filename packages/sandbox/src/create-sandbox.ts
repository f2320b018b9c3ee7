import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { usualBatchClose } from "@ventanilla/client/wire";
import { ArgumentError, isLoopback, refuseUnknownNames } from "@ventanilla/web";
import { authenticationRoutes } from "./authentication/authentication-routes.ts";
import { Authentications } from "./authentication/authentications.ts";
import type { Bank } from "./bank.ts";
import { makeBatchClose } from "./batch-close.ts";
import { makeClock, type SandboxClock } from "./clock.ts";
import { exchangeLines, outcomeLine, transactionLine } from "./console-lines.ts";
import { clockState, controlRoutes } from "./control.ts";
import { Events } from "./events.ts";
import { Faults } from "./faults.ts";
import { guardLog } from "./guard-log.ts";
import { authorizeRoutes } from "./hosted/authorize.ts";
import { backLink } from "./hosted/back-link.ts";
import { Ledger } from "./hosted/ledger.ts";
import { payRoutes } from "./hosted/pay.ts";
import type { LedgerSession, SandboxSession } from "./hosted/session.ts";
import { sessionRoutes } from "./hosted/sessions.ts";
import { certificateFor } from "./http/certificate.ts";
import { errorResponse } from "./http/error-response.ts";
import { type Exchange, makeServer } from "./http/server.ts";
import { makeIdentifiers } from "./identifiers.ts";
import { openapiRoutes } from "./openapi.ts";
import { assetRoutes } from "./page/assets.ts";
import { panelRoutes } from "./panel/panel.ts";
import { RestLedger } from "./rest/rest-ledger.ts";
import { restRoutes } from "./rest/rest-routes.ts";
import type { SandboxTransaction } from "./rest/rest-transaction.ts";
import { type IssuedToken, TokenIssuer } from "./rest/token-issuer.ts";
import type { Profile } from "./switch-table.ts";
import { makeSwitches, type Switches, type SwitchState } from "./switches.ts";
import { byHarm, sentencesOf } from "./warning.ts";
import { type WireEntry, WireLog } from "./wire-log.ts";

/** Options of {@link createSandbox}. */
export type SandboxOptions = {
  /** TCP port to listen on; 0 is any free port. Default: 0 */
  port?: number;
  /** Loopback address or name to listen on. Default: `127.0.0.1` */
  host?: string;
  /** The real time behind the sandbox's clock, in milliseconds since 1970. Default: `Date.now` */
  now?: () => number;
  /** `live`: the service as merchants meet it today; `document`: as the contract is written. Default: `live` */
  profile?: Profile;
  /** An integer from 0: identifiers, keys, codes and references are the same in every run. Default: random ones */
  seed?: number;
  /** When the merchant's batch closes, as `HH:MM` in `timeZone`. Default: `19:00` */
  batchClose?: string;
  /** Serves HTTPS, with a certificate made at each start. Default: false */
  tls?: boolean;
  /** IANA time zone of `batchClose`. Default: `America/Santo_Domingo` */
  timeZone?: string;
  /** What programs sign their requests to the 3-D Secure server with. A secret. Default: `sandbox-api-key` */
  threeDsApiKey?: string;
  /** Receives one line for each warning, outcome and failure; no secrets, no control characters. Default: nothing */
  log?: (line: string) => void;
  /** Runs under `NODE_ENV=production`. It approves payments that nobody makes: goods may be lost. Default: false */
  dangerouslyAllowProduction?: boolean;
  /** Listens on an address that other machines reach. Default: false */
  dangerouslyAllowRemote?: boolean;
};

// No test moves the clock beyond this.
const certificateEnd = new Date("2099-12-31T23:59:59Z");

const defaultApiKey = "sandbox-api-key";

const optionNames: Record<keyof SandboxOptions, true> = {
  port: true,
  host: true,
  now: true,
  profile: true,
  seed: true,
  batchClose: true,
  tls: true,
  timeZone: true,
  threeDsApiKey: true,
  log: true,
  dangerouslyAllowProduction: true,
  dangerouslyAllowRemote: true,
};

/** A running sandbox: {@link createSandbox} starts it. */
export type Sandbox = {
  /** Base address of session API, payment page, REST operations and panel, e.g. `http://127.0.0.1:4000`. */
  url: string;
  /** The certificate of its HTTPS, as PEM, for clients to trust; undefined over HTTP. */
  certificate: string | undefined;
  /** Every session, oldest first, without secrets. Expired ones are forgotten when more than 1,000 are held. */
  sessions(): readonly SandboxSession[];
  /** The last 10,000 REST transactions, oldest first; of the card only its mask. */
  transactions(): readonly SandboxTransaction[];
  /** The last 500 exchanges, oldest first, secrets masked. */
  wire(): readonly WireEntry[];
  /** Moves the time of this sandbox only. */
  clock: SandboxClock;
  /** Makes the service fail in the ways that real services fail; {@link faultTable} lists them. */
  faults: Pick<Faults, "arm" | "disarm" | "list">;
  /** Selects the behavior of one deployment where deployments differ. */
  switches: Switches;
  /** Issues a bearer token for refunds, valid for one hour of the sandbox's clock. */
  issueToken(): IssuedToken;
  /**
   * Forgets every session, transaction, token and exchange; clock, faults and switches stay. A fault that the id of an
   * order names, as in `A-17!late`, stays used, too: it does not act once more for the same id.
   */
  reset(): void;
  /** Stops listening and drops open connections. */
  close(): Promise<void>;
};

/**
 * Starts the bank, in memory: session API at `{url}/sessions`, payment page at `{url}/authorize`, REST operations at
 * `{url}/api/payment`, 3-D Secure server at `{url}/servicios/3ds/server`, control panel at `{url}/` with its API at
 * `{url}/control`.
 *
 * @param options see {@link SandboxOptions}
 * @returns the sandbox, once it listens. Call its `close` at the end
 * @throws ArgumentError when an option is wrong, under `NODE_ENV=production`, and for an address that other machines
 *   reach
 * @throws Error as the system reports it when it cannot listen on the port (`code` is `EADDRINUSE`, `EACCES` …)
 * @see docs/contributing/contract.md#4
 * @example
 * const sandbox = await createSandbox({ seed: 1 });
 * sandbox.faults.arm("late-result", { order: "A-1" });
 * // … your shop against sandbox.url …
 * sandbox.clock.advance(30 * 60 * 1000); // every open session is now expired
 * console.log(sandbox.sessions(), sandbox.wire());
 * await sandbox.close();
 */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  refuseUnknownNames("", options, Object.keys(optionNames), { kind: "option" });
  const { port = 0, host = "127.0.0.1", threeDsApiKey: apiKey = defaultApiKey } = options;
  checkOptions(port, host, options);
  const log = guardLog(options.log ?? (() => {}));
  const bank = openBank(options, log);
  const reset = (): void => {
    for (const part of [bank.ledger, bank.rest, bank.tokens, bank.authentications, bank.wire]) part.clear();
    bank.events.publish("reset", () => ({}));
  };
  const certificate = options.tls
    ? certificateFor([...new Set(["localhost", "127.0.0.1", host])], certificateEnd)
    : undefined;
  const isOwnHost = options.dangerouslyAllowRemote === true ? undefined : isLoopback;
  const server = makeServer([...authenticationRoutes(bank, apiKey), ...routesOf(bank, reset, isOwnHost)], {
    errorResponse: (request, status, allowed) =>
      errorResponse(request, status, allowed, backLink(bank.ledger, request)),
    // The message may repeat what the caller sent.
    onError: (error) => log(`a request failed: ${error instanceof Error ? error.name : typeof error}`),
    onExchange: (exchange) => {
      for (const line of exchangeLines(exchange)) log(line);
      bank.wire.add(wireEntry(bank, exchange));
    },
    certificate,
  });
  server.on("tlsClientError", ({ code }: NodeJS.ErrnoException) => {
    if (code !== "ERR_SSL_HTTP_REQUEST") return;
    log("a program speaks HTTP without TLS to this port: expected an address that begins with https://");
  });
  await once(server.listen(port, host), "listening");
  return {
    url: `http${certificate ? "s" : ""}://${host.includes(":") ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`,
    certificate: certificate?.cert,
    sessions: () => bank.ledger.list(),
    transactions: () => bank.rest.list(),
    wire: () => bank.wire.list(),
    clock: bank.clock,
    faults: bank.faults,
    switches: bank.switches,
    issueToken: () => bank.tokens.issue(),
    reset,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function openBank(options: SandboxOptions, log: (line: string) => void): Bank {
  const { profile = "live", seed } = options;
  const { batchClose = usualBatchClose.batchClose, timeZone = usualBatchClose.timeZone } = options;
  const events = new Events();
  const clock: SandboxClock = makeClock(options.now, () => events.publish("clock", () => clockState({ clock })));
  const onSwitchChanged = (state: SwitchState): void => {
    events.publish("switch", () => state);
    if (state.name === "session-life") ledger.lifetimeChanged();
  };
  const base = {
    profile,
    seed,
    clock,
    batchClose: makeBatchClose(batchClose, timeZone),
    identifiers: makeIdentifiers(seed, () => clock.now()),
    switches: makeSwitches(profile, onSwitchChanged),
    faults: new Faults((state) => events.publish("fault", () => state)),
    events,
    wire: new WireLog((entry) => events.publish("wire", () => entry)),
    log,
  };
  const ledger = new Ledger(base);
  const authentications = new Authentications(base);
  const rest = new RestLedger({ ...base, authentications });
  return { ...base, ledger, rest, tokens: new TokenIssuer(base), authentications };
}

function routesOf(bank: Bank, reset: () => void, isOwnHost?: (host: string) => boolean) {
  const { log } = bank;
  const onDecided = (session: LedgerSession): void => log(outcomeLine(session));
  return [
    ...sessionRoutes(bank),
    ...authorizeRoutes(bank, onDecided),
    ...payRoutes(bank, onDecided),
    ...restRoutes(bank, (done) => log(transactionLine(done))),
    ...controlRoutes(bank, reset, isOwnHost),
    ...[...panelRoutes(), ...openapiRoutes(), ...assetRoutes()].map((route) => ({ ...route, quiet: true })),
  ];
}

function wireEntry({ clock }: Bank, { request, body, response, ms }: Exchange): Parameters<WireLog["add"]>[0] {
  const { status, headers, delivery } = response;
  const isSent = delivery !== "never" && delivery !== "reset";
  return {
    at: clock.now(),
    method: request.method,
    path: request.path + request.search,
    status: isSent ? status : 0,
    ms,
    request: { headers: request.headers, body },
    response: isSent ? { headers, body: response.body } : { headers: {}, body: "" },
    ...sentencesOf(byHarm(request.warnings)),
    ...(request.reason && { reason: request.reason }),
  };
}

function checkOptions(port: number, host: string, options: SandboxOptions): void {
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new ArgumentError("port: expected 0 to 65535");
  if (typeof host !== "string" || host === "") throw new ArgumentError("host: expected a host name or address");
  for (const name of ["now", "log"] as const) {
    if (options[name] !== undefined && typeof options[name] !== "function") {
      throw new ArgumentError(`${name}: expected a function`);
    }
  }
  const { profile = "live", seed = 0, tls = false, threeDsApiKey = defaultApiKey } = options;
  if (typeof threeDsApiKey !== "string" || threeDsApiKey === "") {
    throw new ArgumentError("threeDsApiKey: expected a text that is not empty");
  }
  if (typeof tls !== "boolean") throw new ArgumentError("tls: expected true or false");
  if (profile !== "live" && profile !== "document") throw new ArgumentError("profile: expected live or document");
  if (!Number.isSafeInteger(seed) || seed < 0) throw new ArgumentError("seed: expected a whole number from 0");
  if (process.env.NODE_ENV === "production" && options.dangerouslyAllowProduction !== true) {
    throw new ArgumentError(
      "NODE_ENV is production: the sandbox approves fake payments, so it does not start. dangerouslyAllowProduction starts it anyway",
    );
  }
  if (!isLoopback(host) && options.dangerouslyAllowRemote !== true) {
    throw new ArgumentError(
      "host: other machines could reach the sandbox there, expected a loopback address. dangerouslyAllowRemote allows it",
    );
  }
}
