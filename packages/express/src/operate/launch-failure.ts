import { GatewayError, OutcomeUnknownError } from "@ventanilla/client";
import type { LaunchFailure } from "../attempt/attempt.ts";

/** Whose failure prevented a session from reaching the bank's page. */
export function launchFailureOf(error: unknown): LaunchFailure {
  if (error instanceof GatewayError) return "refused";
  return error instanceof OutcomeUnknownError ? "unreachable" : "shop";
}
