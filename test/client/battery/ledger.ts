import type { RestOperation } from "@ventanilla/client/wire";
import type { Random } from "../../window/random.ts";

/** Money that a bank has moved, or has promised to move. */
export interface Move {
  readonly what: RestOperation | "confirm";
  /** The request's idempotency-key, or the session of a confirmation. */
  readonly key: string;
  /** The merchant's reference of the sale or check-in that it belongs to. */
  readonly reference: string;
  readonly minor: number;
}

/** The fields of an answer; a status other than 200 is a refusal. */
export interface Told {
  readonly status: number;
  readonly fields: Readonly<Record<string, string>>;
}

interface Charge {
  readonly key: string;
  readonly reference: string;
  readonly minor: number;
  readonly pnRef: string;
  readonly told: Told;
  isVoided: boolean;
  isRefunded: boolean;
  isCheckedOut: boolean;
}

type Body = Readonly<Record<string, string>>;

const code = (value: string, words: string): Record<string, string> => ({
  "response-code": value,
  "internal-response-code": value === "00" ? "0000" : "1001",
  "response-code-desc": words,
  "response-code-source": "gw",
});
const approved = code("00", "Transaction Approved");

/** How a bank says that something was done before. Some of it is easily taken for a batch that is closed. */
const doneBefore = [
  { status: 200, fields: code("12", "Transaccion ya anulada en este lote") },
  { status: 200, fields: code("25", "Unable to locate record") },
  { status: 200, fields: code("94", "Duplicate Transaction") },
  { status: 400, fields: { message: "Already voided in this batch, the batch is not closed" } },
  { status: 409, fields: { message: "Transaccion reversada antes del cierre de lote" } },
  { status: 200, fields: code("77", "Duplicate void: batch closed") },
  { status: 200, fields: code("12", "Anulación ya aplicada, lote cerrado") },
  { status: 200, fields: { ...code("12", "Lote cerrado"), detail: "Reverso realizado" } },
  { status: 400, fields: { message: "Lote cerrado", detail: "x".repeat(300), reason: "Se anuló ayer" } },
] as const satisfies readonly Told[];

/** How some banks refuse a key that has charged before, instead of answering from the cache. */
const keyUsed = [
  { status: 200, fields: code("12", "Transacción duplicada") },
  { status: 200, fields: code("06", "Llave ya utilizada") },
  { status: 200, fields: code("26", "Duplicate record") },
  { status: 409, fields: { message: "Idempotency-key already used" } },
] as const satisfies readonly Told[];

const batchClosed = [
  { status: 200, fields: code("77", "Captura de Lote Invalida") },
  { status: 200, fields: code("12", "Lote cerrado") },
  { status: 400, fields: { message: "Batch already closed" } },
] as const satisfies readonly Told[];

/**
 * A bank's books and its rules (contract §3): a key charges once, a void before the batch close, one refund, one
 * check-out, one confirmation. It does not look whether what it refunds was voided, and some banks carry out a refund
 * or check-out as often as they read it: that is the client's to hold.
 */
export class Ledger {
  readonly moves: Move[] = [];
  readonly #charges = new Map<string, Charge>();
  readonly #kept = new Map<string, Told>();
  readonly #settled = new Set<string>();
  readonly #random: Random;
  /** Answers to a second void come from the cache at some banks, at others the void is refused. */
  readonly #keepsVoids: boolean;
  readonly #keepsCharges: boolean;
  readonly #isCareless: boolean;
  readonly #isBatchClosed: () => boolean;

  constructor(random: Random, isBatchClosed: () => boolean) {
    this.#random = random;
    this.#isBatchClosed = isBatchClosed;
    this.#keepsVoids = random.chance(0.3);
    this.#keepsCharges = random.chance(0.85);
    this.#isCareless = random.chance(0.3);
  }

  act(operation: RestOperation, body: Body): Told {
    if (operation === "sale" || operation === "checkIn") return this.#charge(operation, body);
    const charge = [...this.#charges.values()].find(({ pnRef }) => pnRef === (body.pnRef ?? body.txToken));
    if (charge === undefined) return { status: 200, fields: code("25", "Unable to locate record") };
    if (operation === "void") return this.#void(charge, body);
    const [isDone, rest] =
      operation === "refund"
        ? [charge.isRefunded, { isRefunded: true }]
        : [charge.isCheckedOut, { isCheckedOut: true }];
    if (isDone && !this.#isCareless) return this.#random.one(doneBefore);
    Object.assign(charge, rest);
    return this.#move(operation, charge, body);
  }

  /** What was told of an operation on a key, as the bank tells it to whoever asks again. */
  kept(operation: RestOperation, key: string): Told | undefined {
    return this.#kept.get(`${operation} ${key}`);
  }

  /** The answers so far that belong to other keys. */
  ofOthers(key: string): Told[] {
    return [...this.#kept].flatMap(([name, told]) => (name.endsWith(` ${key}`) ? [] : [told]));
  }

  /** Settles a pre-authorization by its token: 26 when that was done before. */
  confirm(session: string, token: string): "00" | "26" {
    if (this.#settled.has(token)) return "26";
    this.#settled.add(token);
    this.moves.push({ what: "confirm", key: session, reference: token, minor: 295_000 });
    return "00";
  }

  movesOf(what: Move["what"], reference: string): Move[] {
    return this.moves.filter((move) => move.what === what && move.reference === reference);
  }

  #charge(operation: "sale" | "checkIn", body: Body): Told {
    const key = body["idempotency-key"] ?? "";
    const known = this.#charges.get(key);
    if (known !== undefined && !this.#keepsCharges) return this.#random.one(keyUsed);
    if (known !== undefined)
      return { ...known.told, fields: { ...known.told.fields, "response-code-source": "icache" } };
    const pnRef = `txn-${key.slice(0, 27)}`;
    const isDeclined = this.#random.chance(0.15);
    const reference = body["reference-number"] ?? "";
    const minor = minorOf(body);
    const fields = { "idempotency-key": key, pnRef, "approval-code": "00551Z" };
    const told: Told = isDeclined
      ? { status: 200, fields: { "idempotency-key": key, pnRef, ...code(this.#random.one(["05", "51"]), "Rechazada") } }
      : { status: 200, fields: { ...fields, ...approved, ...(operation === "checkIn" && { trToken: pnRef }) } };
    const charge = { key, reference, minor, pnRef, told, isVoided: false, isRefunded: false, isCheckedOut: false };
    this.#charges.set(key, charge);
    this.#kept.set(`${operation} ${key}`, told);
    if (!isDeclined) this.moves.push({ what: operation, key, reference, minor });
    return told;
  }

  #void(charge: Charge, body: Body): Told {
    if (this.#isBatchClosed()) return this.#random.one(batchClosed);
    if (charge.isRefunded) return this.#random.one(doneBefore);
    if (!charge.isVoided) {
      charge.isVoided = true;
      return this.#move("void", charge, body);
    }
    const kept = this.kept("void", charge.key);
    if (kept === undefined || !this.#keepsVoids) return this.#random.one(doneBefore);
    return { ...kept, fields: { ...kept.fields, "response-code-source": "icache" } };
  }

  #move(what: "void" | "refund" | "checkOut", { key, reference, pnRef }: Charge, body: Body): Told {
    this.moves.push({ what, key, reference, minor: minorOf(body) });
    const told: Told = { status: 200, fields: { "idempotency-key": key, pnRef, txToken: pnRef, ...approved } };
    this.#kept.set(`${what} ${key}`, told);
    return told;
  }
}

const minorOf = ({ amount = "0" }: Body): number => Math.round(Number(amount) * 100);
