import assert from "node:assert/strict";
import { confirm, createSession, OutcomeUnknownError } from "@ventanilla/client";
import {
  type CallOptions,
  checkIn,
  checkOut,
  idempotencyKey,
  type Rest,
  type RestResult,
  refund,
  reverse,
  sale,
  voidTransaction,
} from "@ventanilla/client/rest";
import { TransactionResult } from "@ventanilla/client/wire";
import { sample } from "../sample.ts";
import { merchant, minimalRequests, payment } from "../valid-request.ts";
import { minimalRest } from "../valid-rest-request.ts";
import { type Life, requestOf } from "./life.ts";
import { meansNotDone, type Outcome } from "./outcome.ts";
import { secrets } from "./secrets.ts";

const businesses = ["sale", "sale", "sale", "checkIn", "confirm", "createSession"] as const;

/** Lives as a merchant does that follows the documentation, whatever the bank answers. */
export async function trade(life: Life): Promise<void> {
  const { random } = life;
  const orders = random.between(1, 3);
  for (let order = 0; order < orders; order++) {
    const what = random.one(businesses);
    if (what === "confirm") await settle(life, order);
    else if (what === "createSession") await open(life, order);
    else await new Order(life, what, order).live();
  }
}

/** One order: charged at most once, and given back at most once. */
class Order {
  readonly #life: Life;
  readonly #what: "sale" | "checkIn";
  readonly #name: string;
  #purchases = 0;

  constructor(life: Life, what: "sale" | "checkIn", number: number) {
    this.#life = life;
    this.#what = what;
    this.#name = `R-${number}`;
  }

  async live(): Promise<void> {
    const { random } = this.#life;
    let outcome = await this.#charge();
    // Told that nothing happened, the buyer tries again: with a new key.
    while (meansNotDone.has(outcome.kind) && this.#purchases < 3 && random.chance(0.7)) outcome = await this.#charge();
    const charged = this.#moves(this.#what);
    assert.ok(charged.length <= 1, `${this.#name} was charged ${charged.length} times`);
    const { result } = outcome;
    if (outcome.kind !== "approved" || result === undefined) return;
    const at = this.#life.now();
    if (random.chance(0.3)) this.#life.passClose();
    if (this.#what === "checkIn") await this.#checkOut(result);
    else await this.#takeBack(result, new Date(at));
    assert.ok(this.#moves("checkOut").length <= 1, `${this.#name} was settled twice`);
    const back = [...this.#moves("void"), ...this.#moves("refund")];
    assert.ok(
      back.length <= 1,
      `${this.#name} was given back ${back.length} times: ${back.map(({ what }) => what).join(" and ")}`,
    );
  }

  #moves(what: Parameters<Life["bank"]["ledger"]["movesOf"]>[0]) {
    return this.#life.bank.ledger.moves.filter((move) => move.what === what && move.reference.startsWith(this.#name));
  }

  /** A purchase with a key of its own, called again while what it told is unclear. */
  async #charge(): Promise<Outcome> {
    const { random } = this.#life;
    const reference = `${this.#name}-${this.#purchases++}`;
    const stored = random.chance(0.5) ? await idempotencyKey(this.#life.rest).catch(() => undefined) : undefined;
    const { "idempotency-key": _, ...keyless } = minimalRest[this.#what];
    const request = { ...keyless, ...own(reference), ...(stored !== undefined && { "idempotency-key": stored }) };
    let outcome = await this.#send(reference, false, request, {});
    // Whether the process that runs by now has sent the request, or was told that another one may have.
    let isKnown = true;
    for (let n = 0; n < 3 && outcome.kind === "unclear"; n++) {
      const how = random.one(["its error's request", "its own request", "after a crash"]);
      if (how === "its error's request") outcome = await this.#send(reference, true, requestOf(outcome.error), {});
      else if (stored === undefined) continue;
      else {
        const crashed = how === "after a crash";
        if (crashed) this.#life.restart();
        const mayHaveBeenSent = crashed && random.chance(0.6);
        isKnown = mayHaveBeenSent || (isKnown && !crashed);
        const next = await this.#send(reference, isKnown, request, { mayHaveBeenSent });
        // To a process that neither knows nor is told, a refusal speaks of its own call alone.
        if (isKnown || !meansNotDone.has(next.kind)) outcome = next;
        isKnown ||= next.kind === "unclear";
      }
    }
    return outcome;
  }

  #send(reference: string, knows: boolean, request: unknown, options: CallOptions): Promise<Outcome> {
    const operation = this.#what === "sale" ? sale : checkIn;
    const make = ({ signal }: CallOptions) => operation(this.#life.anyRest(), request as never, { signal, ...options });
    return this.#life.call({ name: this.#what, moves: [this.#what], reference, knows, make });
  }

  async #checkOut(result: RestResult): Promise<void> {
    const { key, reference, pnRef } = this.#original(result);
    const request = { ...minimalRest.checkOut, "idempotency-key": key, txToken: pnRef, "reference-number": reference };
    await this.#once("checkOut", reference, request, checkOut);
  }

  async #takeBack(result: RestResult, at: Date): Promise<void> {
    const { random } = this.#life;
    const { key, reference, pnRef } = this.#original(result);
    const amount = random.chance(0.2) ? ({ minor: 1_00, currency: "DOP" } as const) : minimalRest.void.amount;
    const references = { "idempotency-key": key, "reference-number": reference };
    const toVoid = { ...minimalRest.void, ...references };
    const toRefund = { ...minimalRest.refund, ...references, amount, txToken: pnRef };
    const original = { ...toRefund, amount: minimalRest.void.amount, pnRef, at };
    switch (random.one(["keep", "void", "void, then refund", "refund", "reverse", "reverse", "reverse"])) {
      case "void":
        return void (await this.#once("void", reference, { ...toVoid, pnRef }, voidTransaction));
      case "void, then refund": {
        const { kind } = await this.#once("void", reference, { ...toVoid, pnRef }, voidTransaction);
        if (meansNotDone.has(kind)) await this.#once("refund", reference, toRefund, refund);
        return;
      }
      case "refund":
        return void (await this.#once("refund", reference, toRefund, refund));
      case "reverse":
        return this.#reverse(reference, original, random.chance(0.25));
    }
  }

  /** An operation that no bank is asked for twice, unless a person has seen in its books that it did not happen. */
  async #once(
    what: "void" | "checkOut" | "refund",
    reference: string,
    request: object,
    operation: (rest: Rest, request: never, options: CallOptions) => Promise<RestResult>,
  ): Promise<Outcome> {
    const send = (knows: boolean, again: unknown) =>
      this.#life.call({
        name: what,
        moves: [what],
        reference,
        knows,
        make: ({ signal }) => operation(this.#life.anyRest(), again as never, { signal }),
      });
    let outcome = await send(false, request);
    for (let n = 0; n < 2 && outcome.kind === "unclear" && this.#moves(what).length === 0; n++) {
      outcome = await send(true, requestOf(outcome.error));
    }
    return outcome;
  }

  async #reverse(reference: string, original: object, both: boolean): Promise<void> {
    const { random } = this.#life;
    const send = (knows: boolean, options: CallOptions = {}) =>
      this.#life.call({
        name: "reverse",
        moves: ["void", "refund"],
        reference,
        knows,
        make: ({ signal }) => reverse(this.#life.anyRest(), original as never, { signal, ...options }),
      });
    const made = await Promise.all(both ? [send(true), send(true)] : [send(false)]);
    let outcome = made.find(({ kind }) => kind === "unclear") ?? made[0];
    // Whether the process that runs by now has made a reversal that may have come to something, or was told of one.
    let isKnown = true;
    // One that is in doubt is called again; so is, by mistake, one that is not.
    for (let n = 0; n < 3 && outcome !== undefined; n++) {
      const isUnresolved = outcome.error instanceof OutcomeUnknownError && outcome.error.code === "unresolved";
      if (isUnresolved) return this.#refundUnresolved(reference, outcome.error);
      if (outcome.kind !== "unclear" && random.chance(0.6)) return;
      if (random.chance(0.3)) this.#life.passClose();
      if (random.chance(0.4)) {
        this.#life.restart();
        isKnown = false;
      }
      // Without the option only a void can follow, as long as the batch is open.
      const forgets: boolean = !isKnown && this.#life.isBatchOpen() && random.chance(0.4);
      outcome = await send(!forgets, isKnown || forgets ? {} : { mayHaveBeenSent: true });
      isKnown = !forgets || !meansNotDone.has(outcome.kind);
    }
  }

  /** A person looks the sale up, and has it refunded if it was not taken back. */
  async #refundUnresolved(reference: string, error: unknown): Promise<void> {
    if (this.#moves("void").length + this.#moves("refund").length > 0) return;
    await this.#once("refund", reference, requestOf(error) as object, refund);
  }

  #original(result: RestResult) {
    const { "idempotency-key": key, pnRef } = result;
    assert.ok(key !== undefined && pnRef !== undefined, "an approval without its key or reference");
    const charge = this.#moves(this.#what)[0];
    assert.deepEqual([charge?.key, pnRef], [key, `txn-${key.slice(0, 27)}`], "an approval that is another's");
    return { key, pnRef, reference: charge?.reference ?? "" };
  }
}

function own(reference: string) {
  return {
    "reference-number": reference,
    "invoice-number": reference,
    tds_mode: "1",
    tds_servertransactionid: "canary-server-transaction",
    tds_aav: secrets.tds_aav,
  } as const;
}

/** Creates a session, and another one as long as there is none. */
async function open(life: Life, number: number): Promise<void> {
  const { gateway } = life;
  const request = { ...minimalRequests["0200"], "3DS_email": secrets.email };
  for (let n = 0; n < 3; n++) {
    const make = ({ signal }: CallOptions) => createSession(gateway, request, { signal });
    const call = { name: "createSession", moves: [], reference: `S-${number}`, knows: false, make };
    if ((await life.call(call)).kind === "approved") return;
  }
}

const preauthorized = TransactionResult.parse(JSON.parse(sample("result-live-approved.json")));

/** Settles a pre-authorization, and again as long as nobody has said that it is settled. */
async function settle(life: Life, number: number): Promise<void> {
  const { gateway } = life;
  const token = `txn-${String(number).padStart(32, "0")}`;
  const { buyer: _, ...purchase } = payment;
  const ids = { orderId: `A-${number}`, transactionId: String(number).padStart(6, "0") };
  const confirmation = { ...purchase, ...ids, result: { ...preauthorized, OrdenID: ids.orderId, TxToken: token } };
  for (let n = 0; n < 3; n++) {
    const { kind } = await life.call({
      name: "confirm",
      moves: ["confirm"],
      reference: token,
      knows: false,
      make: ({ signal }) => confirm(gateway, merchant, confirmation, { signal }),
    });
    if (kind === "approved" || kind === "review") break;
  }
  assert.ok(life.bank.ledger.movesOf("confirm", token).length <= 1, `${token} was settled twice`);
}
