import { ArgumentError } from "@ventanilla/client";

/** What the check returns. `undefined` when it throws an ArgumentError. */
export function orRefused<T>(check: () => T): T | undefined {
  try {
    return check();
  } catch (error) {
    if (error instanceof ArgumentError) return undefined;
    throw error;
  }
}
