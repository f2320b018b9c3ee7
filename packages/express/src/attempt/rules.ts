import type { Money } from "@ventanilla/client";
import type { Attempt } from "./attempt.ts";
import type { EventType } from "./outbox-event.ts";
import { isLive, rank } from "./state.ts";

/** The id of the attempt's order at the bank: OrdenID on the wire. */
export function bankOrderOf({ order, facts }: Pick<Attempt, "order" | "facts">): string {
  return facts.orderReference ?? order;
}

/** Whether the bank can be asked about the attempt: a browser has seen its session, and the session key is still there. */
export function canBeQueried({ state, facts }: Attempt): boolean {
  return rank(state) >= rank("opened") && facts.sealedKey !== undefined;
}

/** Whether the attempt has ended, and the bank cannot be asked about it any more. */
export const isOver = (attempt: Attempt): boolean => !isLive(attempt.state) && !canBeQueried(attempt);

/** How long the bank keeps a session and its result (contract §3.5), counted from the session's creation. */
export const windowMs: number = 30 * 60_000;

/** Whether a visitor's text has the form of an attempt's id: a UUID in lower case. */
export const isAttemptId = (text: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(text);

/** The most characters of a person's reason, of their name, and of the bank's two numbers for a payment. */
export const maxLengths = { reason: 500, name: 100, reference: 12, authorizationCode: 6 } as const;

const aboutMoney: readonly EventType[] = ["order.authorized", "order.paid", "order.paidAgain", "order.givenBack"];

/** Whether an event is about money. Those wait for each other, but not for other events that were claimed before. */
export const isAboutMoney = (type: EventType): boolean => aboutMoney.includes(type);

/** The currencies of {@link Money}. */
export const currencies: readonly Money["currency"][] = ["DOP", "USD"];

/** An event that was tried this often, and is not delivered, keeps failing. */
export const failingTries = 3;
