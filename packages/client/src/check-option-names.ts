import { ArgumentError, refuseUnknownNames } from "@ventanilla/web";

/** The options of every call of the payment page's API. */
export interface HostedOptions {
  /** Gives up waiting: the call then rejects with an OutcomeUnknownError of code `aborted`. */
  signal?: AbortSignal | undefined;
}

/**
 * Refuses an unknown option, since a misspelled signal would never abort anything. Refuses an invalid signal, too,
 * which would otherwise fail only after the request was sent.
 * @param more names of further options that the call has
 * @throws ArgumentError
 */
export function checkOptionNames(options: HostedOptions, ...more: readonly string[]): void {
  refuseUnknownNames("options", options, ["signal", ...more]);
  const signal: unknown = options.signal;
  if (signal !== undefined && !(signal instanceof AbortSignal)) {
    throw new ArgumentError("options.signal: expected an AbortSignal");
  }
}
