import type { State } from "../attempt/state.ts";

/** What a log line or a message is about. Ids only: no session, no key, no card. */
export interface Subject {
  /** The merchant's order id. */
  order: string;
  /** The attempt's id, a UUID. */
  attempt: string;
  /** What the bank knows the order by, where that is not the order's id. */
  orderReference?: string;
}

/** The message of the tracing channel `ventanilla:query`. */
export interface QueryMessage extends Subject {
  /** `finished`, `pending`, `not-found` or `wrong-key`, once the bank has answered. */
  answer?: string;
}

/** The message of the tracing channel `ventanilla:hook`. */
export interface HookMessage extends Subject {
  /** The event's id, such as `paid:<order>`. */
  event: string;
  /** How often the hook ran before. */
  tries: number;
}

/** The message of the channel `ventanilla:attempt`: an attempt reached a state, or a person resolved it. */
export interface AttemptMessage extends Subject {
  /** The state that it reached, or in which a person resolved it. */
  state: State;
  /** The issuer's response code, if there is one. */
  code?: string;
  /** What a person decided, if one did. */
  paid?: boolean;
}

/** The message of the channel `ventanilla:alert`. */
export interface AlertMessage extends Partial<Subject> {
  /** The reason. */
  code: Alert;
  /** One sentence in English. */
  message: string;
  /** The event's id, if the alert is about one. */
  event?: string;
  /** Of a `store_failed` after a hook has failed: name and message of the error of the hook, or of its commit. */
  hookError?: string;
  /** Of a `review`: whether the bank approved only a part of the amount. Absent when it did not. */
  isPartial?: boolean;
  /** Of a `store_failed`: whether a person has to see what a hook has done for the event. Absent when nobody has. */
  isUnrecorded?: boolean;
  /** Of a `store_failed`: whether this process alone has an approval of the bank. Absent when it does not. */
  holdsApproval?: boolean;
  /** Name and message of the error that caused it, if there was one. */
  error?: string;
}

/**
 * Where log lines go: a pino logger, or any object with these methods.
 * @see https://getpino.io/#/docs/api?id=logging-method-parameters
 */
export interface Logger {
  /** Changes of attempts. */
  info(fields: object, message: string): void;
  /** Failures that are tried again. */
  warn(fields: object, message: string): void;
  /** Alerts: a person should look. */
  error(fields: object, message: string): void;
}

/**
 * What an alert is about: something that a person should look at.
 * @see docs/operating.md#alerts
 */
export type Alert =
  | "unknown"
  | "review"
  | "unconfirmed"
  | "unaskable"
  | "paid_again"
  | "capture_failed"
  | "lapsing"
  | "lapsed"
  | "uncapturable"
  | "launch_failed"
  | "amount_unchecked"
  | "dead_event"
  | "hook_failing"
  | "hook_slow"
  | "key_lost"
  | "store_failed"
  | "database_replaced"
  | "payment_missing"
  | "request_failed"
  | "no_returns"
  | "return_unclear";
