import { parseRestAmount, type RestOperation } from "@ventanilla/client/wire";
import type { Bank } from "../bank.ts";
import { maskNumber } from "../card-number.ts";
import { makeApprovalCode, makeToken, movesMoney } from "../outcome.ts";
import type { Currency } from "../purchase.ts";
import { codeOfCard } from "./code-of-card.ts";
import type { RestRequest } from "./rest-request.ts";
import { describeTransaction, type RestTransaction, type SandboxTransaction } from "./rest-transaction.ts";

const currencies: Readonly<Record<string, Currency>> = { "214": "DOP", "840": "USD" };

type LedgerBank = Pick<Bank, "clock" | "batchClose" | "identifiers" | "switches" | "events">;

/** All REST transactions of one sandbox, in memory, and the rules between them (seed section 3). */
export class RestLedger {
  readonly #bank: LedgerBank;
  readonly #keys = new Set<string>();
  readonly #byId = new Map<string, RestTransaction>();
  readonly #answers = new Map<string, string>();

  constructor(bank: LedgerBank) {
    this.#bank = bank;
  }

  /** A new idempotency key: 32 hexadecimal digits. */
  issueKey(): string {
    const key = this.#bank.identifiers.hex("idempotency-key", 32);
    this.#keys.add(key);
    return key;
  }

  knowsKey(key: string): boolean {
    return this.#keys.has(key);
  }

  /** The answer already given to this operation and key, as text; undefined when there was none. */
  answerOf(operation: RestOperation, key: string): string | undefined {
    return this.#answers.get(`${operation} ${key}`);
  }

  /** Keeps an answer, to be replayed to whoever sends the operation and the key again. */
  keepAnswer(operation: RestOperation, key: string, body: string): void {
    this.#answers.set(`${operation} ${key}`, body);
  }

  /** The transaction that a void, check-out or refund belongs to: its token and its key must both be right. */
  originalOf(request: RestRequest): RestTransaction | undefined {
    const named = this.#byId.get(request.pnRef ?? request.txToken ?? "");
    const original = named?.operation === "checkOut" ? named.original : named;
    if (original?.operation !== "sale" && original?.operation !== "checkIn") return undefined;
    return original.key === request["idempotency-key"] ? original : undefined;
  }

  /** Carries an operation out, or declines it: the transaction says which. */
  run(operation: RestOperation, request: RestRequest): RestTransaction {
    const first = operation === "sale" || operation === "checkIn";
    const original = first ? undefined : this.originalOf(request);
    const amount = parseRestAmount(request.amount) ?? 0;
    const code = first
      ? codeOfCard(request, amount, this.#bank.clock.now())
      : this.#codeOf(operation, request, amount, original);
    const transaction: RestTransaction = {
      id: makeToken(this.#bank, "transaction"),
      operation,
      key: request["idempotency-key"] ?? "",
      at: this.#bank.clock.now(),
      merchantId: request["merchant-id"] ?? "",
      invoice: request["invoice-number"] ?? original?.invoice ?? "",
      amount,
      currency: currencies[request.currency ?? ""] ?? original?.currency ?? "DOP",
      code,
      approvalCode: movesMoney(code) ? makeApprovalCode(this.#bank, "approval") : undefined,
      maskedCard: first ? maskNumber(request["card-number"] ?? "") : (original?.maskedCard ?? ""),
      original,
      voided: false,
      settledBy: undefined,
      refundedBy: undefined,
    };
    this.#byId.set(transaction.id, transaction);
    this.#changed(transaction);
    if (original && code === "00") {
      if (operation === "void") original.voided = true;
      if (operation === "checkOut") original.settledBy = transaction;
      if (operation === "refund") (original.settledBy ?? original).refundedBy = transaction;
      this.#changed(original);
    }
    return transaction;
  }

  /** Every transaction, oldest first; the last `most` of them when a number is given. */
  list(most = Number.POSITIVE_INFINITY): SandboxTransaction[] {
    return [...this.#byId.values()].slice(-most).map(describeTransaction);
  }

  /** Forgets every key and transaction. */
  clear(): void {
    this.#keys.clear();
    this.#byId.clear();
    this.#answers.clear();
  }

  /** Why a void, check-out or refund is declined, in response codes of the seed; 00 when it is not. */
  #codeOf(
    operation: RestOperation,
    request: RestRequest,
    amount: number,
    original: RestTransaction | undefined,
  ): string {
    if (original === undefined || request["merchant-id"] !== original.merchantId) return "25";
    const { settledBy } = original;
    const open = original.approvalCode !== undefined && !original.voided;
    const currency = currencies[request.currency ?? ""];
    if (!open || (settledBy ?? original).refundedBy || (currency && currency !== original.currency)) return "12";
    const most = settledBy?.amount ?? original.amount;
    if (operation === "void") {
      if (original.operation === "checkIn" && this.#bank.switches.get("check-in-void") === "refused") return "12";
      if (this.#bank.clock.now() >= this.#bank.batchClose.after((settledBy ?? original).at)) return "77";
      return amount === most ? "00" : "13";
    }
    if (operation === "checkOut") {
      const approval = request["approval-code"];
      if (original.operation !== "checkIn" || settledBy) return "12";
      if (approval !== undefined && approval !== original.approvalCode) return "25";
    } else if (original.operation === "checkIn" && settledBy === undefined) return "12";
    return amount <= most ? "00" : "13";
  }

  #changed(transaction: RestTransaction): void {
    this.#bank.events.publish("transaction", () => describeTransaction(transaction));
  }
}
