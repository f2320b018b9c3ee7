import { randomBytes } from "node:crypto";

let rest: Buffer = Buffer.alloc(0);

/**
 * Random bytes of the system, each of them given once. They are drawn many at a time, as `crypto.randomUUID` does it: the
 * system takes as long for 16 bytes as for 4,096, and a launch needs four times some.
 */
export function takeRandom(count: number): Buffer {
  if (rest.length < count) rest = randomBytes(Math.max(4096, count));
  const taken = rest.subarray(0, count);
  rest = rest.subarray(count);
  return taken;
}
