import { refuseUnknownNames } from "./refuse-unknown-names.ts";

/** What every call of the payment page's API takes besides its request. */
export interface HostedOptions {
  /** Gives up waiting: what then comes is an OutcomeUnknownError with code `aborted`. */
  signal?: AbortSignal | undefined;
}

/** A TypeError when an option is unknown: a misspelt signal would never abort anything. */
export const checkOptionNames = (options: object, ...more: readonly string[]): void =>
  refuseUnknownNames("options", options, ["signal", ...more]);
