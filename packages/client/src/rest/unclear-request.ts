import { inspect } from "node:util";
import { restFields } from "../wire/rest-fields.ts";
import type { RestOperation } from "../wire/rest-requirements.ts";

type Values = Readonly<Record<string, unknown>>;

const valuesOf = new WeakMap<object, Values>();

/**
 * The request of a call without a clear answer, as its error gives it back: for that operation again, whole. Nothing of
 * it is read but its key, it can't be changed, and a spread of it is empty, so that no other sale comes of it by
 * mistake. Prints without its secrets.
 */
export class UnclearRequest<O extends RestOperation> {
  readonly #operation: O;

  constructor(operation: O, values: Values) {
    this.#operation = operation;
    valuesOf.set(this, values);
    Object.freeze(this);
  }

  /** The operation that it is for. */
  get of(): O {
    return this.#operation;
  }

  /** The key that was sent; undefined when there was none yet. */
  get "idempotency-key"(): string | undefined {
    const key = valuesOf.get(this)?.["idempotency-key"];
    return typeof key === "string" ? key : undefined;
  }

  toJSON(): Values {
    const shown = Object.entries(valuesOf.get(this) ?? {}).filter(
      ([name, value]) => value !== undefined && !restFields[name as keyof typeof restFields].secret,
    );
    return Object.fromEntries(shown);
  }

  [inspect.custom](): string {
    return `RestRequest ${inspect(this.toJSON(), { depth: 3 })}`;
  }

  /** The fields of the request, when it is one of this kind; a TypeError when it is another operation's. */
  static fieldsOf(request: object, operation: RestOperation, owner: string): Values | undefined {
    if (!(#operation in request)) return undefined;
    if (request.#operation !== operation) {
      throw new TypeError(`${owner}: expected the request of a ${operation}, got one of a ${request.#operation}`);
    }
    return valuesOf.get(request);
  }
}

const sentRequests = new WeakSet();

/** Remembers that a request left this server, so that a later call with it never says that nothing was sent. */
export const markSent = (request: object): void => void sentRequests.add(request);

/** Whether a request, or the one that it was made of, has left this server without a clear answer. */
export const wasSent = (request: object): boolean => sentRequests.has(request);
