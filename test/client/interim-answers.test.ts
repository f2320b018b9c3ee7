import assert from "node:assert/strict";
import { createServer, type Socket } from "node:net";
import { after, test } from "node:test";
import tls from "node:tls";
import {
  type GatewayError,
  idempotencyKey,
  OutcomeUnknownError,
  openRest,
  type Rest,
  refund,
  sale,
} from "@ventanilla/client/rest";
import { certificateFor } from "../../packages/sandbox/src/http/certificate.ts";
import { listen } from "../listen.ts";
import { MovedClock, moveRest } from "./moved-clock.ts";
import { skipOnceRead } from "./played-gateway.ts";
import { sample } from "./sample.ts";
import { minimalRest } from "./valid-rest-request.ts";

const bank = certificateFor(["127.0.0.1"], new Date("2099-12-31"));
const trusted = tls.getCACertificates("default");
tls.setDefaultCACertificates([...trusted, bank.cert]);
after(() => tls.setDefaultCACertificates(trusted));

const approved = sample("rest-sale-approved.json");
const final = (head = "HTTP/1.1 200 OK", body = approved) =>
  `${head}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
const goOn = "HTTP/1.1 100 Continue\r\n\r\n";

/** A bank that writes what it is told for the n-th request, over plain sockets or TLS. */
async function write(play: (socket: Socket, n: number, clock: MovedClock) => void, secure = false) {
  const clock = new MovedClock();
  const sockets = new Set<Socket>();
  let requests = 0;
  const listener = (socket: Socket): void => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
      // A key is asked for without a body.
      if (!text.endsWith(text.includes("content-type") ? "}" : "\r\n\r\n")) return;
      text = "";
      play(socket, requests++, clock);
    });
  };
  const server = secure ? tls.createServer(bank, listener) : createServer(listener);
  const port = await listen(server);
  const baseUrl = `${secure ? "https" : "http"}://127.0.0.1:${port}`;
  const merchant = { merchantId: "349000000", terminalId: "1", bearerToken: () => "b" };
  const rest: Rest = openRest({ baseUrl, ...merchant, connections: 1 });
  moveRest(rest, clock);
  const dispose = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    await Promise.all([rest.close(), new Promise((resolve) => server.close(resolve))]);
  };
  return { rest, sockets, requests: () => requests, [Symbol.asyncDispose]: dispose };
}

const interim: Record<string, string> = {
  "100 Continue": goOn,
  "100 Continue twice": goOn + goOn,
  "100 Continue with fields": "HTTP/1.1 100 Continue\r\nserver: bank\r\nx-note: HTTP/1.1 100\r\n\r\n",
  "100 without words": "HTTP/1.1 100 \r\n\r\n",
  "102 Processing": "HTTP/1.1 102 Processing\r\n\r\n",
  "103 Early Hints, then 100": `HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n${goOn}`,
};

for (const secure of [false, true]) {
  for (const [what, text] of Object.entries(interim)) {
    test(`${what} is ignored, ${secure ? "over TLS" : "plain"}, and the connection is used again`, async () => {
      await using played = await write(
        (socket, n) => socket.write(text + final("HTTP/1.1 200 OK", `ikey:${n}`)),
        secure,
      );
      for (let n = 0; n < 3; n++) assert.equal(await idempotencyKey(played.rest), String(n));
      assert.deepEqual([played.requests(), played.sockets.size], [3, 1]);
    });
  }
}

test("an interim answer that comes byte by byte is ignored", async () => {
  await using played = await write((socket) => {
    const bytes = (goOn + goOn + final()).split("");
    const next = (): void => {
      const byte = bytes.shift();
      if (byte !== undefined) socket.write(byte, () => setImmediate(next));
    };
    socket.setNoDelay(true);
    next();
  });
  for (let n = 0; n < 2; n++) assert.equal((await sale(played.rest, minimalRest.sale)).finality, "approved");
});

test("an answer that only speaks of 100 comes as it is", async () => {
  const body = approved.replace("Transaction Approved", `${goOn.replaceAll("\r\n", " ")} HTTP/1.1 100`);
  await using played = await write((socket) => socket.write(final("HTTP/1.1 200 100", body)));
  assert.match((await refund(played.rest, minimalRest.refund))["response-code-desc"] ?? "", /HTTP\/1\.1 100$/);
  await using refusing = await write((socket) => socket.write(goOn + final("HTTP/1.1 400 Bad", '{"message":"100"}')));
  await assert.rejects(refund(refusing.rest, minimalRest.refund), (error: GatewayError) => error.status === 400);
});

test("a bank that says 100 Continue and nothing more has been sent the request", async () => {
  for (const play of [
    (socket: Socket) => socket.end(goOn),
    (socket: Socket, _n: number, clock: MovedClock) => socket.write(goOn, () => skipOnceRead(clock)),
  ]) {
    await using played = await write(play);
    await assert.rejects(refund(played.rest, minimalRest.refund), (error) => {
      assert.ok(error instanceof OutcomeUnknownError);
      return error.sent && error.status === undefined;
    });
    assert.equal(played.requests(), 1);
  }
});

test("a sale that is answered 100 Continue first charges with one request", async () => {
  await using played = await write((socket) => socket.write(goOn + final()));
  assert.equal((await sale(played.rest, minimalRest.sale)).finality, "approved");
  assert.equal(played.requests(), 1);
});
