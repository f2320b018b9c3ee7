import assert from "node:assert/strict";
import { test } from "node:test";
import { keepingLogger } from "../../loggers.ts";
import { openScene, type Scene } from "./counter.ts";
import { visibleText } from "./visible-text.ts";

const searched = (text: string) => `/find?q=${encodeURIComponent(text)}`;

/** A shop that keeps emails, with two payments of one buyer and one of another, the latest last. */
async function openKeeping(overrides: Parameters<typeof openScene>[0] = {}): Promise<Scene & { ids: string[] }> {
  const scene = await openScene({ keepEmail: true, ...overrides });
  const { player } = scene;
  const ids: string[] = [];
  for (const [order, email] of [
    ["A-1", "Ana@Example.com"],
    ["A-2", "+eva&co@example.com"],
    ["A-3", "ana@example.com"],
  ] as const) {
    ids.push((await player.begin(order, 100, { email })).id);
    player.pass(60_000);
  }
  return { ...scene, ids };
}

test("the box finds a buyer's payments by their email, whole, in capitals or not, and one alone is opened", async () => {
  const { desk, ids } = await openKeeping();
  for (const text of ["+eva&co@example.com", " +EVA&CO@Example.com ", "Eva <+eva&co@example.com>"]) {
    const answer = await desk.get(searched(text));
    assert.equal(answer.headers.get("location"), `./payments/${ids[1]}`, text);
  }
  const page = await desk.page(searched("ANA@EXAMPLE.COM"));
  assert.match(visibleText(page), /Correo electrónico: ANA@EXAMPLE\.COM 2 pagos .*A-3 .*A-1 /);
  const [, link = ""] = /href="\.\/(payments\?[^"]+)"/.exec(page) ?? [];
  assert.equal(link, "payments?email=ANA%40EXAMPLE.COM");
  const list = await desk.page(`/${link}`);
  assert.match(visibleText(list), / 2 pagos /);
  assert.match(list, /<label for="f-email">Correo electrónico<\/label><input id="f-email" name="email" type="text"/);
  for (const part of ["example.com", "ana@example", "na@example.com"]) {
    assert.match(visibleText(await desk.page(searched(part))), /No hay ningún pago con/, part);
  }
  assert.match(visibleText(await desk.page(`${searched("x@example.com")}&lang=en`)), /looked for as email or order\./);
  assert.match(visibleText(await desk.page("/find?lang=en")), /The buyer&#39;s email ana@example\.com/);
});

test("an email stands in the list, at the payment, where it can be written to, and in the list's file", async () => {
  const { desk, ids } = await openKeeping();
  const list = await desk.page("/payments");
  assert.match(
    list,
    />A-1<\/a> <span class="dim buyer"><span>Ana<\/span><wbr><span>@Example\.com<\/span><\/span><\/th>/,
  );
  assert.match(list, />\+eva&amp;co<\/span><wbr><span>@example\.com</);
  const payment = await desk.page(`/payments/${ids[1]}?lang=en`);
  assert.match(
    payment,
    /<dt>Email<\/dt><dd><a href="mailto:%2Beva%26co@example\.com"><span>\+eva&amp;co<\/span><wbr><span>@example\.com<\/span><\/a><\/dd>/,
  );
  const rows = (await (await desk.get("/payments.csv?lang=en")).text()).split("\r\n").map((row) => row.split(","));
  assert.deepEqual(
    rows.map((row) => row.at(-1)),
    ["Email", "ana@example.com", "'+eva&co@example.com", "Ana@Example.com", "", ""],
  );
  assert.equal(new Set(rows.slice(0, -1).map((row) => row.length)).size, 1);
  assert.match((await (await desk.get("/payments.csv?lang=es")).text()).split("\r\n")[0] ?? "", /,Correo$/);
});

test("where emails are not kept, nothing of the counter speaks of them", async () => {
  const { desk, player } = await openScene();
  const { id } = await player.begin("A-1", 100);
  await player.begin("ana@example.com", 100);
  for (const path of ["/payments", `/payments/${id}`, "/find", "/payments.csv"]) {
    assert.doesNotMatch(await desk.page(path), /correo/i, path);
  }
  assert.match((await desk.get(searched("ana@example.com"))).headers.get("location") ?? "", /^\.\/payments\//);
  assert.match(visibleText(await desk.page(searched("eva@example.com"))), /Se buscó como pedido\./);
});

test("what was kept before the shop turned that off is still shown at the payment, and can be erased", async () => {
  const { desk, ids, payments } = await openKeeping({ keepEmail: false });
  assert.match(await desk.page(`/payments/${ids[0]}`), /<span>Ana<\/span><wbr><span>@Example\.com/);
  assert.equal(await payments.eraseEmail("ana@example.com"), 2);
  assert.doesNotMatch(await desk.page(`/payments/${ids[0]}`), /<span>Ana<\/span><wbr><span>@Example\.com/);
});

test("an email that is searched for stands in no log, not even of a page that fails", async () => {
  const logger = keepingLogger();
  const { desk, store } = await openKeeping({ logger });
  await desk.page(searched("ana-canary@example.com"));
  await store.close();
  for (const path of [searched("ana-canary@example.com"), "/payments?email=ana-canary@example.com"]) {
    assert.equal((await desk.get(path)).status, 503);
  }
  assert.ok(logger.lines.length > 0);
  assert.doesNotMatch(JSON.stringify(logger.lines), /canary/);
});
