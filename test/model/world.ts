import assert from "node:assert/strict";
import { PermanentHookError } from "@ventanilla/express";
import type { Attempt } from "@ventanilla/express/store";
import type { Sandbox, WireEntry } from "@ventanilla/sandbox";
import { gatewayAt, stillRouter } from "../shop.ts";
import { type Answer, send } from "./browser.ts";
import type { Database } from "./databases.ts";
import { began, type Fixture, type Process } from "./fixture.ts";
import { beginLife, type Life, type Moment } from "./process-life.ts";
import { makeWitness, type Witness } from "./witness.ts";

/** The last is known to the bank by a reference. */
export const orders = ["A-1", "B-2", "0b5f6a54-93c1-4a63-8d3c-6f6d8f0f6c11"] as const;
export type OrderId = (typeof orders)[number];

/** How the merchant's hook ends; `crash`: its process dies in it. */
export type HookEnd = "ok" | "fail" | "permanent" | "crash";

/** A browser's tab with an attempt's launch page. */
export interface Tab {
  order: OrderId;
  SESSION: string;
  /** The bank's page of it, once opened. */
  page?: string;
}

/**
 * The world of a run: a shop of two processes on an empty database, its bank, its buyers, and a witness of all calls.
 */
export class World {
  readonly tabs: Tab[] = [];
  /** Addresses of the bank's return forms, below the mount. */
  readonly returns: string[] = [];
  /** The id of the latest attempt that each browser launched of each order. */
  readonly launched = new Map<string, string>();
  readonly prices: Record<OrderId, number> = {
    [orders[0]]: 10_000,
    [orders[1]]: 295_000,
    [orders[2]]: 500_000,
  };
  /** When the bank begins to show the result of a session, where a fault delays it. */
  readonly hiddenUntil = new Map<string, number>();
  readonly hookEnds: HookEnd[] = [];
  readonly alerts: string[] = [];
  readonly witness: Witness;
  readonly #fixture: Fixture;
  readonly #database: Database;
  readonly #approved = new Map<string, number>();
  readonly #ended: Process[] = [];
  #ids = 0;
  /** The latest exchange that was looked at in the bank's record. */
  #read = 0;

  private constructor(fixture: Fixture, database: Database) {
    this.#fixture = fixture;
    this.#database = database;
    this.witness = makeWitness(fixture.clock.now, (SESSION) => this.#approved.get(SESSION));
  }

  static async make(fixture: Fixture): Promise<World> {
    fixture.sandbox.reset();
    fixture.sandbox.faults.disarm();
    fixture.setClock(began);
    const world = new World(fixture, await fixture.engine.open(fixture.clock));
    for (const which of [0, 1]) world.#start(which);
    return world;
  }

  get bank(): Sandbox {
    return this.#fixture.sandbox;
  }

  get now(): number {
    return this.#fixture.clock.now();
  }

  newId(): string {
    return `00000000-0000-4000-8000-${(++this.#ids).toString(16).padStart(12, "0")}`;
  }

  process(which: number): Process {
    const found = this.#fixture.processes[which];
    assert.ok(found);
    return found;
  }

  /** Sends a request to a process of the shop; `undefined` when the process dies before it has answered. */
  async ask(
    which: number,
    method: "GET" | "POST",
    path: string,
    fields?: Record<string, string>,
    headers?: Record<string, string>,
  ): Promise<Answer | undefined> {
    const { signal } = this.process(which).life;
    const address = `${this.#fixture.mounts[which]}${path}`;
    return this.unlessDead(
      which,
      send(method, address, { ...(fields && { fields }), ...(headers && { headers }), signal }),
    );
  }

  /** The result of the work, or `undefined` when the process dies in it. */
  async unlessDead<T>(which: number, work: Promise<T>): Promise<T | undefined> {
    const { signal } = this.process(which).life;
    const death = new Promise<undefined>((resolve) => {
      if (signal.aborted) resolve(undefined);
      else signal.addEventListener("abort", () => resolve(undefined), { once: true });
    });
    const result = await Promise.race([work.catch((error: unknown) => ({ error })), death]);
    if (signal.aborted) return undefined;
    if (typeof result === "object" && result !== null && "error" in result) throw result.error;
    return result;
  }

  origin(): string {
    return new URL(this.#fixture.mounts[0] ?? "").origin;
  }

  /** Moves the clock of the bank and of the stores. */
  pass(ms: number): void {
    this.#fixture.setClock(this.now + Math.max(0, Math.round(ms)));
  }

  /** Ends a step: finishes its work, restarts dead processes, and checks the result. */
  async settleDown(): Promise<void> {
    for (const which of [0, 1]) await this.process(which).life.quiet();
    const died = [0, 1].filter((which) => this.process(which).life.signal.aborted);
    for (const which of died) await this.#end(which);
    await this.witness.unasked();
    this.noteApprovals();
    assert.deepEqual(this.witness.broken, []);
    const approvals = this.#heardApprovals();
    for (const { id, order, state, facts } of this.witness.attempts.values()) {
      if (approvals.has(id) && died.length === 0) {
        assert.equal(state, "approved", `${id} of ${order} was heard to be approved`);
      }
      if (state === "approved" || state === "expired" || state === "unknown") {
        assert.equal(facts.sealedKey, undefined, `${id} is ${state} and still has its session key`);
      }
    }
    this.pass(7);
  }

  /** The attempts of which the router has heard in this step, from the bank's own record, that they are approved. */
  #heardApprovals(): Set<string> {
    const { answered, attempts } = this.witness;
    const approvals = new Set<string>();
    if (answered.size === 0) return approvals;
    const record = this.bank.wire().filter(({ id, status }) => id > this.#read && status === 200);
    this.#read = record.at(-1)?.id ?? this.#read;
    for (const [id, heard] of answered) {
      const attempt = attempts.get(id);
      if (!attempt || attempt.amount.minor !== this.prices[attempt.order as OrderId]) continue;
      const isResult = ({ path, response }: WireEntry): boolean =>
        path.startsWith(`/sessions/${attempt.facts.SESSION}?`) && response.body.startsWith("{");
      const said = record.filter(isResult);
      // Where a busy machine has let a query run out of time, it is not known which of the answers was heard.
      const certain = heard === said.length ? said.slice(-1) : said;
      if (said.length > 0 && certain.every(({ response }) => isApprovalOf(attempt, response.body))) approvals.add(id);
    }
    answered.clear();
    return approvals;
  }

  /** Learns from the bank which sessions it has approved since the last look. */
  noteApprovals(): void {
    for (const { id, code } of this.bank.sessions()) {
      if (code === "00" && !this.#approved.has(id)) {
        this.#approved.set(id, Math.max(this.now, this.hiddenUntil.get(id) ?? 0));
      }
    }
  }

  approvedAt(SESSION: string): number | undefined {
    return this.#approved.get(SESSION);
  }

  dieAt(which: number, call: number, moment: Moment): void {
    this.process(which).life.dieAt(call, moment);
  }

  /** Ends the processes of the run, also the dead ones. */
  async close(): Promise<void> {
    this.witness.close();
    const all = [...this.#fixture.processes.splice(0), ...this.#ended];
    for (const { life, payments } of all) {
      life.failPendingCalls();
      // It waits for its connections to the bank to end; the next run does not wait for that.
      payments.close().catch(() => {});
    }
    await Promise.all(all.map(({ connection }) => connection.close()));
  }

  #start(which: number): void {
    const connection = this.#database.connect();
    const life = beginLife(connection, this.witness);
    const hook = this.#hookOf(life);
    const logger = {
      info: () => {},
      warn: () => {},
      error: (fields: object) => {
        if (!life.signal.aborted) this.alerts.push(Object.values(fields).join(" "));
      },
    };
    const { payments } = stillRouter({
      publicUrl: this.#fixture.mounts[0] ?? "",
      gateway: gatewayAt(this.bank),
      store: life.store,
      order: (id) => this.#orderOf(id as OrderId),
      logger,
      limits: { order: 1000, browser: 1000, address: 1_000_000, all: 1_000_000 },
      onPaid: hook,
      onPaidAgain: hook,
      onDeclined: hook,
      onExpired: hook,
      onUnknown: hook,
      onReview: hook,
    });
    this.#fixture.processes[which] = { payments, life, connection };
  }

  async #end(which: number): Promise<void> {
    const dead = this.process(which);
    this.#ended.push(dead);
    await this.#database.disconnect(dead.connection);
    this.#start(which);
  }

  #orderOf(id: OrderId) {
    const minor = this.prices[id];
    const buyer = { email: "ana@example.com", mobilePhone: "8095550101" };
    return { amount: { minor, currency: "DOP" as const }, tax: { minor: 0, currency: "DOP" as const }, buyer };
  }

  #hookOf(life: Life) {
    return async (event: Parameters<Witness["hookBegins"]>[0]): Promise<void> => {
      await this.witness.written(event.id);
      if (life.signal.aborted) return new Promise(() => {});
      this.witness.hookBegins(event);
      switch (this.hookEnds.shift()) {
        case "fail":
          throw new Error("the warehouse is closed");
        case "permanent":
          throw new PermanentHookError("this order is in no book");
        case "crash":
          life.die();
          return new Promise(() => {});
        default:
          this.witness.hookReturned(event.id, life);
      }
    };
  }
}

/**
 * Whether the bank's answer approves this very attempt (the order may be left out), in every spelling of its fields.
 */
function isApprovalOf({ order, transactionId, facts: { orderReference = order } }: Attempt, body: string): boolean {
  const fields = Object.entries(JSON.parse(body) as Record<string, unknown>);
  const said = (name: string) => fields.filter(([field]) => field.toLowerCase() === name).map(([, value]) => value);
  const says = (name: string, value: string): boolean => said(name).length > 0 && contradictsNothing(name, value);
  const contradictsNothing = (name: string, value: string): boolean => said(name).every((spelled) => spelled === value);
  return (
    says("responsecode", "00") && contradictsNothing("ordenid", orderReference) && says("transactionid", transactionId)
  );
}
