import { isRealNumber } from "../wire/real-number.ts";
import { BoundedMap, maxKeys } from "./bounded-map.ts";

// A key may come with a pnRef and a txToken of each of its four operations.
const maxReferences = 8 * maxKeys;

/** The references of an answer. */
interface References {
  readonly pnRef?: string | undefined;
  readonly txToken?: string | undefined;
}

/**
 * Remembers with which idempotency key each pnRef and txToken first came, to detect an answer that carries the
 * reference of another request.
 */
export class ReferenceOwners {
  readonly #keyOf = new BoundedMap<string>(maxReferences);

  /** Remembers the references of an answer to a request with `key`. */
  rememberReferences({ pnRef, txToken }: References, key: string | undefined): void {
    for (const reference of [pnRef, txToken]) {
      if (key === undefined || !isRealNumber(reference) || this.#keyOf.has(reference)) continue;
      this.#keyOf.set(reference, key);
    }
  }

  /** Whether a reference came in the answer to a request with another key. */
  isOfAnother(reference: string | undefined, key: string | undefined): boolean {
    const owner = reference === undefined ? undefined : this.#keyOf.get(reference);
    return owner !== undefined && owner !== key;
  }
}
