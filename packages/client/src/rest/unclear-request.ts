import { inspect } from "node:util";
import { ArgumentError } from "@ventanilla/web";
import { restFields } from "../wire/rest-fields.ts";
import type { RestOperation } from "../wire/rest-requirements.ts";

type Values = Readonly<Record<string, unknown>>;

/**
 * The request of a call without a clear answer, as its error gives it back, to make the same call again. Of its fields
 * only the key can be read. It can't be changed, and a spread of it is empty, so that nobody makes another sale from it
 * by mistake. It prints without its secrets.
 */
export class UnclearRequest<O extends RestOperation> {
  readonly #operation: O;
  readonly #values: Values;
  /** The merchant, terminal and address that it was made for. */
  readonly #service: string;
  #sent = false;

  /**
   * The client makes it; a caller only passes it on.
   * @param operation what it asks for
   * @param values every field of the request, secrets among them
   * @param service the merchant, terminal and address that it was made for
   */
  constructor(operation: O, values: Values, service: string) {
    this.#operation = operation;
    this.#values = values;
    this.#service = service;
    Object.freeze(this);
  }

  /** The operation that it is for: public, so that the compiler tells the request of a void from that of a refund. */
  get of(): O {
    return this.#operation;
  }

  /** The key that was sent; undefined when there was none yet. */
  get "idempotency-key"(): string | undefined {
    const key = this.#values["idempotency-key"];
    return typeof key === "string" ? key : undefined;
  }

  /** The fields that are not secret. */
  toJSON(): Values {
    const shown = Object.entries(this.#values).filter(
      ([name, value]) => value !== undefined && !restFields[name as keyof typeof restFields].secret,
    );
    return Object.fromEntries(shown);
  }

  [inspect.custom](): string {
    return `RestRequest ${inspect(this.toJSON(), { depth: 3 })}`;
  }

  /**
   * The fields of an UnclearRequest; undefined for any other object. Throws an ArgumentError when the request is for
   * another operation or service.
   */
  static fieldsOf(request: object, operation: RestOperation, owner: string, service: string): Values | undefined {
    if (!(#operation in request)) return undefined;
    if (request.#operation !== operation) {
      throw new ArgumentError(`${owner}: expected the request of a ${operation}, got one of a ${request.#operation}`);
    }
    // For another service its key would be a new one, and the charge could happen twice.
    if (request.#service !== service) {
      throw new ArgumentError(`${owner}: expected a request for ${service}, got one for ${request.#service}`);
    }
    return request.#values;
  }

  /** Remembers that the request left this server, so that a later call with it never says that nothing was sent. */
  static markSent(request: UnclearRequest<RestOperation>): void {
    request.#sent = true;
  }

  /** Whether a request, or the one that it was made from, has left this server without a clear answer. */
  static wasSent(request: object): boolean {
    return #sent in request && request.#sent;
  }
}
