import type { Socket } from "node:net";

/**
 * Has undici ignore `100 Continue`, as it does every other interim answer (RFC 9110, 15.2): it takes one that it has
 * not asked for as a broken answer and closes the connection, when the bank already has the request. So it is given 102
 * wherever an answer begins with 100.
 */
export function ignoreContinue(socket: Socket): void {
  const { read, write } = socket;
  const heads = new AnswerHeads();
  socket.write = ((...args: Parameters<Socket["write"]>) => {
    heads.begin();
    return Reflect.apply(write, socket, args);
  }) as Socket["write"];
  socket.read = (size) => {
    const chunk: unknown = Reflect.apply(read, socket, size === undefined ? [] : [size]);
    if (chunk instanceof Uint8Array) heads.pass(chunk);
    return chunk;
  };
}

const interim = /^HTTP\/1\.\d 1/;
const toContinue = /^HTTP\/1\.\d 100$/;

/** Follows the bytes of a connection from the beginning of an answer to its first head that is not interim. */
class AnswerHeads {
  /** `HTTP/1.1 200`, as far as it has come; undefined where no head is read: in a body, or before a request. */
  #status: string | undefined;
  #lineLength = 0;

  begin(): void {
    this.#status = "";
    this.#lineLength = 0;
  }

  pass(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length && this.#status !== undefined; at++) {
      const byte = bytes[at] ?? 0;
      if (this.#status.length === 12) {
        this.#skip(byte);
        continue;
      }
      this.#status += String.fromCharCode(byte);
      if (this.#status.length < 12) continue;
      if (toContinue.test(this.#status)) bytes[at] = 0x32;
      else if (!interim.test(this.#status)) this.#status = undefined;
    }
  }

  /** The rest of an interim head, to the empty line that ends it. */
  #skip(byte: number): void {
    if (byte === 0x0a && this.#lineLength === 0) this.begin();
    else if (byte === 0x0a) this.#lineLength = 0;
    else if (byte !== 0x0d) this.#lineLength++;
  }
}
