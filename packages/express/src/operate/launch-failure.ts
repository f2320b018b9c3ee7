import { GatewayError, OutcomeUnknownError } from "@ventanilla/client";
import type { LaunchFailure } from "../attempt/attempt.ts";

/** Whose failure it is that a session never reached the bank's page. */
export function launchFailureOf(error: unknown): LaunchFailure {
  if (error instanceof GatewayError) return "refused";
  return error instanceof OutcomeUnknownError ? "unreachable" : "shop";
}
