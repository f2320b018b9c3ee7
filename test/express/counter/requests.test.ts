import assert from "node:assert/strict";
import { connect } from "node:net";
import { after, test } from "node:test";
import type { Payments } from "@ventanilla/express";
import { postgresStore } from "@ventanilla/express/postgres";
import { startPostgres } from "../../postgres.ts";
import { stillRouter } from "../../shop.ts";
import { type Desk, openDesk } from "./counter.ts";

const server = await startPostgres();
after(() => server.stop());

/** Sends the beginning of a form, and breaks off once the server has it. */
function breakOff(address: string, path: string, type: string): Promise<void> {
  const { hostname, port, pathname } = new URL(address);
  const head = [
    `POST ${pathname}${path} HTTP/1.1`,
    "Host: shop",
    "Staff: Ana",
    "Sec-Fetch-Site: same-origin",
    `Content-Type: ${type}`,
    "Content-Length: 100000",
    "Expect: 100-continue",
  ];
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => socket.write(`${head.join("\r\n")}\r\n\r\n`));
    socket.once("data", () => socket.end("abc").destroySoon());
    socket.once("close", () => resolve());
  });
}

async function broken(payments: Payments, path: string, type: string): Promise<void> {
  const desk = await openDesk(payments);
  await breakOff(desk.address, path, type);
  // Ends when the counter is done with the form.
  await payments.close();
}

test("a form that breaks off alerts nobody", async () => {
  for (const [path, type] of [
    ["/compare", "multipart/form-data; boundary=x"],
    ["/events/retry", "application/x-www-form-urlencoded"],
  ] as const) {
    const { payments, alerts } = stillRouter();
    await broken(payments, path, type);
    assert.deepEqual(alerts, [], path);
  }
});

/** A desk whose store is Postgres, which keeps no character with the number 0. */
async function deskOnPostgres(): Promise<{ desk: Desk; alerts: string[] }> {
  const { pool } = await server.database();
  const store = postgresStore(pool);
  await store.migrate();
  const { payments, alerts } = stillRouter({ store });
  return { desk: await openDesk(payments), alerts };
}

test("a character that no database keeps is in no payment, at any address and in any form", async () => {
  const { desk, alerts } = await deskOnPostgres();
  await desk.page("/compare?lang=en");
  for (const [path, status] of [
    ["/payments/%00", 404],
    ["/payments/a%00b", 404],
    ["/payments?order=%00", 200],
    ["/payments?reference=a%00", 200],
    ["/payments?after=%00", 422],
    ["/close?batch=%00", 422],
  ] as const) {
    assert.equal((await desk.get(path)).status, status, path);
  }
  assert.equal((await desk.post("/events/retry", { event: "a\0b" })).status, 409);
  assert.equal((await desk.post("/payments/%00/resolve", { decision: "yes", reason: "\0" })).status, 404);
  const pasted = await desk.post("/compare", { batch: "2026-11-20", text: "Ref,Monto\n1\0,2.00\n" });
  assert.equal(pasted.status, 422);
  assert.match(await pasted.text(), /is not text/);
  assert.deepEqual(alerts, []);
});
