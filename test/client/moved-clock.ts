import type { Gateway } from "@ventanilla/client";
import { openRest, type Rest } from "@ventanilla/client/rest";
import type { Clock } from "../../packages/client/src/clock.ts";
import { channelOf } from "../../packages/client/src/gateway.ts";
import { MerchantMemory } from "../../packages/client/src/rest/memory.ts";
import { settingsOf } from "../../packages/client/src/rest/open-rest.ts";

/**
 * A client's clock that stands still until it is moved: by the test, or by the client's own pauses, which end at once.
 */
export class MovedClock implements Clock {
  /** Every pause so far, in milliseconds. */
  readonly pauses: number[] = [];
  #now = 0;
  readonly #waiting = new Set<{ at: number; due: () => void }>();

  now(): number {
    return this.#now;
  }

  after(ms: number, due: () => void): () => void {
    const one = { at: this.#now + ms, due };
    this.#waiting.add(one);
    return () => this.#waiting.delete(one);
  }

  async pause(ms: number): Promise<void> {
    this.pauses.push(ms);
    this.advance(ms);
  }

  /** Moves it forward; what falls due on the way happens at its time. */
  advance(ms: number): void {
    const end = this.#now + ms;
    while (this.#next() <= end) this.skip();
    this.#now = end;
  }

  /** Moves it to the moment at which something falls due. */
  skip(): void {
    const at = this.#next();
    if (at === Number.POSITIVE_INFINITY) throw new Error("the client waits for no time");
    this.#now = at;
    for (const one of this.#waiting) {
      if (one.at === at && this.#waiting.delete(one)) one.due();
    }
  }

  #next(): number {
    return Math.min(...[...this.#waiting].map(({ at }) => at));
  }
}

/** Has a gateway go by another clock. */
export function moveGateway(gateway: Gateway, clock: Clock): void {
  const channel = channelOf(gateway);
  for (const one of [channel, channel.page]) Object.assign(one, { clock });
}

/**
 * Has REST operations remember as those of a process of their own do, or as those of another `Rest` in their process.
 */
export function ownProcess(rest: Rest, other?: Rest): void {
  Object.assign(settingsOf(rest), { memory: other === undefined ? new MerchantMemory() : settingsOf(other).memory });
}

/** Has REST operations go by another clock. */
export function moveRest(rest: Rest, clock: Clock): void {
  Object.assign(settingsOf(rest).channel, { clock });
}

/** Opens the REST operations of some merchant, which go by this clock. */
export function openMovedRest(baseUrl: string, clock: Clock = new MovedClock()): Rest {
  const rest = openRest({ baseUrl, merchantId: "349000000", terminalId: "1", bearerToken: () => "b" });
  moveRest(rest, clock);
  return rest;
}
