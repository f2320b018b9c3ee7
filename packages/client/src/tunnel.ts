import { request } from "node:http";
import type { Socket } from "node:net";
import type { buildConnector } from "undici";
import { proxyErrorCode, withMeaning } from "./failed-connection.ts";
import type { EgressProxy } from "./proxy.ts";

const proxyError = (message: string) => Object.assign(new Error(message), { code: proxyErrorCode });

/** The milliseconds in which the proxy has to be connected to the service. */
const timeoutMs = 4_000;

/**
 * Asks the proxy for a connection to the service (RFC 9110, section 9.3.6). What is sent through it is for the service
 * alone: over TLS the proxy sees its host and nothing else.
 * @param connectProxy connects to the proxy
 * @param connect speaks TLS over the connection
 */
export function throughProxy(
  proxy: EgressProxy,
  connectProxy: buildConnector.connector,
  connect: buildConnector.connector,
): buildConnector.connector {
  return (options, done) => {
    const { hostname, protocol, port } = options;
    const target = `${hostname}:${port || (protocol === "https:" ? 443 : 80)}`;
    const fail = (problem: string) => done(proxyError(`the proxy ${proxy.host} ${problem}`), null);
    connectProxy({ ...proxy }, (error, socket) => {
      if (error !== null) return fail(`cannot be reached (${withMeaning(error)})`);
      openTunnel(target, proxy, socket, (problem) => {
        if (problem !== undefined) {
          socket.destroy();
          fail(problem);
        } else if (protocol === "https:") connect({ ...options, httpSocket: socket }, done);
        else done(null, socket);
      });
    });
  };
}

/** Sends CONNECT. `done` gets what is wrong, in words that follow the proxy's name. */
function openTunnel(
  target: string,
  { authorization }: EgressProxy,
  socket: Socket,
  done: (problem?: string) => void,
): void {
  const headers = { host: target, ...(authorization && { "proxy-authorization": authorization }) };
  const connecting = request({ method: "CONNECT", path: target, headers, createConnection: () => socket });
  connecting.setTimeout(timeoutMs, () => connecting.destroy(Object.assign(new Error(), { code: "ETIMEDOUT" })));
  connecting.once("error", (error) => done(`did not connect to ${target} (${withMeaning(error)})`));
  connecting.once("connect", ({ statusCode = 0 }, _socket, head) => {
    socket.setTimeout(0);
    if (statusCode === 407) done("wants a name and password (status 407): put the right ones into its address");
    else if (statusCode < 200 || statusCode > 299) done(`did not connect to ${target} (status ${statusCode})`);
    // Before a request, neither TLS nor HTTP has anything to say. undici would connect again and again, without end.
    else if (head.length > 0) done(`sent more than its answer to CONNECT ${target}`);
    else done();
  });
  connecting.end();
}
