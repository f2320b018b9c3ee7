import { Agent, type OutgoingHttpHeaders, request } from "node:http";

const agent = new Agent({ keepAlive: true });

/** A response with its whole body. */
export interface Answer {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  text: string;
}

/**
 * Sends one request as a browser would, without following where it leads. Rejects when the connection breaks or the
 * signal is aborted.
 */
export function send(
  method: "GET" | "POST",
  address: string,
  {
    fields,
    headers,
    signal,
  }: { fields?: Record<string, string>; headers?: OutgoingHttpHeaders; signal?: AbortSignal } = {},
): Promise<Answer> {
  const body = fields && new URLSearchParams(fields).toString();
  return new Promise((resolve, reject) => {
    const sent = request(address, {
      method,
      agent,
      ...(signal && { signal }),
      headers: {
        ...headers,
        ...(body !== undefined && {
          "Content-Type": "application/x-www-form-urlencoded",
          "Content-Length": Buffer.byteLength(body),
        }),
      },
    });
    sent.once("error", reject);
    sent.once("response", (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.once("error", reject);
      response.once("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString(),
        }),
      );
    });
    sent.end(body);
  });
}
