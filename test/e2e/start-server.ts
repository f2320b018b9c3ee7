import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** Where the demo of a test run listens. */
export interface Addresses {
  shop: string;
  /** The same, its bank too, for a browser that runs no scripts. */
  shopWithoutScripts: string;
  /** The same shop, whose bank nobody reaches. */
  shopWithoutBank: string;
  /** The same with a bank of its own: its staff moves the clocks of both. */
  shopWithStaff: string;
  /** A page with the tag alone, under the strictest policy, and its router. */
  bareShop: string;
  /** The same, whose router reaches the bank's page as browsers do. */
  nearShop: string;
  /** The same page, whose router is on another site. */
  staticShop: string;
  /** Pages with a program of their own beside the tag, and their router: see program-pages.ts. */
  programShop: string;
  /** Opens a bank at each POST and answers its address. */
  banks: string;
  /** Opens a counter of the shop's staff at each POST, and answers its address and the ids of its payments. */
  counters: string;
  /** Builds and serves the example pages, once, and answers their address. */
  examples: string;
  /** `?order=` answers with the bank's sessions of that order, as JSON. */
  books: string;
}

/** Starts the demo in a process of its own, on free ports. Fails when it ends before it is ready. */
export async function startServer(): Promise<{ addresses: Addresses; stop(): Promise<void> }> {
  const script = fileURLToPath(new URL("server.ts", import.meta.url));
  const server = spawn(process.execPath, ["--conditions=@ventanilla/source", script], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = once(server, "exit");
  const ready = once(server.stdout, "data") as Promise<[Buffer]>;
  const first = await Promise.race([ready, ended.then(() => undefined)]);
  if (first === undefined) throw new Error("the demo ended before it was ready");
  return {
    addresses: JSON.parse(String(first[0])) as Addresses,
    async stop() {
      server.stdin.end();
      await ended;
    },
  };
}
