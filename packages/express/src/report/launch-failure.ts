import { GatewayError, OutcomeUnknownError } from "@ventanilla/client";
import type { LaunchFailure } from "../attempt/attempt.ts";

/** Why a launch did not reach the bank's page, by the error that it ended with. */
export function launchFailureOf(error: unknown): LaunchFailure {
  if (error instanceof GatewayError) return "refused";
  return error instanceof OutcomeUnknownError ? "unreachable" : "shop";
}
