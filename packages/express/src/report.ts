import { channel, tracingChannel } from "node:diagnostics_channel";
import type { Attempt, State } from "./attempt.ts";

/** What a line or a message is about. Holds ids only: no session, no key, no card. */
export interface Subject {
  order: string;
  attempt: string;
}

/** Where lines go: pino's way of calling, which console-like loggers with an object first can be fitted to. */
export interface Logger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Why a person has to look. */
export type Alert = "unknown" | "review" | "paid_again" | "dead_event" | "key_lost" | "store_failed";

/** Tells those who run the shop what happens: to their logger, and on `node:diagnostics_channel`. */
export interface Report {
  /** Runs a query of the bank, traced as `ventanilla:query`. */
  query<T>(subject: Subject, work: () => Promise<T>): Promise<T>;
  /** Runs the creation of a session, traced as `ventanilla:session`. */
  session<T>(subject: Subject, work: () => Promise<T>): Promise<T>;
  /** Runs a hook, traced as `ventanilla:hook`. */
  hook<T>(subject: Subject & { event: string; tries: number }, work: () => Promise<T>): Promise<T>;
  /** An attempt has reached another state: `ventanilla:attempt`. */
  moved(attempt: Attempt): void;
  /** A person has to look: `ventanilla:alert`, and an error in the log. */
  alert(code: Alert, message: string, subject: Partial<Subject> & { event?: string }, cause?: unknown): void;
  /** Something went wrong and is tried again. */
  warn(message: string, fields: object): void;
}

const query = tracingChannel("ventanilla:query");
const session = tracingChannel("ventanilla:session");
const hook = tracingChannel("ventanilla:hook");
const attempts = channel("ventanilla:attempt");
const alerts = channel("ventanilla:alert");

/** Without a logger, warnings and alerts are warnings of the process, named `VentanillaWarning`. */
const processWarnings: Logger = {
  debug: () => {},
  info: () => {},
  warn: (fields, message) => emit(fields, message),
  error: (fields, message) => emit(fields, message),
};

function emit(fields: object, message: string): void {
  process.emitWarning(`${message} ${JSON.stringify(fields)}`, { type: "VentanillaWarning" });
}

/** @param logger a pino logger or anything that is called like one */
export function makeReport(logger: Logger = processWarnings): Report {
  return {
    query: (subject, work) => query.tracePromise(work, { ...subject }),
    session: (subject, work) => session.tracePromise(work, { ...subject }),
    hook: (subject, work) => hook.tracePromise(work, { ...subject }),
    moved({ id, order, state, facts }) {
      const message: Subject & { state: State; code?: string } = {
        order,
        attempt: id,
        state,
        ...(facts.verdict && { code: facts.verdict.code }),
      };
      attempts.publish(message);
      logger.info(message, "attempt moved");
    },
    alert(code, message, subject, cause) {
      const fields = { code, ...subject, ...(cause !== undefined && { error: reasonOf(cause) }) };
      alerts.publish({ ...fields, message });
      logger.error(fields, message);
    },
    warn: (message, fields) => logger.warn(fields, message),
  };
}

/** What an error says, short enough for a log and a column. JSON and pino escape its control characters. */
export function reasonOf(error: unknown): string {
  return (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, 500);
}
