import { createServer } from "node:http";

// A bank that approves everything at once, for measuring routers. Its SESSION contains all its state.
let references = 0;

function answer(method: string, url: string, body: string): object {
  if (!url.startsWith("/sessions")) return { id: "cs_test", object: "checkout.session" };
  if (method === "POST") {
    const { OrdenID, TransactionId, ReturnUrl } = JSON.parse(body) as Record<string, string>;
    const SESSION = Buffer.from(JSON.stringify([OrdenID, TransactionId, ReturnUrl])).toString("base64url");
    return { SESSION, "session-key": "0".repeat(64) };
  }
  const SESSION = /sessions\/([\w-]+)/.exec(url)?.[1] ?? "";
  const [OrdenID, TransactionId] = JSON.parse(Buffer.from(SESSION, "base64url").toString()) as string[];
  const RetrivalReferenceNumber = String(++references).padStart(12, "0");
  return { ResponseCode: "00", OrdenID, TransactionId, RetrivalReferenceNumber, AuthorizationCode: "123456" };
}

createServer((request, response) => {
  let body = "";
  request.setEncoding("utf8").on("data", (part: string) => {
    body += part;
  });
  request.on("end", () => {
    const text = JSON.stringify(answer(request.method ?? "", request.url ?? "", body));
    response.writeHead(200, { "Content-Type": "application/json", "Content-Length": text.length });
    response.end(text);
  });
}).listen(0, "127.0.0.1", function (this: { address(): { port: number } }) {
  console.log(`http://127.0.0.1:${this.address().port}`);
} as () => void);
