import assert from "node:assert/strict";
import type { SecureServerOptions } from "node:http2";
import { inspect } from "node:util";
import { type Gateway, OutcomeUnknownError, openGateway } from "@ventanilla/client";
import { type CallOptions, openRest, type Rest } from "@ventanilla/client/rest";
import { type Random, seeded } from "../../window/random.ts";
import { moveGateway, moveRest, ownProcess } from "../moved-clock.ts";
import { serve } from "../played-gateway.ts";
import { printed } from "../printed.ts";
import type { Move } from "./ledger.ts";
import { type Answered, meansNotDone, type Outcome, outcomeOf } from "./outcome.ts";
import { PlayedBank } from "./played-bank.ts";
import { leakIn, secrets } from "./secrets.ts";

/** 19:00 in Santo Domingo, when the batch closes. */
const close = Date.UTC(2026, 10, 20, 23, 0);
const minute = 60_000;

/** Told of every call and how it ended. */
export type Count = (operation: string, kind: Outcome["kind"]) => void;

/** What is called, and what its caller knows. */
export interface Calling {
  /** As it is counted. */
  readonly name: string;
  /** What it may move, and for which sale or check-in. */
  readonly moves: readonly Move["what"][];
  readonly reference: string;
  /** The client knows of the calls before, or was told that there may have been some. */
  readonly knows: boolean;
  readonly make: (options: CallOptions & { signal: AbortSignal }) => Promise<Answered>;
}

/** One bank, the processes of one merchant, and the judge between them. */
export class Life {
  readonly random: Random;
  readonly bank: PlayedBank;
  readonly #count: Count;
  readonly #served: Awaited<ReturnType<typeof serve>>;
  readonly #opened: (Rest | Gateway)[] = [];
  /** What the client has said of a move, by its name: told once, it may be denied of a repetition. */
  readonly #told = new Set<string>();
  /** The merchant's process of today. */
  rest: Rest;
  #second: Rest | undefined;
  readonly gateway: Gateway;
  #ahead: number;
  #underWay = 0;

  private constructor(random: Random, bank: PlayedBank, served: Awaited<ReturnType<typeof serve>>, count: Count) {
    this.random = random;
    this.bank = bank;
    this.#served = served;
    this.#count = count;
    this.#ahead = close - random.one([8 * 60, 60, 5, 1]) * minute;
    this.rest = this.restart();
    this.gateway = this.#openGateway();
  }

  static async begin(seed: number, secure: SecureServerOptions | undefined, count: Count): Promise<Life> {
    const random = seeded(seed);
    const skew = random.one([0, 0, -10, 10]) * minute;
    const roughness = random.one([0.1, 0.3, 0.6]);
    let life: Life | undefined;
    const bank = new PlayedBank(seed, roughness, () => (life?.now() ?? 0) >= close + skew);
    life = new Life(random, bank, await serve(bank.play, secure), count);
    return life;
  }

  now(): number {
    return this.#ahead + this.#served.clock.now();
  }

  /** Whether the batch will be open for the next hour, by the bank's clock and the client's. */
  isBatchOpen(): boolean {
    return this.now() < close - 60 * minute;
  }

  /** Goes on after the batch close. */
  passClose(): void {
    this.#ahead += Math.max(0, close + 15 * minute - this.now());
  }

  /** Another process of the merchant's, which remembers nothing of those before. */
  restart(): Rest {
    this.rest = this.#openRest();
    this.#second = undefined;
    this.bank.processes++;
    return this.rest;
  }

  /** The `Rest` of today's process, or a second one that it has opened. */
  anyRest(): Rest {
    if (this.random.chance(0.6)) return this.rest;
    this.#second ??= this.#openRest(this.rest);
    return this.#second;
  }

  /** One in a process of its own, or in that of another. */
  #openRest(other?: Rest): Rest {
    const merchant = { merchantId: "349000000", terminalId: "58585858", bearerToken: () => secrets.bearer };
    const token = (): string => secrets.token;
    const rest = openRest({ baseUrl: this.#served.url, ...merchant, token, now: () => this.now(), connections: 4 });
    moveRest(rest, this.#served.clock);
    ownProcess(rest, other);
    this.#opened.push(rest);
    return rest;
  }

  #openGateway(): Gateway {
    const { url, clock } = this.#served;
    const gateway = openGateway({ sessionApiUrl: `${url}/api`, gatewayUrl: `${url}/page`, connections: 4 });
    moveGateway(gateway, clock);
    this.#opened.push(gateway);
    return gateway;
  }

  /** Makes a call, now and then of a bank that is down, and holds what it tells against the bank's books. */
  async call(calling: Calling): Promise<Outcome> {
    const stop = new AbortController();
    const isAlone = this.#underWay++ === 0;
    this.bank.abort = isAlone ? () => stop.abort() : undefined;
    const before = this.#moved(calling);
    const isDown = isAlone && this.random.chance(this.bank.roughness / 8);
    if (isDown) await this.#served.down();
    const outcome = await outcomeOf(calling.make({ signal: stop.signal }));
    this.bank.abort = undefined;
    this.#underWay--;
    if (isDown) await this.#served.up();
    this.#count(calling.name, outcome.kind);
    this.#judge(calling, outcome, before);
    return outcome;
  }

  end(): Promise<void> {
    return this.#served.end(...this.#opened);
  }

  #moved({ moves, reference }: Calling): number {
    return moves.reduce((sum, what) => sum + this.bank.ledger.movesOf(what, reference).length, 0);
  }

  #judge(calling: Calling, { kind, error, result, answer }: Outcome, before: number): void {
    const { name, reference, knows } = calling;
    const moved = this.#moved(calling);
    const story = (): string =>
      `${name} of ${reference} (${kind}): ${error instanceof Error ? error.message : JSON.stringify(result)}`;
    const isNothing = meansNotDone.has(kind);
    assert.ok(!(isNothing && moved > before), `says that nothing happened, and it did: ${story()}`);
    const denies = isNothing && moved > 0 && knows && !this.#told.has(`${name} ${reference}`);
    assert.ok(!denies, `says that nothing happened, though an earlier call did it: ${story()}`);
    assert.ok(!(kind === "misused" && moved > before), `an ArgumentError after something was sent: ${story()}`);
    assert.ok(
      !(kind === "approved" && moved === 0 && calling.moves.length > 0),
      `says approved, and nothing happened: ${story()}`,
    );
    if (kind === "approved" || kind === "review") this.#told.add(`${name} ${reference}`);
    const leak = leakIn(error === undefined ? printed(answer) : textOf(error), name);
    assert.equal(leak, undefined, `shows a secret: ${name} of ${reference} (${kind})`);
  }
}

/** What a logger may show of an error. */
const textOf = (error: unknown): string =>
  inspect(error, { depth: 20, showHidden: true }) + JSON.stringify(error) + String(error);

/** The request that an error gives back, to be called with again. */
export function requestOf(error: unknown): unknown {
  assert.ok(error instanceof OutcomeUnknownError && "request" in error.call, String(error));
  return error.call.request;
}
