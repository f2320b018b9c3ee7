import { connect } from "node:net";
import type { Sandbox } from "@ventanilla/sandbox";

/** What a socket saw: how the exchange ended, and every byte that came. */
export type Seen = { ending: "closed" | "reset" | "silence"; text: string };

/** One request on a socket of its own. `silence` after 300 ms without a byte. */
export function exchange({ url }: Sandbox, method: string, path: string, body = ""): Promise<Seen> {
  return new Promise((resolve) => {
    let text = "";
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    const end = (ending: Seen["ending"]): void => {
      socket.destroy();
      resolve({ ending, text });
    };
    socket.setTimeout(300, () => end("silence"));
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
    });
    socket.on("error", () => end("reset"));
    socket.on("close", () => end("closed"));
    socket.write(
      `${method} ${path} HTTP/1.1\r\nHost: bank\r\nConnection: close\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  });
}
