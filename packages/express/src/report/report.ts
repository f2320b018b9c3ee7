import { channel, type TracingChannel, tracingChannel } from "node:diagnostics_channel";
import { printable } from "@ventanilla/web";
import type { Attempt } from "../attempt/attempt.ts";
import { startWork } from "../base/work.ts";
import type { Alert, AlertMessage, AttemptMessage, HookMessage, Logger, QueryMessage, Subject } from "./messages.ts";

/** The ids of an attempt and its order. */
export function subjectOf({ order, id, facts: { orderReference } }: Pick<Attempt, "order" | "id" | "facts">): Subject {
  return { order, attempt: id, ...(orderReference !== undefined && { orderReference }) };
}

type AlertSubject = Omit<AlertMessage, "code" | "message" | "error">;

const queries = tracingChannel<unknown, QueryMessage>("ventanilla:query");
const sessions = tracingChannel<unknown, Subject>("ventanilla:session");
const submissions = tracingChannel<unknown, Subject>("ventanilla:submit");
const hooks = tracingChannel<unknown, HookMessage>("ventanilla:hook");
const attempts = channel("ventanilla:attempt");
const alerts = channel("ventanilla:alert");

const type = "VentanillaWarning";
const emit = (fields: object, message: string): void =>
  process.emitWarning(`${message} ${JSON.stringify(fields)}`, { type });

/** Without a logger, warnings and alerts are warnings of the process, named `VentanillaWarning`. */
const processWarnings: Logger = { info: () => {}, warn: emit, error: emit };

/** Writes lines with a logger. Where that fails, the process warns once, and the line goes to {@link processWarnings}. */
function makeLog(logger: Logger): (level: keyof Logger, message: string, fields: object) => void {
  let hasFailed = false;

  return function log(level, message, fields) {
    const line = printableFields(fields);
    startWork(() => logger[level](line, printable(message))).catch((error: unknown) => {
      const loggerFailed = reasonOf(error);
      if (!hasFailed) process.emitWarning(`the logger failed: ${loggerFailed}`, { type, code: "VENTANILLA_LOGGER" });
      hasFailed = true;
      processWarnings[level]({ ...line, loggerFailed }, printable(message));
    });
  };
}

/**
 * Reports events to the shop's logger, and on `node:diagnostics_channel`. A logger that fails does not disturb a
 * payment: the process warns once, and warnings and alerts become its warnings.
 * @param logger a pino logger, or any object with its methods
 * @param send called with each alert, to send it to people. Default: alerts are not sent
 */
export function makeReport(logger: Logger = processWarnings, send: (alert: AlertMessage) => void = () => {}) {
  const log = makeLog(logger);

  return {
    /** Runs a query of the bank, traced as `ventanilla:query`. */
    query<T extends { status: string }>(subject: Subject, work: () => Promise<T>): Promise<T> {
      const message: QueryMessage = { ...subject };
      return traced(queries, message, async () => {
        const answer = await work();
        message.answer = answer.status;
        return answer;
      });
    },
    /** Runs the creation of a session, traced as `ventanilla:session`. */
    session: <T>(subject: Subject, work: () => Promise<T>) => traced(sessions, { ...subject }, work),
    /** Posts a capture to the bank's page, traced as `ventanilla:submit`. */
    submit: <T>(subject: Subject, work: () => Promise<T>) => traced(submissions, { ...subject }, work),
    /** Runs a hook, traced as `ventanilla:hook`. */
    hook: <T>(subject: HookMessage, work: () => Promise<T>) => traced(hooks, { ...subject }, work),
    /** An attempt has reached another state, or a person has resolved it: `ventanilla:attempt`. */
    moved(attempt: Attempt): void {
      const { verdict, resolution } = attempt.facts;
      const message: AttemptMessage = {
        ...subjectOf(attempt),
        state: attempt.state,
        ...(verdict && { code: verdict.code }),
        ...(resolution && { paid: resolution.paid }),
      };
      attempts.publish(message);
      log("info", resolution ? "attempt resolved" : "attempt moved", message);
    },
    /** A person should look: publishes `ventanilla:alert`, and logs an error. */
    alert(code: Alert, message: string, subject: AlertSubject, cause?: unknown): void {
      const fields = { code, ...subject, ...(cause !== undefined && { error: reasonOf(cause) }) };
      const about: AlertMessage = { ...fields, message };
      alerts.publish(about);
      log("error", message, fields);
      send(about);
    },
    /** Something went wrong and is tried again. */
    warn: (message: string, fields: object): void => log("warn", message, fields),
  };
}

export type Report = ReturnType<typeof makeReport>;

/**
 * Runs the work as a trace. Subscribers see that it ended, or the text of its error. They never get the value or the
 * error itself, because a session, and the error of a query, have the session key as a property.
 */
async function traced<Message extends object, T>(
  trace: TracingChannel<unknown, Message>,
  message: Message,
  work: () => Promise<T>,
): Promise<T> {
  if (!trace.hasSubscribers) return work();
  // Assigned by the trace, which always begins the work.
  let running!: Promise<T>;
  const traceWork = async () => {
    running = startWork(work);
    await running.catch((error: unknown) => Promise.reject(redacted(error)));
  };
  await trace.tracePromise(traceWork, message).catch(() => {});
  return running;
}

/** A copy of an error with its name, message and code only. */
function redacted(error: unknown): Error {
  const { name, message } = error instanceof Error ? error : { name: "Error", message: String(error) };
  const code = error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
  return Object.assign(new Error(printable(message)), { name, ...(code !== undefined && { code }) });
}

/**
 * The name and message of an error, short and escaped for a line of a log and a database column. Never throws, whatever
 * was thrown.
 */
export function reasonOf(error: unknown): string {
  try {
    return printable(error instanceof Error ? `${error.name}: ${error.message}` : String(error));
  } catch {
    return "an error that has no text";
  }
}

function printableFields(fields: object): object {
  const entries = Object.entries(fields);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, typeof value === "string" ? printable(value) : value]),
  );
}
