import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type ClientHttp2Stream, connect, constants, createServer } from "node:http2";
import { after, test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { FormAbortedError, readForm } from "@ventanilla/web";
import { listen } from "../listen.ts";

const whole = "order=A-1001";
const ends: [what: string, (stream: ClientHttp2Stream) => void][] = [
  ["resets its stream", (stream) => stream.close(constants.NGHTTP2_CANCEL)],
  ["ends its stream without an error", (stream) => stream.destroy()],
  ["cuts the connection", (stream) => stream.session?.destroy()],
];

for (const [what, end] of ends) {
  test(`a part of a form is no form where an HTTP/2 client ${what}`, async () => {
    const server = createServer();
    const session = connect(`http://127.0.0.1:${await listen(server)}`).on("error", () => {});
    after(() => {
      session.destroy();
      server.close();
    });
    const type = "application/x-www-form-urlencoded";
    const stream = session.request({ ":method": "POST", "content-type": type, "content-length": String(whole.length) });
    stream.on("error", () => {}).write(whole.slice(0, -3));
    const [request] = (await once(server, "request")) as [Parameters<typeof readForm>[0]];
    const read = readForm(request);
    request.once("readable", () => end(stream));
    await assert.rejects(read, FormAbortedError);
  });
}

test("a form is read where another middleware waits for its chunks, too, and has heard of the first", async () => {
  const server = createHttpServer();
  const origin = `http://127.0.0.1:${await listen(server)}`;
  after(() => server.close());
  for (const order of ["A-1001", "A".repeat(16_000)]) {
    const body = new URLSearchParams({ order });
    const answered = fetch(origin, { method: "POST", body, signal: AbortSignal.timeout(5000) });
    const [request, response] = (await once(server, "request")) as [IncomingMessage, ServerResponse];
    request.on("readable", () => {});
    await nextTurn();
    const [answer, { fields }] = await Promise.all([answered, readForm(request).finally(() => response.end())]);
    assert.deepEqual([answer.status, fields.get("order")], [200, order]);
  }
});
