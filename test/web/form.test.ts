import assert from "node:assert/strict";
import { once } from "node:events";
import { type ClientHttp2Stream, connect, constants, createServer } from "node:http2";
import { after, test } from "node:test";
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
