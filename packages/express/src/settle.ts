import { type SessionResult, sessionResult } from "@ventanilla/client";
import { type OrderNow, readAnswer } from "./attempt/answer.ts";
import { type Attempt, canBeQueried } from "./attempt/attempt.ts";
import type { Recorder } from "./attempt/record.ts";
import { within } from "./operate/within.ts";
import { checkOrder, type Settings } from "./options.ts";

/**
 * Asks the bank about an attempt and records what it says: nothing else approves, except a person. One query at a time per
 * attempt, and at most one a second unless `now` is set: then one starts after any that is under way. An attempt without
 * a session key, because no browser has seen it or nothing can change it any more, is returned as it is. An unclear answer
 * moves nothing and is not an error here.
 */
export type Settle = (attempt: Attempt, options?: { now?: boolean }) => Promise<Attempt>;

const shortestPause = 1000;
/** How long `order()` may take to tell what an order costs by now. */
const orderDeadlineMs = 3000;

export function makeSettle(settings: Settings, record: Recorder): Settle {
  const { store, report } = settings;
  const underWay = new Map<string, Promise<Attempt>>();

  async function answerOf({ id, order, facts }: Attempt): Promise<SessionResult | undefined> {
    const { SESSION = "", sealedKey = "" } = facts;
    let key: string;
    try {
      key = settings.vault.open(sealedKey, id);
    } catch (error) {
      report.alert(
        "key_lost",
        "a session key cannot be decrypted, so the bank cannot be asked",
        { order, attempt: id },
        error,
      );
      return undefined;
    }
    return report
      .query({ order, attempt: id }, () => sessionResult(settings.bank, { SESSION, "session-key": key }))
      .catch((error: unknown) => {
        if (error instanceof TypeError) throw error;
        return undefined;
      });
  }

  /** What the order costs by now; `undefined`, with an alert, when the shop's `order()` does not say. */
  async function orderNow({ id, order: orderId }: Attempt): Promise<OrderNow | undefined> {
    const costs = async () => settings.order(orderId, undefined);
    try {
      const order = await within(orderDeadlineMs, costs(), () => {
        throw new Error(`order() gave no answer for ${orderDeadlineMs / 1000} s`);
      });
      if (order === undefined || order === null) return "gone";
      checkOrder(orderId, order);
      return order.amount;
    } catch (error) {
      report.alert(
        "amount_unchecked",
        "order() failed without a request, so a paid amount was not compared with the order's",
        { order: orderId, attempt: id },
        error,
      );
      return undefined;
    }
  }

  async function ask(attempt: Attempt): Promise<Attempt> {
    const answer = readAnswer(attempt, await answerOf(attempt));
    const isNews = answer.kind === "approved" && attempt.state !== "approved";
    return record(attempt, { type: "answered", answer, ...(isNews && { orderNow: await orderNow(attempt) }) });
  }

  return async function settle(attempt, options = {}) {
    const running = underWay.get(attempt.id);
    if (running && !options.now) return running;
    const current = running ? await running : attempt;
    if (!canBeQueried(current)) return current;
    if (!options.now && (await store.now()) - (current.facts.askedAt ?? 0) < shortestPause) return current;
    const query = underWay.get(current.id) ?? ask(current).finally(() => underWay.delete(current.id));
    underWay.set(current.id, query);
    return query;
  };
}
