import { ArgumentError } from "./argument-error.ts";
import { refuseUnknownNames } from "./refuse-unknown-names.ts";

/** What every call of the payment page's API takes besides its request. */
export interface HostedOptions {
  /** Gives up waiting: what then comes is an OutcomeUnknownError with code `aborted`. */
  signal?: AbortSignal | undefined;
}

/**
 * Refuses an option that is unknown, since a misspelt signal would never abort anything, and an invalid signal,
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
