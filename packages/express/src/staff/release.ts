import { ArgumentError } from "@ventanilla/client";
import type { Attempt, Release } from "../attempt/attempt.ts";
import { released } from "../attempt/decided.ts";
import { decisionBasis } from "../attempt/decision-basis.ts";
import { earlierCapture } from "../attempt/may-be-launched.ts";
import { authorizationIn, type Capturing } from "../capture/capture.ts";
import { CaptureError } from "../capture/capture-error.ts";
import { orderIdOf } from "../order/order-id.ts";
import { checkStatement } from "./resolve.ts";

/**
 * Gives up the authorization of an order.
 * @returns the attempt, which is no longer an authorization
 */
export async function release(capturing: Capturing, order: string, statement: Omit<Release, "at">): Promise<Attempt> {
  const id = orderIdOf(order);
  if (typeof statement !== "object" || statement === null) {
    throw new ArgumentError("release(order, statement): expected { reason, by }");
  }
  const { reason, by } = checkStatement(statement);
  const { record, settings } = capturing;
  const attempts = await settings.store.attemptsOf(id);
  const authorized = authorizationIn(attempts, undefined);
  const { kind } = earlierCapture(attempts) ?? {};
  if (kind === "paid") throw new CaptureError("already_paid", "the order is captured");
  if (kind !== undefined) {
    throw new CaptureError("in_progress", "a capture of this order is running, or its outcome is not known");
  }
  const given = { reason, by, at: await settings.store.now() };
  const after = await record(authorized, released(given, decisionBasis(authorized)));
  // A capture that has begun since then has changed the attempt's decision basis: decide again.
  return after.facts.released === undefined ? release(capturing, order, statement) : after;
}
