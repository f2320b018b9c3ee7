import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createSecureServer, type SecureServerOptions } from "node:http2";
import type { Socket } from "node:net";
import { type Gateway, type GatewayOptions, openGateway } from "@ventanilla/client";
import { openRest, type Rest, type RestOptions } from "@ventanilla/client/rest";
import { MovedClock, moveGateway, moveRest, ownProcess } from "./moved-clock.ts";

/** A request as the played service got it. */
export interface Heard {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingMessage["headers"];
  httpVersion: string;
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

/** A real HTTP server that answers as `play` says, and a gateway opened on it; over TLS where `secure` is given. */
export async function playGateway(
  play: Play,
  options: Partial<GatewayOptions> = {},
  secure?: SecureServerOptions,
): Promise<PlayedGateway> {
  const served = await serve(play, secure);
  const { url } = served;
  const gateway = openGateway({ sessionApiUrl: `${url}/api/`, gatewayUrl: `${url}/page`, ...options });
  moveGateway(gateway, served.clock);
  return { ...served, gateway, [Symbol.asyncDispose]: () => served.end(gateway) };
}

/**
 * A real HTTP server that answers as `play` says, and REST operations opened on it; over TLS where `secure` is given.
 */
export async function playRest(
  play: Play,
  options: Partial<RestOptions> = {},
  secure?: SecureServerOptions,
): Promise<PlayedRest> {
  const served = await serve(play, secure);
  const merchant = { merchantId: "349000000", terminalId: "58585858" };
  const rest = openRest({ baseUrl: served.url, ...merchant, bearerToken: () => "bearer-1", ...options });
  moveRest(rest, served.clock);
  // Ports come again, and other tests use the same keys.
  ownProcess(rest);
  return { ...served, rest, [Symbol.asyncDispose]: () => served.end(rest) };
}

/** A real server on the loopback, over TLS where `secure` is given. */
export async function serve(play: Play, secure?: SecureServerOptions) {
  const heard: Heard[] = [];
  const clock = new MovedClock();
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method, url, headers, httpVersion } = request;
      const one = { method, url, headers, httpVersion, body: Buffer.concat(chunks).toString() };
      play(response, heard.push(one) - 1, one, clock);
    });
  };
  const { server, sockets } = secure === undefined ? plain(listener) : secured(listener, secure);
  let port = 0;
  /** Nobody listens any more, until `up`. */
  const down = () => {
    for (const socket of sockets) socket.destroy();
    return new Promise<unknown>((resolve) => server.close(resolve));
  };
  const up = () =>
    new Promise<void>((resolve, reject) => {
      server.once("error", reject).listen(port, "127.0.0.1", () => {
        const address = server.address();
        if (typeof address === "object" && address !== null) port = address.port;
        server.off("error", reject);
        resolve();
      });
    });
  await up();
  const end = async (...opened: { close(): Promise<void> }[]) => {
    for (const socket of sockets) socket.destroy();
    await Promise.all([...opened.map((one) => one.close()), down()]);
  };
  return { url: `${secure === undefined ? "http" : "https"}://127.0.0.1:${port}`, heard, clock, down, up, end };
}

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

function plain(listener: Listener) {
  const server = createServer(listener);
  // No connection ends by itself because time has passed.
  server.keepAliveTimeout = 0;
  return { server, sockets: socketsOf(server) };
}

/** Offers HTTP/2 and HTTP/1.1, as banks behind today's proxies do. What is used of an answer is the same in both. */
function secured(listener: Listener, secure: SecureServerOptions) {
  const server = createSecureServer({ allowHTTP1: true, ...secure }, listener as never);
  server.on("sessionError", () => undefined).on("tlsClientError", () => undefined);
  return { server, sockets: socketsOf(server) };
}

function socketsOf(server: { on(event: "connection", opened: (socket: Socket) => void): unknown }): Set<Socket> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket.on("close", () => sockets.delete(socket)));
  });
  return sockets;
}

/** Answers with a status and a body. Default content type: JSON */
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
    response.writeHead(200, { "content-length": "500" }).write(beginning, () => skipOnceRead(clock));
  };

/** Lets time pass after the client has had a turn of the event loop to read what was written. */
export function skipOnceRead(clock: MovedClock): void {
  setImmediate(() => setImmediate(() => clock.skip()));
}
