import { isDeepStrictEqual } from "node:util";
import { type SessionResult, sessionResult } from "@ventanilla/client";
import { type BankAnswer, isResult, type OrderNow, readAnswer } from "./attempt/answer.ts";
import { type Attempt, canBeQueried } from "./attempt/attempt.ts";
import type { Recorder } from "./attempt/record.ts";
import type { TransitionEvent } from "./attempt/transition.ts";
import { checkAmounts } from "./check-order.ts";
import { withTimeout } from "./operate/with-timeout.ts";
import type { Settings } from "./options.ts";
import { tokenOwner } from "./stores/vault.ts";

/**
 * Asks the bank about an attempt and records what it says: nothing else approves, except a person. One query at a time per
 * attempt, and at most one a second unless `now` is set: then one starts after any that is under way. An attempt without
 * a session key, because no browser has seen it or nothing can change it any more, is returned as it is. An unclear answer
 * moves nothing and is not an error here.
 */
export type Settle = (attempt: Attempt, options?: { now?: boolean }) => Promise<Attempt>;

const minPauseMs = 1000;
/** How long `order()` may take to tell what an order costs by now. */
const orderDeadlineMs = 3000;
/** What answers later than this is waited for with a doubt on record. */
const fastOrderMs = 200;
/** A result that the store does not take is offered again for a quarter of an hour. */
const maxPauseMs = 15_000;
const maxTries = 64;

type Heard = Extract<TransitionEvent, { type: "answered" }>;

export function makeSettle(settings: Settings, record: Recorder): Settle {
  const { store, report } = settings;
  const underWay = new Map<string, Promise<Attempt>>();
  const unwritten = new Map<string, Heard>();

  /** Another bank's session key is none of this bank's business, and neither is its answer. */
  const isOwn = ({ bank }: Attempt): boolean => bank === "" || bank === settings.bank.sessionApiUrl;

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

  /** What the order costs by now; with an alert when `order()` does not say: then what a later launch knew, if any. */
  async function orderNow(attempt: Attempt): Promise<OrderNow> {
    const { id, order: orderId, amount, createdAt } = attempt;
    const costs = Promise.resolve().then(() => settings.order(orderId, undefined));
    const inTime = withTimeout(orderDeadlineMs, costs, () => {
      throw new Error(`order() gave no answer for ${orderDeadlineMs / 1000} s`);
    });
    // It may fail before it is waited for.
    inTime.catch(() => {});
    try {
      // A slow shop may outlive this process: that a card was sent is written first.
      const isSlow = await withTimeout(
        fastOrderMs,
        inTime.then(() => false),
        () => true,
      );
      if (isSlow) await record(attempt, { type: "answered", answer: { kind: "inProgress" } });
      const order = await inTime;
      if (order === undefined || order === null) return "gone";
      checkAmounts(orderId, order);
      return order.amount;
    } catch (error) {
      report.alert(
        "amount_unchecked",
        "order() failed without a request, so a paid amount was not compared with the order's",
        { order: orderId, attempt: id },
        error,
      );
      const later = (await store.attemptsOf(orderId)).findLast((other) => other.createdAt > createdAt);
      return later === undefined || isDeepStrictEqual(later.amount, amount) ? "unchecked" : later.amount;
    }
  }

  async function hear(attempt: Attempt): Promise<Heard> {
    const result = await answerOf(attempt);
    const answer = withAuthorization(attempt, readAnswer(attempt, result), result);
    // A capture's amount is what the shop asked for; the order's was compared when it was authorized.
    const isNews = answer.kind === "approved" && attempt.state !== "approved" && attempt.facts.captureOf === undefined;
    return { type: "answered", answer, ...(isNews && { orderNow: await orderNow(attempt) }) };
  }

  /** With what the capture will have to return to the bank, where one is to follow. */
  function withAuthorization(
    { id, facts }: Attempt,
    answer: BankAnswer,
    result: SessionResult | undefined,
  ): BankAnswer {
    if (facts.capture !== "later" || result?.status !== "finished") return answer;
    if (answer.kind !== "approved" && answer.kind !== "review") return answer;
    const { TxToken, RemoteResponseCode } = result.result;
    if (TxToken === undefined) return answer;
    const sealedToken = settings.vault.seal(TxToken, tokenOwner(id));
    const authorization = { sealedToken, ...(RemoteResponseCode !== undefined && { remoteCode: RemoteResponseCode }) };
    return { ...answer, authorization };
  }

  /** Writes what was heard. A result that cannot be written is kept: the bank may have forgotten it by the next query. */
  async function write(attempt: Attempt, heard: Heard): Promise<Attempt> {
    try {
      const after = await record(attempt, heard);
      unwritten.delete(attempt.id);
      return after;
    } catch (error) {
      if (isResult(heard.answer) && !unwritten.has(attempt.id)) {
        unwritten.set(attempt.id, heard);
        writeLater(attempt, heard);
      }
      throw error;
    }
  }

  function writeLater(attempt: Attempt, heard: Heard, tries = 0): void {
    const wait = Math.min(500 * 2 ** tries, maxPauseMs);
    setTimeout(() => {
      if (unwritten.get(attempt.id) !== heard) return;
      write(attempt, heard).catch(() => tries < maxTries && writeLater(attempt, heard, tries + 1));
    }, wait).unref();
  }

  const ask = async (attempt: Attempt): Promise<Attempt> =>
    write(attempt, unwritten.get(attempt.id) ?? (await hear(attempt)));

  return async function settle(attempt, options = {}) {
    const running = underWay.get(attempt.id);
    if (running && !options.now) return running;
    const current = running ? await running : attempt;
    if (!canBeQueried(current) || !isOwn(current)) return current;
    if (!options.now && (await store.now()) - (current.facts.askedAt ?? 0) < minPauseMs) return current;
    const query = underWay.get(current.id) ?? ask(current).finally(() => underWay.delete(current.id));
    underWay.set(current.id, query);
    return query;
  };
}
