import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A way to a TCP server on which connections can vanish without a reset, as behind a firewall that has forgotten them. */
export interface VanishingConnections {
  port: number;
  /** From now on nothing passes the connections there are, in either direction; they stay open. New ones are fine. */
  vanish(): void;
  close(): void;
}

/** Listens on the loopback address, before the server on this port of it. */
export async function vanishingConnections(port: number): Promise<VanishingConnections> {
  const present = new Set<{ gone: boolean }>();
  const sockets = new Set<Socket>();

  const server = createServer((near) => {
    const far = connect(port, "127.0.0.1");
    const connection = { gone: false };
    present.add(connection);
    near.on("data", (bytes) => {
      if (!connection.gone) far.write(bytes);
    });
    far.on("data", (bytes) => {
      if (!connection.gone) near.write(bytes);
    });
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => {
        if (!connection.gone) other.destroy();
      });
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");

  return {
    port: (server.address() as AddressInfo).port,
    vanish() {
      for (const connection of present) connection.gone = true;
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
