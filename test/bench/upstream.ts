import { createServer } from "node:http";

// The fastest possible bank, for measuring clients: it reads the request and always gives the same answer.
const session = JSON.stringify({ SESSION: `sess-${"0".repeat(32)}`, "session-key": "0".repeat(64) });

createServer((request, response) => {
  request.resume();
  request.on("end", () => {
    response.writeHead(200, { "Content-Type": "application/json", "Content-Length": session.length });
    response.end(session);
  });
}).listen(0, "127.0.0.1", function (this: { address(): { port: number } }) {
  console.log(`http://127.0.0.1:${this.address().port}`);
} as () => void);
