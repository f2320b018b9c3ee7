import { ArgumentError, refuseUnknownNames } from "@ventanilla/web";
import { type FaultId, type FaultPlace, faultTable } from "./fault-table.ts";

/** How many times an armed fault still acts, and for which order. Without an order: for every one. */
export type ArmedFault = {
  /** How many more times it acts. */
  times: number;
  /** The OrdenID or invoice-number that it is limited to. Default: any */
  order?: string;
};

/** A fault as the control API lists it. */
export type FaultState = {
  /** The fault's name. */
  id: FaultId;
  /** What follows `!` in a magic order id. */
  code: string;
  /** What it does, in Spanish. */
  es: string;
  /** What it does, in English. */
  en: string;
  /** Where it acts. */
  where: FaultPlace;
  /** Absent when it is not armed. */
  armed?: ArmedFault;
};

// Magic orders remembered at once; the oldest is forgotten first.
const magicKept = 10_000;

const byCode = new Map<string, FaultId>(Object.entries(faultTable).map(([id, { code }]) => [code, id as FaultId]));

/** The faults of one sandbox: armed by name for every order or one, or by a magic order id for that order. */
export class Faults {
  readonly #armed = new Map<FaultId, ArmedFault>();
  readonly #magicUsed = new Map<string, number>();
  readonly #onChanged: (state: FaultState) => void;

  /** @param onChanged receives each fault that is armed, acts or is disarmed */
  constructor(onChanged: (state: FaultState) => void) {
    this.#onChanged = onChanged;
  }

  /**
   * Makes a fault act.
   *
   * @param id a key of {@link faultTable}
   * @param options `times`: how many times it acts. Default: 1; `order`: the only order it acts for. Default: any
   * @throws ArgumentError when there is no such fault or option, `times` is not a positive whole number, or `order` is
   *   not a string
   */
  arm(id: string, options: { times?: number; order?: string | undefined } = {}): void {
    const fault = knownFault(id);
    refuseUnknownNames("", options, ["times", "order"], { kind: "option" });
    const { times = 1, order } = options;
    if (!Number.isSafeInteger(times) || times < 1) throw new ArgumentError("times: expected a positive whole number");
    if (order !== undefined && typeof order !== "string") throw new ArgumentError("order: expected a text");
    this.#armed.set(fault, order === undefined ? { times } : { times, order });
    this.#onChanged(this.#describe(fault));
  }

  /**
   * Disarms one fault, or all when none is named.
   *
   * @throws ArgumentError when there is no such fault
   */
  disarm(id?: string): void {
    for (const fault of id === undefined ? [...this.#armed.keys()] : [knownFault(id)]) {
      if (this.#armed.delete(fault)) this.#onChanged(this.#describe(fault));
    }
  }

  /** Every fault, armed or not. */
  list(): FaultState[] {
    return (Object.keys(faultTable) as FaultId[]).map((id) => this.#describe(id));
  }

  /** The first of `ids` that acts now for this order, counted as having acted; undefined when none does. */
  take<Id extends FaultId>(order: string, ...ids: readonly Id[]): Id | undefined {
    if (this.#armed.size === 0 && !order.includes("!")) return undefined;
    return ids.find((id) => this.#takeArmed(id, order) || this.#takeMagic(id, order));
  }

  /** All of `ids` that act now for this order. */
  takeAll<Id extends FaultId>(order: string, ...ids: readonly Id[]): readonly Id[] {
    if (this.#armed.size === 0 && !order.includes("!")) return [];
    return ids.filter((id) => this.take(order, id) !== undefined);
  }

  #takeArmed(id: FaultId, order: string): boolean {
    const armed = this.#armed.get(id);
    if (armed === undefined || (armed.order !== undefined && armed.order !== order)) return false;
    if (armed.times > 1) this.#armed.set(id, { ...armed, times: armed.times - 1 });
    else this.#armed.delete(id);
    this.#onChanged(this.#describe(id));
    return true;
  }

  #takeMagic(id: FaultId, order: string): boolean {
    if (!magicFaults(order).includes(id)) return false;
    const name = `${id} ${order}`;
    const used = this.#magicUsed.get(name) ?? 0;
    if (used >= faultTable[id].magicTimes) return false;
    this.#magicUsed.set(name, used + 1);
    const [oldest] = this.#magicUsed.keys();
    if (this.#magicUsed.size > magicKept && oldest !== undefined) this.#magicUsed.delete(oldest);
    return true;
  }

  #describe(id: FaultId): FaultState {
    const { code, es, en, where } = faultTable[id];
    const armed = this.#armed.get(id);
    return { id, code, es, en, where, ...(armed && { armed }) };
  }
}

/** The faults that a magic order id names: those whose short code follows a `!` in it. */
function magicFaults(order: string): FaultId[] {
  const found: FaultId[] = [];
  for (const [, code = ""] of order.slice(0, 64).matchAll(/!([0-9a-z]{2,4})(?![0-9a-z])/gi)) {
    const id = byCode.get(code.toLowerCase());
    if (id !== undefined) found.push(id);
  }
  return found;
}

function knownFault(id: string): FaultId {
  if (!Object.hasOwn(faultTable, id)) {
    throw new ArgumentError(`fault: expected one of ${Object.keys(faultTable).join(", ")}`);
  }
  return id as FaultId;
}
