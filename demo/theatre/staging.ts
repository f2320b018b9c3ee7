import type { RequestHandler } from "express";
import { type BadDay, playBadDay } from "./bad-days.ts";
import { playSeeds } from "./seed.ts";
import type { StageSetup } from "./stage.ts";

/** Stages payments one after the other, because all of them move the same clocks. */
export class Staging {
  readonly #setup: StageSetup;
  #last: Promise<unknown> = Promise.resolve();

  constructor(setup: StageSetup) {
    this.#setup = setup;
  }

  /** Lets real buyers wait meanwhile: a payment that they begin would be hours old when the clocks are back. */
  readonly wait: RequestHandler = async (_request, _response, next) => {
    await this.ended();
    next();
  };

  /** Stages thirty payments of yesterday and today. */
  seed(): Promise<void> {
    return this.#inTurn(() => playSeeds(this.#setup));
  }

  /**
   * Stages what went wrong some minutes ago.
   * @param buyer whose order it is
   * @returns the order's id
   */
  badDay(day: BadDay, buyer: string): Promise<string> {
    return this.#inTurn(() => playBadDay(this.#setup, day, buyer));
  }

  /** Waits for what is being staged. Never rejects. */
  ended(): Promise<unknown> {
    return this.#last;
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => {});
    return turn;
  }
}
