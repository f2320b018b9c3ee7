import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { after } from "node:test";

/** Serves on a free port of this machine until the test has ended: gives the server and its origin. */
export async function serve(listener: RequestListener): Promise<{ server: Server; origin: string }> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  after(() => {
    server.close();
    server.closeAllConnections();
  });
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
