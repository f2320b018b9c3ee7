// A proxy that sends each request to the next process, as nginx does with an `upstream` of several servers. SHOPS is a list
// of their ports.
import { once } from "node:events";
import { request as ask, createServer } from "node:http";

const { PORT = "3000", SHOPS = "3001,3002" } = process.env;
const ports = SHOPS.split(",").map(Number);
let turn = 0;

const proxy = createServer((request, response) => {
  const { method, url, headers, socket } = request;
  const port = ports[turn++ % ports.length];
  const forwarded = { ...headers, "x-forwarded-for": socket.remoteAddress };
  const passedOn = ask({ host: "127.0.0.1", port, method, path: url, headers: forwarded }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  passedOn.once("error", () => response.writeHead(502).end());
  request.pipe(passedOn);
}).listen(Number(PORT), "127.0.0.1");
await once(proxy, "listening");
console.log(`Ready: http://localhost:${PORT}`);
process.once("SIGTERM", () => proxy.close().closeAllConnections());
