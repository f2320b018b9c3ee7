import { connect } from "node:net";
import { setImmediate } from "node:timers/promises";
import type { Sandbox } from "@ventanilla/sandbox";

/** What a socket saw: how the exchange ended, and every byte that came. */
export type Seen = { ending: "closed" | "reset" | "silence"; text: string };

/** One request on a socket of its own. `silence` when a fault has acted on it and nothing more comes. */
export async function exchange(sandbox: Sandbox, method: string, path: string, body = ""): Promise<Seen> {
  const before = lastOnWire(sandbox);
  let text = "";
  let ending: Seen["ending"] | undefined;
  const socket = connect(Number(new URL(sandbox.url).port), "127.0.0.1");
  socket.on("data", (chunk) => {
    text += chunk.toString("latin1");
  });
  socket.on("error", () => {
    ending ??= "reset";
  });
  const closed = new Promise<void>((resolve) => {
    socket.on("close", () => {
      ending ??= "closed";
      resolve();
    });
  });
  socket.write(
    `${method} ${path} HTTP/1.1\r\nHost: bank\r\nConnection: close\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  await Promise.race([closed, taken(sandbox, before)]);
  const { id = 0, warnings = [] } = sandbox.wire().at(-1) ?? {};
  if (id > before && warnings.some((warning) => warning.startsWith("fault "))) await overtaken(sandbox);
  else await closed;
  socket.destroy();
  return { ending: ending ?? "silence", text };
}

/** The number of the last exchange that the sandbox has dealt with. */
export const lastOnWire = (sandbox: Sandbox): number => sandbox.wire().at(-1)?.id ?? 0;

/** Resolves once the sandbox has dealt with another exchange, answered or not. */
export async function taken(sandbox: Sandbox, before: number): Promise<void> {
  while (lastOnWire(sandbox) === before) await setImmediate();
}

/** Resolves once other exchanges have come and gone: what was sent before them has arrived. */
export async function overtaken({ url }: Sandbox): Promise<void> {
  for (let i = 0; i < 5; i++) await (await fetch(`${url}/control/state`, { headers: { connection: "close" } })).text();
}
