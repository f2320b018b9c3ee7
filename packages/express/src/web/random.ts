import { randomFillSync } from "node:crypto";

const drawn = Buffer.alloc(4096);
let used = drawn.length;

/** Random bytes for secrets. Drawn many at a time: asking the system costs more than all else that is done with them. */
export function randomBytes(count: number): Buffer {
  if (used + count > drawn.length) {
    randomFillSync(drawn);
    used = 0;
  }
  const bytes = Buffer.from(drawn.subarray(used, used + count));
  drawn.fill(0, used, used + count);
  used += count;
  return bytes;
}
