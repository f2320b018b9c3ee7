import { BoundedMap, maxKeys } from "./bounded-map.ts";

/** The idempotency keys that the service has given. */
export class IssuedKeys {
  readonly #keys = new BoundedMap<true>(maxKeys);

  rememberKey(key: string): void {
    this.#keys.set(key, true);
  }

  has(key: string): boolean {
    return this.#keys.has(key);
  }
}
