import { BoundedMap } from "./bounded-map.ts";

/** The idempotency keys that the service has given to one opened `Rest`. */
export class IssuedKeys {
  readonly #keys = new BoundedMap<true>();

  rememberKey(key: string): void {
    this.#keys.set(key, true);
  }

  has(key: string): boolean {
    return this.#keys.has(key);
  }
}
