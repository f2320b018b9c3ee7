import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type Gateway, type GatewayOptions, openGateway } from "@ventanilla/client";
import { openRest, type Rest, type RestOptions } from "@ventanilla/client/rest";
import { MovedClock, moveGateway, moveRest } from "./moved-clock.ts";

/** A request as the played service got it. */
export interface Heard {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingMessage["headers"];
  body: string;
}

/** Answers the n-th request, from 0; or leaves it, and has time pass. */
export type Play = (response: ServerResponse, n: number, request: Heard, clock: MovedClock) => void;

interface Played {
  url: string;
  heard: Heard[];
  /** What the client's deadlines and pauses go by. */
  clock: MovedClock;
  [Symbol.asyncDispose](): Promise<void>;
}
export type PlayedGateway = Played & { gateway: Gateway };
export type PlayedRest = Played & { rest: Rest };

/** A real HTTP server that answers as `play` says, and a gateway opened on it. */
export async function playGateway(play: Play, options: Partial<GatewayOptions> = {}): Promise<PlayedGateway> {
  const served = await serve(play);
  const { url } = served;
  const gateway = openGateway({ sessionApiUrl: `${url}/api/`, gatewayUrl: `${url}/page`, ...options });
  moveGateway(gateway, served.clock);
  return { ...served, gateway, [Symbol.asyncDispose]: () => served.end(gateway) };
}

/** A real HTTP server that answers as `play` says, and REST operations opened on it. */
export async function playRest(play: Play, options: Partial<RestOptions> = {}): Promise<PlayedRest> {
  const served = await serve(play);
  const merchant = { merchantId: "349000000", terminalId: "58585858" };
  const rest = openRest({ baseUrl: served.url, ...merchant, bearerToken: () => "bearer-1", ...options });
  moveRest(rest, served.clock);
  return { ...served, rest, [Symbol.asyncDispose]: () => served.end(rest) };
}

async function serve(play: Play) {
  const heard: Heard[] = [];
  const clock = new MovedClock();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method, url, headers } = request;
      const one = { method, url, headers, body: Buffer.concat(chunks).toString() };
      play(response, heard.push(one) - 1, one, clock);
    });
  });
  // No connection ends by itself because time has passed.
  server.keepAliveTimeout = 0;
  const port = await new Promise<number>((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : 0);
    });
  });
  const end = async (opened: { close(): Promise<void> }) => {
    server.closeAllConnections();
    await Promise.all([opened.close(), new Promise((resolve) => server.close(resolve))]);
  };
  return { url: `http://127.0.0.1:${port}`, heard, clock, end };
}

/** Answers with a status and a body; JSON unless told. */
export function answer(
  response: ServerResponse,
  status: number,
  body: string,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(body);
}

/** Does not answer, and has time pass until the client gives up what it waits for. */
export const silence: Play = (_response, _n, _heard, clock) => clock.skip();

/** Sends the head and the beginning of an answer, and then has time pass as `silence` does. */
export const breakOff =
  (beginning: string): Play =>
  (response, _n, _heard, clock) => {
    response.writeHead(200, { "content-length": "500" }).write(beginning, () => setImmediate(() => clock.skip()));
  };
