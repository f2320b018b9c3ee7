import { createServer, type RequestListener, type Server } from "node:http";
import { after } from "node:test";
import { listen } from "./listen.ts";

/** Serves on a free port of this machine until the test has ended: gives the server and its origin. */
export async function serve(listener: RequestListener): Promise<{ server: Server; origin: string }> {
  const server = createServer(listener);
  const port = await listen(server);
  after(() => {
    server.close();
    server.closeAllConnections();
  });
  return { server, origin: `http://127.0.0.1:${port}` };
}
