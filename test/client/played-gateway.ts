import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type Gateway, type GatewayOptions, openGateway } from "@ventanilla/client";
import { openRest, type Rest, type RestOptions } from "@ventanilla/client/rest";

/** A request as the played service got it. */
export interface Heard {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingMessage["headers"];
  body: string;
}

/** Answers the n-th request, from 0. */
export type Play = (response: ServerResponse, n: number, request: Heard) => void;

interface Played {
  url: string;
  heard: Heard[];
  [Symbol.asyncDispose](): Promise<void>;
}
export type PlayedGateway = Played & { gateway: Gateway };
export type PlayedRest = Played & { rest: Rest };

/** A real HTTP server that answers as `play` says, and a gateway opened on it. */
export async function playGateway(play: Play, options: Partial<GatewayOptions> = {}): Promise<PlayedGateway> {
  const served = await serve(play);
  const { url } = served;
  const gateway = openGateway({ sessionApiUrl: `${url}/api/`, gatewayUrl: `${url}/page`, ...options });
  return { ...served, gateway, [Symbol.asyncDispose]: () => served.end(gateway) };
}

/** A real HTTP server that answers as `play` says, and REST operations opened on it. */
export async function playRest(play: Play, options: Partial<RestOptions> = {}): Promise<PlayedRest> {
  const served = await serve(play);
  const merchant = { merchantId: "349000000", terminalId: "58585858" };
  const rest = openRest({ baseUrl: served.url, ...merchant, bearerToken: () => "bearer-1", ...options });
  return { ...served, rest, [Symbol.asyncDispose]: () => served.end(rest) };
}

async function serve(play: Play) {
  const heard: Heard[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method, url, headers } = request;
      const one = { method, url, headers, body: Buffer.concat(chunks).toString() };
      play(response, heard.push(one) - 1, one);
    });
  });
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
  return { url: `http://127.0.0.1:${port}`, heard, end };
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
