import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/**
 * Below the ports from which systems choose for connections and for servers that ask for any: beside other tests these
 * would be taken again before the port is used. And above those that browsers refuse.
 */
const [lowest, highest] = [20_000, 31_999];

/** A port on the loopback that nobody listens on at this moment. */
export async function freePort(): Promise<number> {
  const port = randomInt(lowest, highest + 1);
  const probe = createServer().listen(port, "127.0.0.1");
  try {
    await once(probe, "listening");
  } catch {
    return freePort();
  }
  probe.close();
  await once(probe, "close");
  return port;
}
