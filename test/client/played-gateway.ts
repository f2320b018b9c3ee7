import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type Gateway, type GatewayOptions, openGateway } from "@ventanilla/client";

/** A request as the played gateway got it. */
export interface Heard {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingMessage["headers"];
  body: string;
}

export interface PlayedGateway {
  url: string;
  gateway: Gateway;
  heard: Heard[];
  [Symbol.asyncDispose](): Promise<void>;
}

/** A real HTTP server that answers the n-th request (from 0) as `play` says, and a gateway opened on it. */
export async function playGateway(
  play: (response: ServerResponse, n: number, request: Heard) => void,
  options: Partial<GatewayOptions> = {},
): Promise<PlayedGateway> {
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
  const url = `http://127.0.0.1:${port}`;
  const gateway = openGateway({ sessionApiUrl: `${url}/api/`, gatewayUrl: `${url}/page`, ...options });
  return {
    url,
    gateway,
    heard,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await Promise.all([gateway.close(), new Promise((resolve) => server.close(resolve))]);
    },
  };
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
