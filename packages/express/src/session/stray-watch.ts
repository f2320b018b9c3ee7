import { printable } from "@ventanilla/web";
import type { Lease } from "../stores/store.ts";
import type { SessionSettings } from "./open-session.ts";

/**
 * What has been due for so long is of a bank that no router asks: a process that lives claims what is due within a
 * second, and another one what that has claimed after 30 seconds.
 */
const abandonedMs = 5 * 60_000;
/** How often the store is asked what waits elsewhere. */
const lookEveryMs = 15_000;

/**
 * Watches for what waits at addresses of the bank that this router cannot ask. Another router may have them: what that
 * leaves alone for five minutes is claimed here, too, so that it ends and is delivered.
 */
export function makeStrayWatch({ store, gateways, report }: Pick<SessionSettings, "store" | "gateways" | "report">) {
  let lookedAt = Number.NEGATIVE_INFINITY;
  let abandoned: string[] = [];
  let isNamed = false;

  /** Looks what waits elsewhere. The first time that there is something, an alert names it. */
  async function look(): Promise<void> {
    lookedAt = performance.now();
    const [now, { banks, count, attempts }] = await Promise.all([store.now(), store.elsewhere(gateways.banks)]);
    const strays = banks.filter(({ bank }) => gateways.of({ bank }) === undefined);
    const others = banks.filter((each) => !strays.includes(each)).map(({ bank }) => bank);
    abandoned = [...others, ...strays.filter(({ since }) => since <= now - abandonedMs).map(({ bank }) => bank)];
    if (strays.length === 0 || count === 0 || isNamed) return;
    isNamed = true;
    const addresses = strays.map(({ bank }) => printable(bank, 100)).join(", ");
    const orders = attempts.slice(0, 5).map(({ order }) => printable(order, 50));
    report.alert(
      "unaskable",
      `payments are open at a gateway that is neither gateway nor in earlierGateways (${addresses}): ${count}, of the orders ${orders.join(", ")}${count > orders.length ? ", …" : ""}. Unless another router asks there, they end as unknown: add it to earlierGateways`,
      {},
    );
  }

  return {
    look,
    /** The banks whose attempts and events this router claims. */
    async banks(): Promise<Pick<Lease, "banks">> {
      if (performance.now() - lookedAt >= lookEveryMs) await look();
      return { banks: [...gateways.banks, ...abandoned] };
    },
  };
}

/** Watches for what waits at addresses of the bank that this router cannot ask. */
export type StrayWatch = ReturnType<typeof makeStrayWatch>;
