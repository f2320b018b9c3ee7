import type { Merchant } from "@ventanilla/client";
import type { Attempt } from "../attempt/attempt.ts";
import type { LaunchFacts, Recorder } from "../attempt/event.ts";
import { bankOrderOf } from "../attempt/rules.ts";
import type { Site } from "../base/site.ts";
import { newReturnToken, returnAddresses } from "../http/token.ts";
import type { Order } from "../order/order.ts";
import type { LaunchWatch } from "./launch-watch.ts";
import { newSessionFor, type SessionSettings } from "./new-session.ts";
import { bankLanguage, orderRequest } from "./order-request.ts";

/** One launch of an attempt: what `order()` answered, from where it is launched, and how. */
export interface Launch {
  order: Order;
  merchant: Merchant;
  facts: LaunchFacts;
  /** The buyer's IP address. */
  address: string;
}

/** What opening needs, and what is under way. */
interface Opener {
  readonly settings: SessionSettings & Pick<Site, "mount">;
  readonly record: Recorder;
  readonly watch: LaunchWatch;
  /** By the attempt's id. */
  readonly creations: Map<string, Promise<Attempt>>;
}

/** Creates the sessions of attempts at the bank: one for each attempt, also when several launch it at the same time. */
export function makeOpenSession(settings: SessionSettings & Pick<Site, "mount">, record: Recorder, watch: LaunchWatch) {
  const opener: Opener = { settings, record, watch, creations: new Map() };
  return (attempt: Attempt, launch: Launch) => open(opener, attempt, launch);
}

/** Opens the session of an attempt. */
export type OpenSession = ReturnType<typeof makeOpenSession>;

/** Returns the attempt, ready to be paid by the buyer of this launch; or as it is when it has ended. */
async function open(opener: Opener, attempt: Attempt, launch: Launch): Promise<Attempt> {
  const running = opener.creations.get(attempt.id);
  const ready = running ? await running : attempt;
  if (ready.state !== "preparing") return opener.record(ready, { type: "launched", launch: launch.facts });
  const creation = create(opener, attempt, launch).finally(() => opener.creations.delete(attempt.id));
  opener.creations.set(attempt.id, creation);
  return creation;
}

async function create(opener: Opener, attempt: Attempt, { order, merchant, facts, address }: Launch): Promise<Attempt> {
  const { mount } = opener.settings;
  const token = newReturnToken(opener.settings.vault);
  const request = orderRequest(merchant, attempt.order, order, {
    ...returnAddresses(mount, token),
    orderId: bankOrderOf(attempt),
    transactionId: attempt.transactionId,
    amount: attempt.amount,
    tax: attempt.tax,
    language: bankLanguage(facts.language),
    clientIp: address,
    transactionType: attempt.facts.capture === "later" ? "0100" : "0200",
  });
  const { kept } = await newSessionFor(opener.settings, attempt, request, token);
  opener.watch.succeeded();
  return opener.record(attempt, { type: "launched", launch: facts, session: kept });
}
