import { once } from "node:events";
import { createServer } from "node:net";
import { listen } from "./listen.ts";

/** A port on the loopback that nobody listens on at this moment. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  const port = await listen(probe);
  probe.close();
  await once(probe, "close");
  return port;
}
