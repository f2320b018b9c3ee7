import { createHmac, randomBytes } from "node:crypto";
import { GatewayError, OutcomeUnknownError } from "../errors.ts";
import type { Money } from "../money.ts";
import { isCharge } from "../wire/charge.ts";
import type { RestOperation } from "../wire/rest-requirements.ts";
import { BoundedMap } from "./bounded-map.ts";
import { refusesAsDone } from "./refusal-words.ts";
import { type CheckedRequest, owners } from "./rest-request.ts";
import type { RestResult } from "./rest-result.ts";
import { UnclearRequest } from "./unclear-request.ts";

/** What is remembered of one operation on one key. */
interface Sent {
  /** Tells one request from another; keyed, so that no card number can be found from it. */
  readonly digest: string;
  readonly currency: Money["currency"] | undefined;
  underWay: number;
  /** The service keeps its answer under the key, a refusal as well: no other request can have it any more. */
  answered: boolean;
  /** Whether it may have moved money: `maybe` after an answer that was unclear or not final. */
  happened: "no" | "maybe" | "yes";
}

/**
 * What one opened `Rest` remembers of the requests that it has sent, so that a later call on the same key is neither
 * another request in disguise nor told that nothing happened. In memory only: another process starts without it, which is
 * what `mayHaveBeenSent` is for.
 */
export class SentRequests {
  readonly #salt = randomBytes(32);
  readonly #sent = new BoundedMap<Sent>();

  /**
   * Does `work`, and remembers how it ended. `earlier` is whether an earlier call may have done the same; a request that
   * must not follow an earlier one on its key is a TypeError.
   */
  async track<O extends RestOperation>(
    operation: O,
    checked: CheckedRequest<O>,
    mayHaveBeenSent: boolean,
    work: (earlier: boolean) => Promise<RestResult>,
  ): Promise<RestResult> {
    const name = nameOf(operation, checked.key);
    const known = this.#sent.get(name);
    const digest = createHmac("sha256", this.#salt).update(`${operation} ${checked.identity}`).digest("base64");
    this.assertMayFollow(operation, checked, digest);
    const sent = known ?? { digest, currency: checked.currency, underWay: 0, answered: false, happened: "no" };
    const earlier = mayHaveBeenSent || this.mayHaveHappened(operation, checked);
    this.#sent.set(name, sent);
    sent.underWay++;
    try {
      const result = await work(earlier);
      sent.answered ||= isCharge(operation);
      if (result.finality !== "declined") sent.happened = result.finality === "approved" ? "yes" : "maybe";
      else this.#forget(name, sent);
      return result;
    } catch (error) {
      const unclear = error instanceof OutcomeUnknownError && error.sent;
      if (unclear || (error instanceof GatewayError && refusesAsDone(error))) {
        if (sent.happened === "no") sent.happened = "maybe";
        if (unclear) UnclearRequest.markSent(checked.request);
      } else this.#forget(name, sent);
      throw error;
    } finally {
      sent.underWay--;
    }
  }

  /** Whether the same request may have been carried out before, as far as this process knows. */
  mayHaveHappened<O extends RestOperation>(operation: O, { key, request }: CheckedRequest<O>): boolean {
    return UnclearRequest.wasSent(request) || this.happened(operation, key) !== "no";
  }

  /** Whether an operation on a key has happened, as far as this process knows. */
  happened(operation: RestOperation, key: string | undefined): Sent["happened"] {
    const sent = this.#sent.get(nameOf(operation, key));
    return sent !== undefined && sent.underWay > 0 && sent.happened === "no" ? "maybe" : (sent?.happened ?? "no");
  }

  /** Whether the key has been sent with a sale or check-in. */
  isUsed(key: string): boolean {
    return this.#sent.has(nameOf("sale", key));
  }

  /** A TypeError when the request must not follow what was sent with its key. */
  assertMayFollow<O extends RestOperation>(operation: O, { key, currency }: CheckedRequest<O>, digest?: string): void {
    const owner = owners[operation];
    const sent = this.#sent.get(nameOf(operation, key));
    const charge = this.#sent.get(nameOf("sale", key));
    if (isCharge(operation)) {
      if (sent === undefined || digest === undefined || sent.digest === digest) return;
      throw new TypeError(
        `${owner}.idempotency-key: expected a new key, this one was sent with another request: ` +
          "the service would answer that one again and charge nothing",
      );
    }
    if (charge?.currency !== undefined && currency !== undefined && charge.currency !== currency) {
      throw new TypeError(`${owner}.amount.currency: expected ${charge.currency}, as in the original`);
    }
    if (operation !== "refund" || sent === undefined) return;
    const other = digest !== undefined && sent.digest !== digest;
    if (sent.happened === "yes" || sent.underWay > 0 || other) {
      throw new TypeError(`${owner}.idempotency-key: expected an original that no refund was sent for, it allows one`);
    }
  }

  /** Nothing has happened: unless something else is under way, the key is as it was before. */
  #forget(name: string, sent: Sent): void {
    if (sent.underWay === 1 && sent.happened === "no" && !sent.answered && this.#sent.get(name) === sent)
      this.#sent.delete(name);
  }
}

// A sale and a check-in draw their keys from one stock.
const nameOf = (operation: RestOperation, key: string | undefined) =>
  `${isCharge(operation) ? "charge" : operation} ${key}`;
