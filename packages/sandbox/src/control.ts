import { ArgumentError, refuseUnknownNames } from "@ventanilla/web";
import type { Bank } from "./bank.ts";
import { batchList } from "./batch-list.ts";
import { maxListed } from "./hosted/ledger.ts";
import { type JsonObject, parseObject } from "./http/parse-object.ts";
import type { HttpRequest } from "./http/request.ts";
import { failure, type HttpResponse, json, plainText } from "./http/response.ts";
import type { Route } from "./http/route.ts";
import { chosenLanguage } from "./page/language.ts";
import { testCards } from "./test-cards.ts";

type Command = (fields: JsonObject, params: HttpRequest["params"]) => void;

/**
 * The control API, for the panel and for scripts: the whole state, events as they happen, the clock, faults,
 * switches and bearer tokens. For programs and for pages of this origin; no page of another origin may use it.
 *
 * @param isOwnHost whether the host of a request is one that the sandbox is reached by. Default: any
 */
export function controlRoutes(
  bank: Bank,
  reset: () => void,
  isOwnHost: (host: string) => boolean = () => true,
): Route[] {
  const { faults, switches, tokens, wire, events } = bank;
  const command = (method: "POST" | "DELETE", path: string, names: readonly string[], run: Command): Route => ({
    method,
    path,
    handle: (request) => change(bank, request, names, run),
  });
  const routes: Route[] = [
    { method: "GET", path: "/control/state", handle: () => json(200, controlState(bank)) },
    { method: "GET", path: "/control/wire", handle: () => json(200, wire.list()) },
    { method: "GET", path: "/control/batch.csv", handle: (request) => batchFile(bank, request) },
    { method: "GET", path: "/control/events", handle: () => eventStream(events) },
    command("POST", "/control/clock", ["advance", "to", "reset"], (fields) => moveClock(bank, fields)),
    command("POST", "/control/faults", ["fault", "times", "order"], ({ fault, times, order }) =>
      faults.arm(String(fault), { times, order } as object),
    ),
    command("DELETE", "/control/faults", [], () => faults.disarm()),
    command("DELETE", "/control/faults/:fault", [], (_fields, { fault = "" }) => faults.disarm(fault)),
    command("POST", "/control/switches", ["name", "value"], ({ name, value }) =>
      switches.set(String(name), String(value)),
    ),
    { method: "POST", path: "/control/tokens", handle: () => json(200, tokens.issue()) },
    command("POST", "/control/reset", [], reset),
  ];
  return routes.map(({ handle, ...route }) => ({
    ...route,
    quiet: true,
    handle: (request) =>
      isForeign(request, isOwnHost) ? failure(403, "Not for pages of another origin") : handle(request),
  }));
}

/** Runs a command with the fields of the body, which have these names and no others; answers with the new state. */
async function change(bank: Bank, request: HttpRequest, names: readonly string[], run: Command): Promise<HttpResponse> {
  const body = await request.body();
  const fields = body.trim() === "" ? {} : parseObject(body);
  if (fields === undefined) return failure(400, "expected a JSON object");
  try {
    refuseUnknownNames("", fields, names);
    run(fields, request.params);
  } catch (error) {
    if (error instanceof ArgumentError) return failure(400, error.message);
    throw error;
  }
  return json(200, controlState(bank));
}

/** The bank's list of a batch: of a date, the `open` one, or the last that has closed. */
function batchFile(bank: Bank, request: HttpRequest): HttpResponse {
  const { batchClose, clock } = bank;
  const open = batchClose.at(clock.now());
  const named = request.query.get("batch") ?? "";
  try {
    const batch = named === "open" ? open : named === "" ? batchClose.at(open.from - 1) : batchClose.on(named);
    const list = plainText(200, batchList(bank, batch, chosenLanguage(request) ?? "es"), "text/csv; charset=utf-8");
    const disposition = `attachment; filename="sandbox-bank-${batch.date}.csv"`;
    return { ...list, headers: { ...list.headers, "content-disposition": disposition } };
  } catch (error) {
    if (error instanceof ArgumentError) return failure(400, error.message);
    throw error;
  }
}

function moveClock({ clock, batchClose, ledger }: Bank, { advance, to, reset }: JsonObject): void {
  if (typeof advance === "number") clock.advance(advance);
  else if (to === "batch-close") clock.advance(batchClose.after(clock.now()) - clock.now());
  else if (to === "session-end") {
    const newest = ledger.newest();
    const end = newest && !ledger.isExpired(newest) ? ledger.expiresAt(newest) : clock.now() + ledger.lifetime();
    clock.advance(end - clock.now());
  } else if (reset === true) clock.reset();
  else throw new ArgumentError('expected { advance: ms }, { to: "batch-close" | "session-end" } or { reset: true }');
}

function eventStream(events: Bank["events"]): HttpResponse {
  return {
    status: 200,
    headers: {
      "content-type": "text/event-stream",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    },
    body: "",
    stream: (write) => {
      write("retry: 1000\n\n");
      return events.subscribe(write);
    },
  };
}

/** What `clock` events and the state say about the clock. */
export function clockState({ clock }: Pick<Bank, "clock">): { now: number; offset: number } {
  return { now: clock.now(), offset: clock.offset() };
}

function controlState(bank: Bank): unknown {
  const { profile, seed, clock, batchClose, switches, faults, ledger, rest, tokens } = bank;
  return {
    profile,
    ...(seed !== undefined && { seed }),
    clock: clockState(bank),
    batchClose: { time: batchClose.time, timeZone: batchClose.timeZone, next: batchClose.after(clock.now()) },
    switches: switches.list(),
    faults: faults.list(),
    sessions: ledger.list(maxListed),
    transactions: rest.list(maxListed),
    tokens: tokens.list(),
    cards: testCards,
  };
}

// Browsers send Sec-Fetch-Site (Fetch Metadata) and, except with a plain GET, Origin; other programs send neither.
// The host is checked because an attacker's DNS can point a name at the loopback (DNS rebinding), and their page then
// has this origin.
function isForeign({ headers }: HttpRequest, isOwnHost: (host: string) => boolean): boolean {
  if (!isOwnHost(URL.parse(`http://${headers.host}`)?.hostname.replace(/[[\]]/g, "") ?? "")) return true;
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") return true;
  const { origin, host } = headers;
  return origin !== undefined && URL.parse(origin)?.host !== host;
}
