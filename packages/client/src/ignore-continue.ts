import type { Socket } from "node:net";

/**
 * Makes undici ignore `100 Continue`, as it ignores every other interim answer (RFC 9110, 15.2). undici treats one that
 * it has not asked for as a broken answer and closes the connection, although the bank already has the request. So a
 * status of 100 is changed to 102 in the bytes that undici reads.
 */
export function ignoreContinue(socket: Socket): void {
  const { read, write } = socket;
  const heads = new AnswerHeads();
  socket.write = ((...args: Parameters<Socket["write"]>) => {
    heads.begin();
    return Reflect.apply(write, socket, args);
  }) as Socket["write"];
  socket.read = (size) => {
    const chunk: unknown = Reflect.apply(read, socket, [size]);
    if (chunk instanceof Uint8Array) heads.pass(chunk);
    return chunk;
  };
}

const zero = 0x30;
const one = 0x31;
const two = 0x32;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** The index of the status's first digit in `HTTP/1.1 100`. */
const statusAt = 9;

/** Follows the bytes of a connection from the beginning of an answer to its first head that is not interim. */
class AnswerHeads {
  /** False in a body, and before a request. */
  #inHead = false;
  /** Bytes of the head that have passed. */
  #place = 0;
  #hasZero = false;
  #lineLength = 0;

  /** The next byte is the first of a head. */
  begin(): void {
    this.#inHead = true;
    this.#place = 0;
    this.#lineLength = 0;
  }

  /** Follows bytes as they come, and changes a status of 100 in them to 102. */
  pass(bytes: Uint8Array): void {
    for (const [at, byte] of bytes.entries()) {
      if (!this.#inHead) return;
      const place = this.#place;
      this.#place++;
      if (place > statusAt + 2) this.#skip(byte);
      else if (place === statusAt) this.#inHead = byte === one;
      else if (place === statusAt + 1) this.#hasZero = byte === zero;
      else if (place === statusAt + 2 && this.#hasZero && byte === zero) bytes[at] = two;
    }
  }

  /** Skips the rest of an interim head, up to the empty line that ends it. */
  #skip(byte: number): void {
    if (byte === lineFeed && this.#lineLength === 0) this.begin();
    else if (byte === lineFeed) this.#lineLength = 0;
    else if (byte !== carriageReturn) this.#lineLength++;
  }
}
