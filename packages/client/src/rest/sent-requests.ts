import { createHmac, randomBytes } from "node:crypto";
import { ArgumentError } from "@ventanilla/web";
import { GatewayError, OutcomeUnknownError } from "../errors.ts";
import type { Money } from "../money.ts";
import { isCharge } from "../wire/charge.ts";
import type { RestOperation } from "../wire/rest-requirements.ts";
import { BoundedMap, maxKeys } from "./bounded-map.ts";
import { errorSaysDoneBefore } from "./refusal-error.ts";
import { type CheckedRequest, owners } from "./rest-request.ts";
import type { RestResult } from "./rest-result.ts";
import { UnclearRequest } from "./unclear-request.ts";

/** One operation on one key. */
interface Sent {
  /** Distinguishes requests. Made with a secret key, so that no card number can be found from it. */
  readonly digest: string;
  readonly currency: Money["currency"] | undefined;
  /** How many calls are in progress. */
  underWay: number;
  /** Whether a charge was answered. The service keeps its answer, also a refusal: no other request can use the key. */
  answered: boolean;
  /** Whether it may have moved money: `maybe` after an answer that was unclear or not final. */
  happened: "no" | "maybe" | "yes";
}

/**
 * Remembers the requests sent for one merchant to one bank, for the last 10,000 keys: a later call on the same key must
 * be the same request, and its error never says that nothing happened. In memory only: another process starts without
 * it, hence `mayHaveBeenSent`.
 */
export class SentRequests {
  readonly #salt = randomBytes(32);
  readonly #sent = new BoundedMap<Map<RestOperation, Sent>>(maxKeys);

  /**
   * Does `work`, and remembers how it ended. `earlier` returns whether another call may have done the same until now.
   * Throws an ArgumentError when the request must not follow an earlier one on its key.
   */
  async track<O extends RestOperation>(
    operation: O,
    checked: CheckedRequest<O>,
    mayHaveBeenSent: boolean,
    work: (earlier: () => boolean) => Promise<RestResult>,
  ): Promise<RestResult> {
    const known = this.#find(operation, checked.key);
    const digest = createHmac("sha256", this.#salt).update(`${operation} ${checked.identity}`).digest("base64");
    this.assertMayFollow(operation, checked, digest);
    const sent = known ?? { digest, currency: checked.currency, underWay: 0, answered: false, happened: "no" };
    const knownBefore = mayHaveBeenSent || UnclearRequest.wasSent(checked.request);
    // Others may begin and end while this one waits for its answer.
    const earlier = () => knownBefore || sent.happened !== "no" || sent.underWay > 1;
    this.#keep(operation, checked.key, sent);
    sent.underWay++;
    try {
      const result = await work(earlier);
      if (isCharge(operation)) sent.answered = true;
      if (result.finality === "approved") sent.happened = "yes";
      else if (result.finality !== "declined") sent.happened = "maybe";
      else this.#forget(operation, checked.key, sent);
      return result;
    } catch (error) {
      const unclear = error instanceof OutcomeUnknownError && error.sent;
      if (unclear || (error instanceof GatewayError && errorSaysDoneBefore(error))) {
        if (sent.happened === "no") sent.happened = "maybe";
        if (unclear) UnclearRequest.markSent(checked.request);
      } else this.#forget(operation, checked.key, sent);
      throw error;
    } finally {
      sent.underWay--;
    }
  }

  /** Whether the same request may have been carried out before, as far as this process knows. */
  mayHaveHappened<O extends RestOperation>(operation: O, { key, request }: CheckedRequest<O>): boolean {
    return UnclearRequest.wasSent(request) || this.happened(operation, key) !== "no";
  }

  /** Whether an operation on a key has moved money, as far as this process knows. */
  happened(operation: RestOperation, key: string | undefined): Sent["happened"] {
    const sent = this.#find(operation, key);
    return sent !== undefined && sent.underWay > 0 && sent.happened === "no" ? "maybe" : (sent?.happened ?? "no");
  }

  /** Whether the key has been sent with a sale or check-in. */
  isUsed(key: string): boolean {
    return this.#find("sale", key) !== undefined;
  }

  /** Throws an ArgumentError when the request must not follow what was sent with its key. */
  assertMayFollow<O extends RestOperation>(operation: O, { key, currency }: CheckedRequest<O>, digest?: string): void {
    const owner = owners[operation];
    const sent = this.#find(operation, key);
    const charge = this.#find("sale", key);
    for (const [other, expected] of excludedBy[operation]) {
      if (this.#find(other, key)?.happened !== "yes") continue;
      throw new ArgumentError(`${owner}.idempotency-key: expected ${expected}`);
    }
    if (isCharge(operation)) {
      if (sent === undefined || digest === undefined || sent.digest === digest) return;
      throw new ArgumentError(
        `${owner}.idempotency-key: expected a new key, this one was sent with another request: ` +
          "the service would answer that one again and charge nothing",
      );
    }
    if (charge?.currency !== undefined && currency !== undefined && charge.currency !== currency) {
      throw new ArgumentError(`${owner}.amount.currency: expected ${charge.currency}, as in the original`);
    }
    if (operation !== "refund" || sent === undefined) return;
    const other = digest !== undefined && sent.digest !== digest;
    if (sent.happened === "yes" || sent.underWay > 0 || other) {
      throw new ArgumentError(
        `${owner}.idempotency-key: expected an original that no refund was sent for, it allows one`,
      );
    }
  }

  #find(operation: RestOperation, key: string | undefined): Sent | undefined {
    return key === undefined ? undefined : this.#sent.get(key)?.get(kindOf(operation));
  }

  #keep(operation: RestOperation, key: string | undefined, sent: Sent): void {
    if (key === undefined) return;
    const ofKey = this.#sent.get(key) ?? new Map<RestOperation, Sent>();
    ofKey.set(kindOf(operation), sent);
    this.#sent.set(key, ofKey);
  }

  /** Nothing happened: unless another call is in progress, the key is as it was before. */
  #forget(operation: RestOperation, key: string | undefined, sent: Sent): void {
    if (key === undefined || sent.underWay > 1 || sent.happened !== "no" || sent.answered) return;
    const ofKey = this.#sent.get(key);
    if (ofKey?.get(kindOf(operation)) === sent) ofKey.delete(kindOf(operation));
    if (ofKey?.size === 0) this.#sent.delete(key);
  }
}

// A sale and a check-in share their keys.
const kindOf = (operation: RestOperation) => (isCharge(operation) ? "sale" : operation);

type Exclusion = [after: RestOperation, expected: string];

function originalWithout(other: RestOperation): Exclusion {
  return [other, `an original that no ${other} was approved for, this process made one`];
}

/**
 * For each operation, those after whose approval it is refused, because it would happen twice, or on a charge that no
 * longer exists; and what is expected instead.
 */
const excludedBy: Readonly<Record<RestOperation, readonly Exclusion[]>> = {
  sale: [["void", "a new key, the charge of this one was voided"]],
  checkIn: [["void", "a new key, the charge of this one was voided"]],
  void: [originalWithout("void"), originalWithout("refund")],
  checkOut: [originalWithout("void"), originalWithout("checkOut")],
  refund: [originalWithout("void")],
};
