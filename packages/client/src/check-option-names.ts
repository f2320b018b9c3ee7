import { ArgumentError, refuseUnknownNames } from "@ventanilla/web";

/** The options of every call of the payment page's API. */
export interface HostedOptions {
  /** Gives up waiting: the call then rejects with an OutcomeUnknownError of code `aborted`. */
  signal?: AbortSignal | undefined;
}

/**
 * Refuses an option that is unknown, since a misspelled signal would never abort anything, and an invalid signal,
 * which would fail once the request has left.
 * @throws ArgumentError
 */
export function checkOptionNames(options: HostedOptions, ...more: readonly string[]): void {
  refuseUnknownNames("options", options, ["signal", ...more]);
  const signal: unknown = options.signal;
  if (signal !== undefined && !(signal instanceof AbortSignal)) {
    throw new ArgumentError("options.signal: expected an AbortSignal");
  }
}
