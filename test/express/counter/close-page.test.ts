import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { test } from "node:test";
import { batchOf } from "@ventanilla/client";
import type { Store } from "@ventanilla/express/store";
import { decided } from "#express/attempt/decided.ts";
import { beginSending, endSending } from "#express/attempt/given-back.ts";
import { batchRows } from "#express/counter/download/batch-rows.ts";
import { csvText } from "#express/counter/download/csv-text.ts";
import { approvedIn } from "#express/staff/pages.ts";
import { keptIn, place, withShop } from "../../kept.ts";
import { pesos } from "../../merchant.ts";
import { stillRouter } from "../../shop.ts";
import { twice } from "./cases.ts";
import { openDesk, openScene } from "./counter.ts";
import { approve, aroundTheTwentieth, seeded } from "./seeded.ts";
import { visibleText } from "./visible-text.ts";

test("the close of day adds up the payments of a batch by currency and card scheme", async () => {
  const { store, clock } = await seeded(aroundTheTwentieth);
  clock.set("2026-11-20T20:00:00-04:00");
  const desk = await openDesk(stillRouter({ store }).payments);
  // The last batch that has closed.
  const page = visibleText(await desk.page("/close?lang=en"));
  assert.match(page, /Close of November 20, 2026 From Nov 19, 2026, 7:00\sPM to Nov 20, 2026, 7:00\sPM/);
  assert.match(
    page,
    /Approved 3 payments RD\$\s3,950\.05 Mastercard 1 payment RD\$\s0\.05 Visa 2 payments RD\$\s3,950\.00 Net RD\$\s3,950\.05/,
  );
  assert.doesNotMatch(page, /is still open/);
  const open = await desk.page("/close?batch=2026-11-21");
  assert.match(
    visibleText(open),
    /This batch is still open \(closes Nov 21, 2026, 7:00\sPM\): the figures still change/,
  );
  assert.match(open, /href="\.\/close\?batch=2026-11-20" rel="prev"/);
  assert.doesNotMatch(open, /rel="next"/);
  assert.match(
    visibleText(await desk.page("/close?batch=2026-11-17")),
    /There are no approved payments in this batch\./,
  );
  assert.match(visibleText(await desk.page("/close?lang=es")), /Del 19 nov/);
  // Below the payments, their sum. A batch without payments may have some at the bank.
  assert.match(page, /3 payments RD\$\s3,950\.05/);
  assert.match(page, /Compare with the bank/);
  const none = visibleText(await desk.page("/close?batch=2026-11-17&lang=en"));
  assert.match(none, /There are no approved payments in this batch\./);
  assert.doesNotMatch(none, /RD\$/);
  assert.match(none, /Compare with the bank/);
  assert.doesNotMatch(none, /Download/);
});

test("payments that wait for a decision are named first: they may be in the bank's list", async () => {
  const { store, clock } = await seeded(aroundTheTwentieth);
  clock.set("2026-11-20T17:30:00-04:00");
  const desk = await openDesk(stillRouter({ store }).payments);
  assert.doesNotMatch(await desk.page("/close?batch=2026-11-20&lang=en"), /for a decision/);
  for (const order of ["one", "two"]) await place(store, { order, state: "unknown" });
  for (const other of ["2020-01-01", "2026-11-19", "2026-11-21"]) {
    assert.doesNotMatch(await desk.page(`/close?batch=${other}`), /for a decision/, other);
  }
  assert.match(
    await desk.page("/close?batch=2026-11-20"),
    /<a href="\.\/decide">2 payments are still to resolve, and may be in the bank&#39;s list<\/a>/,
  );
  // The navigation counts what is of other batches, too.
  clock.set("2026-11-22T10:00:00-04:00");
  await place(store, { order: "three", state: "unknown" });
  assert.match(
    await desk.page("/close?batch=2026-11-20"),
    /<a href="\.\/decide">2 of the 3 to resolve may be in the bank&#39;s list<\/a>/,
  );
});

test("what waits of a batch is named, however many of other batches have waited longer", async () => {
  const { store, clock } = await seeded(aroundTheTwentieth);
  const desk = await openDesk(stillRouter({ store }).payments);
  clock.set("2026-11-18T10:00:00-04:00");
  for (let n = 0; n < 1001; n++) await place(store, { order: `older-${n}`, state: "unknown" });
  clock.set("2026-11-20T17:30:00-04:00");
  await place(store, { order: "one", state: "unknown" });
  const close = visibleText(await desk.page("/close?batch=2026-11-20&lang=en"));
  assert.match(close, /1 of the 1002 to resolve may be in the bank/);
});

test("a date that cannot be read is said, for the page, the file and the comparison", async () => {
  const { store } = await seeded([]);
  const desk = await openDesk(stillRouter({ store }).payments);
  for (const path of ["/close", "/close.csv", "/compare"]) {
    const answer = await desk.get(`${path}?batch=2026-02-30&lang=en`);
    assert.equal(answer.status, 422, path);
    const page = await answer.text();
    assert.match(page, /The date cannot be read/);
    if (path !== "/compare") assert.match(page, /<input id="date" [^>]*value="2026-02-30" aria-invalid="true"/);
    // Of a day that has not come there is no batch.
    const later = await desk.get(`${path}?batch=2030-01-01&lang=en`);
    assert.equal(later.status, 422, path);
    assert.match(await later.text(), /There is no batch of that day/);
  }
});

test("the file has exactly the payments of the batch, in the staff's language, and runs nowhere", async () => {
  const { store } = await seeded(aroundTheTwentieth);
  const desk = await openDesk(stillRouter({ store }).payments);
  const batch = batchOf("2026-11-20", "19:00", "America/Santo_Domingo");
  for (const language of ["es", "en"] as const) {
    const answer = await desk.get("/close.csv?batch=2026-11-20", { "Accept-Language": language });
    let expected = "";
    const content = { payments: approvedIn(keptIn(store), batch), returns: async () => [] };
    for await (const piece of csvText(batchRows(content, batch, "America/Santo_Domingo", language))) expected += piece;
    assert.deepEqual(Buffer.from(await answer.arrayBuffer()), Buffer.from(expected));
    assert.equal(answer.headers.get("content-type"), "text/csv; charset=utf-8; header=present");
    assert.equal(answer.headers.get("content-disposition"), 'attachment; filename="ventanilla-2026-11-20.csv"');
    assert.match(answer.headers.get("content-security-policy") ?? "", /sandbox/);
    assert.equal(answer.headers.get("x-content-type-options"), "nosniff");
    assert.equal(answer.headers.get("cache-control"), "no-store");
  }
  const head = await fetch(`${desk.address}/close.csv?batch=2026-11-20`, { method: "HEAD", headers: { Staff: "Ana" } });
  assert.deepEqual([head.status, await head.text()], [200, ""]);
  const nobody = await fetch(`${desk.address}/close.csv?batch=2026-11-20`);
  assert.equal(nobody.status, 403);
});

/** A store with `count` payments in the batch of 20 November, whose pages `read` sees. */
async function manyApproved(count: number, read: (page: number) => void): Promise<Store> {
  const { store, clock } = await seeded([]);
  const one = await approve(store, clock, { at: "2026-11-20T12:00:00-04:00", order: "A-1" });
  return withShop(store, () => ({
    async listAttempts({ after = "0", limit }) {
      const page = Number(after);
      read(page);
      const attempts = Array.from({ length: Math.min(limit, count - page * limit) }, () => one);
      return { attempts, ...((page + 1) * limit < count && { next: String(page + 1) }) };
    },
  }));
}

test("a store that fails midway breaks the download off: no browser takes it for the whole file", async () => {
  const store = await manyApproved(100_000, (page) => {
    if (page === 3) throw new Error("the database is gone");
  });
  const { payments, alerts } = stillRouter({ store });
  const desk = await openDesk(payments);
  const answer = await desk.get("/close.csv?batch=2026-11-20");
  assert.equal(answer.status, 200);
  await assert.rejects(answer.text());
  assert.deepEqual(alerts, ["request_failed"]);
});

test("a store that fails at once is answered with a page, not with a file", async () => {
  const store = await manyApproved(1, () => {
    throw new Error("the database is gone");
  });
  const answer = await (await openDesk(stillRouter({ store }).payments)).get("/close.csv?batch=2026-11-20");
  assert.equal(answer.status, 503);
  assert.equal(answer.headers.get("content-disposition"), null);
});

/** What a client of HTTP/1.0 reads, such as a proxy, and how the connection ends. */
async function readOldHttp(address: string, path: string): Promise<{ body: string; end: string }> {
  const { hostname, port, pathname } = new URL(address);
  const socket = connect(Number(port), hostname);
  socket.write(`GET ${pathname}${path} HTTP/1.0\r\nHost: ${hostname}\r\nStaff: Ana\r\n\r\n`);
  let body = "";
  socket.setEncoding("latin1").on("data", (piece: string) => (body += piece));
  const end = await Promise.race([
    once(socket, "error").then(([error]) => String((error as NodeJS.ErrnoException).code)),
    once(socket, "end").then(() => "end"),
  ]);
  socket.destroy();
  return { body, end };
}

test("over HTTP/1.0, where the end of the connection is the end of the file, a broken download is reset", async () => {
  const whole = await openDesk(stillRouter({ store: await manyApproved(900, () => {}) }).payments);
  const { body, end } = await readOldHttp(whole.address, "/close.csv?batch=2026-11-20&lang=en");
  assert.equal(end, "end");
  assert.match(body, /End: 900 payments/);
  const store = await manyApproved(100_000, (page) => {
    if (page === 3) throw new Error("the database is gone");
  });
  const broken = await openDesk(stillRouter({ store }).payments);
  assert.equal((await readOldHttp(broken.address, "/close.csv?batch=2026-11-20")).end, "ECONNRESET");
});

test("the file is read no faster than it is downloaded, and no further when the download ends", async () => {
  let pages = 0;
  const store = await manyApproved(1_000_000, (page) => {
    pages = page;
  });
  const { payments, alerts } = stillRouter({ store });
  const desk = await openDesk(payments);
  const abort = new AbortController();
  const answer = await fetch(`${desk.address}/close.csv?batch=2026-11-20`, {
    headers: { Staff: "Ana" },
    signal: abort.signal,
  });
  const reader = answer.body?.getReader();
  await reader?.read();
  // The pages that fit into the buffers are read, and then none: of two thousand.
  const atRest = async () => {
    for (let before = -1; pages > before; ) {
      before = pages;
      for (let turns = 0; turns < 50; turns++) await new Promise(setImmediate);
    }
  };
  await atRest();
  assert.ok(pages < 500, `${pages} pages were read ahead`);
  abort.abort();
  await atRest();
  assert.ok(pages < 600, `${pages} pages were read after the end`);
  assert.deepEqual(alerts, []);
});

test("the close of day has each payment with its link and ITBIS, and what went back, by the batch in which it did", async () => {
  const { desk, player, payments } = await openScene();
  const first = await player.approved("A-1", 118_000);
  const second = await player.approved("A-2", 59_000);
  await payments.recordGivenBack(first.id, { amount: pesos(18_000), reason: "one broke", by: "Ana" });
  const page = await desk.page("/close?batch=2026-11-21&lang=es");
  const text = visibleText(page);
  assert.match(
    text,
    /Aprobados 2 pagos RD\$ 1,770\.00 ITBIS incluido RD\$ 270\.00 Devuelto en este lote 1 devolución −RD\$ 180\.00 Neto RD\$ 1,590\.00 /,
  );
  for (const { id, order } of [first, second]) {
    assert.match(page, new RegExp(`<th scope="row"><a href="\\./payments/${id}">${order}</a>`));
  }
  assert.match(text, /A-2 RD\$ 590\.00 ITBIS RD\$ 90\.00 Visa •••• 0050 · ref\. 632500482914 /);
  assert.match(
    text,
    /Devuelto en este lote 1 Devuelto Pedido Monto ITBIS Referencia Devuelto 21 nov A-1 Pagado 21 nov −RD\$ 180\.00 ITBIS −RD\$ 27\.46/,
  );
  // The next day the rest goes back: it is taken off that day, which has no payment of its own.
  player.pass(24 * 3_600_000);
  await payments.recordGivenBack(first.id, { reason: "all broke", by: "Ana" });
  assert.match(
    visibleText(await desk.page("/close?batch=2026-11-22")),
    /Aprobados 0 pagos RD\$ 0\.00 Devuelto en este lote 1 devolución −RD\$ 1,000\.00 Neto −RD\$ 1,000\.00 /,
  );
  assert.match(
    visibleText(await desk.page("/close?batch=2026-11-21")),
    /De estos, ya devueltos 1 pago RD\$ 1,180\.00 Devuelto en este lote 1 devolución −RD\$ 180\.00 Neto RD\$ 1,590\.00 /,
  );
  assert.match(
    visibleText(await desk.page("/")),
    /Devuelto en este lote 1 devolución −RD\$ 1,000\.00 .* Último cierre/,
  );
});

test("a sum names what of it should go back, and links to the decision", async () => {
  const { desk, player } = await openScene();
  await twice(player);
  const page = await desk.page("/close?batch=2026-11-21&lang=en");
  assert.match(
    page,
    /<dt><a href="\.\/decide">Of the net, to give back<\/a><\/dt><dd class="how-many">1 payment<\/dd>/,
  );
  // The net sum contains it: it stands below that, and not between two sums that are alike.
  assert.match(visibleText(page), /Net RD\$ 4,990\.00 Of the net, to give back 1 payment RD\$ 2,490\.00/);
  assert.match(visibleText(page), /A-1012 Paid twice RD\$ 2,490\.00/);
});

test("a sum names what was sent back without a clear answer, and links to where that is said", async () => {
  const { desk, player } = await openScene();
  const charge = await player.approved("A-1", 118_000);
  const [id, at] = [crypto.randomUUID(), player.clock.time];
  const sending = { id, at, amount: { ...charge.amount, minor: 30_000 }, reason: "broken", by: "Luis" };
  const begun = await player.play(
    charge,
    decided((now) => beginSending(now, sending)),
  );
  await player.play(
    begun,
    decided((now) => endSending(now, id, { what: "unclear", at })),
  );
  for (const path of ["/close?batch=2026-11-21&lang=en", "/?lang=en", "/payments?state=approved&lang=en"]) {
    const page = visibleText(await desk.page(path));
    assert.match(page, /(?:Of the net|Of these), with an unconfirmed return 1 payment RD\$ 300\.00/, path);
  }
  assert.match(
    visibleText(await desk.page("/close?batch=2026-11-21&lang=en")),
    /A-1 Return unconfirmed RD\$ 1,180\.00/,
  );
});

test("a batch without payments has no file to download; each batch can be chosen or written, the day first", async () => {
  const { desk } = await openScene();
  const empty = await desk.page("/close?lang=es");
  assert.doesNotMatch(empty, /close\.csv/);
  assert.match(empty, /No hay pagos aprobados en este lote/);
  assert.doesNotMatch(empty, /type="date"/);
  assert.match(
    empty,
    /<option value="2026-11-21">21 nov 2026 \(abierto\)<\/option><option value="2026-11-20" selected>20 nov 2026<\/option>/,
  );
  const older = await desk.page("/close?batch=1%2F2%2F2026");
  assert.match(older, /<h1>Cierre del 1 de febrero de 2026<\/h1>/);
  assert.match(older, /<option value="2026-02-01" selected>1 feb 2026<\/option>/);
});
