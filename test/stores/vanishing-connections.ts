import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/**
 * A proxy of a TCP server, whose connections can vanish without a reset, as behind a firewall that has dropped them.
 */
export interface VanishingConnections {
  port: number;
  /** From now on the open connections pass nothing in either direction, and stay open. New ones work. */
  vanish(): void;
  close(): void;
}

/** Listens on the loopback address, in front of the server on this port. */
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
