import { printable } from "../base/printable.ts";
import type { Lease } from "../stores/store.ts";
import type { SessionSettings } from "./new-session.ts";

/**
 * What has been due for so long is of a bank that no router asks: a process that lives claims what is due within a
 * second, and another one what that has claimed after 30 seconds.
 */
const abandonedMs = 5 * 60_000;
/** How often the store is asked what waits elsewhere. */
const lookEveryMs = 15_000;
/** How many orders an alert names. */
const maxNamed = 5;

/** What the watch has seen so far. */
interface StrayState {
  readonly settings: Pick<SessionSettings, "store" | "gateways" | "report">;
  lookedAt: number;
  abandoned: string[];
  isNamed: boolean;
}

/**
 * Watches for what waits at addresses of the bank that this router cannot ask. Another router may have them: what that
 * leaves alone for five minutes is claimed here, too, so that it ends and is delivered.
 */
export function makeStrayWatch(settings: Pick<SessionSettings, "store" | "gateways" | "report">) {
  const state: StrayState = {
    lookedAt: Number.NEGATIVE_INFINITY,
    abandoned: [],
    isNamed: false,
    settings,
  };
  return {
    banks: () => banksToClaim(state),
    look: () => look(state),
  };
}

/** Watches for what waits at addresses of the bank that this router cannot ask. */
export type StrayWatch = ReturnType<typeof makeStrayWatch>;

/** The banks whose attempts and events this router claims. */
async function banksToClaim(state: StrayState): Promise<Pick<Lease, "banks">> {
  if (performance.now() - state.lookedAt >= lookEveryMs) await look(state);
  return { banks: [...state.settings.gateways.banks, ...state.abandoned] };
}

/** Looks what waits elsewhere. The first time that there is something, an alert names it. */
async function look(state: StrayState): Promise<void> {
  const { store, gateways } = state.settings;
  state.lookedAt = performance.now();
  const [now, { banks, count, attempts }] = await Promise.all([store.now(), store.elsewhere(gateways.banks)]);
  const strays = banks.filter(({ bank }) => gateways.of({ bank }) === undefined);
  const others = banks.filter((each) => !strays.includes(each)).map(({ bank }) => bank);
  state.abandoned = [...others, ...strays.filter(({ since }) => since <= now - abandonedMs).map(({ bank }) => bank)];
  if (strays.length === 0 || count === 0 || state.isNamed) return;
  state.isNamed = true;
  const addresses = strays.map(({ bank }) => printable(bank, 100)).join(", ");
  const orders = attempts.slice(0, maxNamed).map(({ order }) => printable(order, 50));
  state.settings.report.alert(
    "unaskable",
    `payments are open at a gateway that is neither gateway nor in earlierGateways (${addresses}): ${count}, of the orders ${orders.join(", ")}${count > orders.length ? ", …" : ""}. Unless another router asks there, they end as unknown: add it to earlierGateways`,
    {},
  );
}
