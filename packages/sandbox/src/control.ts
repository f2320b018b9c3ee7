import { type Answer, json } from "./answer.ts";
import type { Bank } from "./bank.ts";
import { parseObject } from "./parse-object.ts";
import { refuseUnknown } from "./refuse-unknown.ts";
import type { Call, Route } from "./server.ts";
import { testCards } from "./test-cards.ts";

/** Sessions and transactions in one state: what a person can look at. */
const maxListed = 500;

const sessionTime = 30 * 60 * 1000;

/**
 * The control API, for the panel and for scripts: the whole state, what happens as it happens, the clock, faults,
 * switches and bearer tokens. For programs and for pages of this origin; no page of another origin may use it.
 */
export function controlRoutes(
  bank: Bank,
  reset: () => void,
  isOwnHost: (host: string) => boolean = () => true,
): Route[] {
  const { clock, faults, switches, tokens, wire, events } = bank;
  const routes: Route[] = [
    { method: "GET", path: "/control/state", handle: () => json(200, stateOf(bank)) },
    { method: "GET", path: "/control/wire", handle: () => json(200, wire.list()) },
    { method: "GET", path: "/control/events", handle: listen },
    { method: "POST", path: "/control/clock", handle: (call) => change(call, ["advance", "to", "reset"], moveClock) },
    {
      method: "POST",
      path: "/control/faults",
      handle: (call) =>
        change(call, ["fault", "times", "order"], ({ fault, times, order }) =>
          faults.arm(String(fault), { times, order } as object),
        ),
    },
    { method: "DELETE", path: "/control/faults", handle: (call) => change(call, [], () => faults.disarm()) },
    {
      method: "DELETE",
      path: "/control/faults/:fault",
      handle: (call) => change(call, [], () => faults.disarm(call.params.fault ?? "")),
    },
    {
      method: "POST",
      path: "/control/switches",
      handle: (call) => change(call, ["name", "value"], ({ name, value }) => switches.set(String(name), String(value))),
    },
    { method: "POST", path: "/control/tokens", handle: () => json(200, tokens.issue()) },
    { method: "POST", path: "/control/reset", handle: (call) => change(call, [], reset) },
  ];
  return routes.map((route) => ({
    ...route,
    quiet: true,
    handle: (call) =>
      isForeign(call, isOwnHost) ? json(403, { message: "Not for pages of another origin" }) : route.handle(call),
  }));

  /** Runs a step with the fields of the body, which have these names and no others; answers with the state it leads to. */
  async function change(
    call: Call,
    names: readonly string[],
    step: (fields: Record<string, unknown>) => void,
  ): Promise<Answer> {
    const body = await call.body();
    const fields = body.trim() === "" ? {} : parseObject(body);
    if (fields === undefined) return json(400, { message: "expected a JSON object" });
    try {
      refuseUnknown(fields, names, "field");
      step(fields);
    } catch (error) {
      if (error instanceof TypeError) return json(400, { message: error.message });
      throw error;
    }
    return json(200, stateOf(bank));
  }

  function moveClock({ advance, to, reset: back }: Record<string, unknown>): void {
    if (typeof advance === "number") clock.advance(advance);
    else if (to === "batch-close") clock.advance(bank.batchClose.after(clock.now()) - clock.now());
    else if (to === "session-end") {
      const newest = bank.ledger.newest();
      const end = newest && !bank.ledger.isExpired(newest) ? bank.ledger.expiresAt(newest) : clock.now() + sessionTime;
      clock.advance(end - clock.now());
    } else if (back === true) clock.reset();
    else throw new TypeError('expected { advance: ms }, { to: "batch-close" | "session-end" } or { reset: true }');
  }

  function listen(): Answer {
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
}

/** What `clock` events and the state tell of the clock. */
export function clockState({ clock }: Pick<Bank, "clock">): { now: number; offset: number } {
  return { now: clock.now(), offset: clock.offset() };
}

function stateOf(bank: Bank): unknown {
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

// Browsers send Sec-Fetch-Site (Fetch Metadata) and, with anything but a plain GET, Origin; other programs send
// neither. A name that an attacker's DNS points at the loopback makes their page look like one of this origin: hence
// the host.
function isForeign({ headers }: Call, isOwnHost: (host: string) => boolean): boolean {
  if (!isOwnHost(URL.parse(`http://${headers.host}`)?.hostname.replace(/[[\]]/g, "") ?? "")) return true;
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") return true;
  const { origin, host } = headers;
  return origin !== undefined && URL.parse(origin)?.host !== host;
}
