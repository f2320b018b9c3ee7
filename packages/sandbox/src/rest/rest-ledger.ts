import { isCharge, parseRestAmount, type RestOperation, restPaths } from "@ventanilla/client/wire";
import type { Authentications } from "../authentication/authentications.ts";
import { maskNumber } from "../card-number.ts";
import { issuerCode, makeApprovalCode, makeToken, movesMoney } from "../hosted/outcome.ts";
import { currencyOf } from "../hosted/purchase.ts";
import type { Runtime } from "../runtime.ts";
import { byHarm, type Warning } from "../warning.ts";
import { decideCard } from "./decide-card.ts";
import { decideFollowUp } from "./decide-follow-up.ts";
import type { ReceivedRequest } from "./received-request.ts";
import { fingerprintOf, type KeptAnswer } from "./replay.ts";
import { describeTransaction, type RestTransaction, type SandboxTransaction } from "./rest-transaction.ts";

// Bounds the memory of a client that repeats a key again and again.
const maxWarnings = 20;

/** How many keys, and how many transactions, are kept; the oldest is forgotten first. */
const maxKept = 10_000;

type LedgerRuntime = Pick<Runtime, "clock" | "batchClose" | "identifiers" | "switches" | "events"> & {
  readonly authentications: Authentications;
};

/** The REST transactions of one sandbox, in memory, and the rules between them (contract §3). */
export class RestLedger {
  readonly #bank: LedgerRuntime;
  readonly #keys = new Set<string>();
  readonly #byId = new Map<string, RestTransaction>();
  readonly #answers = new Map<string, KeptAnswer>();

  constructor(bank: LedgerRuntime) {
    this.#bank = bank;
  }

  /** A new idempotency key: 32 hexadecimal digits. */
  issueKey(): string {
    const key = this.#bank.identifiers.hex("idempotency-key", 32);
    this.#keys.add(key);
    if (this.#keys.size > maxKept) this.#forgetOldestKey();
    return key;
  }

  knowsKey(key: string): boolean {
    return this.#keys.has(key);
  }

  /** The answer already given to this operation and key; undefined before the first. */
  answerOf(operation: RestOperation, key: string): KeptAnswer | undefined {
    return this.#answers.get(`${operation} ${key}`);
  }

  /** Keeps an answer, to be replayed when the same operation and key are sent again. */
  keepAnswer(body: string, transaction: RestTransaction, request: ReceivedRequest): void {
    this.#answers.set(`${transaction.operation} ${transaction.key}`, {
      body,
      transaction,
      fingerprint: fingerprintOf(request),
    });
  }

  /** Adds a warning to a transaction whose answer another request has got from the cache. */
  warn(transaction: RestTransaction, warning: Warning): void {
    if (transaction.warnings.some(({ text }) => text === warning.text)) return;
    transaction.warnings = byHarm([...transaction.warnings, warning]).slice(0, maxWarnings);
    this.#publish(transaction);
  }

  /** The transaction that a void, check-out or refund belongs to: its token and its key must both be right. */
  originalOf(request: ReceivedRequest): RestTransaction | undefined {
    const named = this.#named(request);
    const original = named?.operation === "checkOut" ? named.original : named;
    if (original === undefined || !isCharge(original.operation)) return undefined;
    return original.key === request["idempotency-key"] ? original : undefined;
  }

  /** The order a request is about: its own invoice-number, else that of what its reference names. */
  orderOf(request: ReceivedRequest): string {
    return request["invoice-number"] ?? this.#named(request)?.invoice ?? "";
  }

  /** Carries an operation out, or declines it: the transaction has the response code. */
  run(operation: RestOperation, request: ReceivedRequest, warnings: readonly Warning[] = []): RestTransaction {
    const takesCard = isCharge(operation);
    const original = takesCard ? undefined : this.originalOf(request);
    const amount = parseRestAmount(request.amount) ?? 0;
    const { code, reason } = takesCard
      ? issuerCode(decideCard(request, amount, this.#bank), this.#bank.switches)
      : decideFollowUp({ operation, request, amount, named: this.#named(request), original }, this.#bank);
    const transaction: RestTransaction = {
      id: makeToken(this.#bank, "transaction"),
      operation,
      key: request["idempotency-key"] ?? "",
      at: this.#bank.clock.now(),
      merchantId: request["merchant-id"] ?? "",
      terminalId: request["terminal-id"] ?? original?.terminalId ?? "",
      environment: request.environment ?? original?.environment ?? "",
      invoice: this.orderOf(request),
      amount,
      currency: currencyOf(request.currency ?? "") ?? original?.currency ?? "DOP",
      code,
      reason,
      approvalCode: movesMoney(code) ? makeApprovalCode(this.#bank, "approval") : undefined,
      maskedCard: takesCard ? maskNumber(request["card-number"] ?? "") : (original?.maskedCard ?? ""),
      original,
      warnings: byHarm(warnings),
      voided: false,
      settledBy: undefined,
      refundedBy: undefined,
    };
    this.#byId.set(transaction.id, transaction);
    const [oldest = ""] = this.#byId.keys();
    if (this.#byId.size > maxKept) this.#byId.delete(oldest);
    this.#publish(transaction);
    if (original && movesMoney(code)) {
      if (operation === "void") original.voided = true;
      if (operation === "checkOut") original.settledBy = transaction;
      if (operation === "refund") (original.settledBy ?? original).refundedBy = transaction;
      this.#publish(original);
    }
    return transaction;
  }

  /** The transactions, oldest first; the last `max` of them when a number is given. */
  list(max = Number.POSITIVE_INFINITY): SandboxTransaction[] {
    return [...this.#byId.values()].slice(-max).map(describeTransaction);
  }

  /** Forgets every key and transaction. */
  clear(): void {
    this.#keys.clear();
    this.#byId.clear();
    this.#answers.clear();
  }

  // Its answers with it, and what they answered: with an answer alone forgotten, a repeated sale would charge again.
  #forgetOldestKey(): void {
    const [key = ""] = this.#keys;
    this.#keys.delete(key);
    for (const operation of Object.keys(restPaths)) {
      const name = `${operation} ${key}`;
      this.#byId.delete(this.#answers.get(name)?.transaction.id ?? "");
      this.#answers.delete(name);
    }
  }

  #named({ pnRef, txToken }: ReceivedRequest): RestTransaction | undefined {
    return this.#byId.get(pnRef ?? txToken ?? "");
  }

  #publish(transaction: RestTransaction): void {
    this.#bank.events.publish("transaction", () => describeTransaction(transaction));
  }
}
