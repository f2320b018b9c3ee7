import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { test } from "node:test";
import { sendRows } from "./send-file.ts";

for (const format of ["csv", "xlsx"]) {
  test(`a download as ${format} whose client hangs up reads no further, and closes its rows`, {
    timeout: 20_000,
  }, async () => {
    const closed = Promise.withResolvers<void>();
    async function* rows() {
      try {
        // Nothing that can be packed: what is written stays as long as what is read.
        for (;;) yield [[randomBytes(20_000).toString("hex")]];
      } finally {
        closed.resolve();
      }
    }
    const sent = Promise.withResolvers<unknown>();
    const server = createServer((request, response) => {
      sendRows({ request, response }, { format, name: "rows" }, rows()).then(sent.resolve, sent.reject);
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
    socket.write("GET / HTTP/1.1\r\nHost: shop\r\n\r\n");
    const [head] = (await once(socket, "data")) as [Buffer];
    assert.match(head.toString("latin1"), new RegExp(`filename="rows\\.${format}"`));
    for (let read = head.length; read < 200_000; ) read += ((await once(socket, "data")) as [Buffer])[0].length;
    socket.destroy();
    await closed.promise;
    await sent.promise;
    server.close();
  });
}
