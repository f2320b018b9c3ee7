import assert from "node:assert/strict";
import { test } from "node:test";
import { keptIn } from "../../kept.ts";
import { pesos } from "../../merchant.ts";
import { twice } from "./cases.ts";
import { type Desk, openScene, type Scene } from "./counter.ts";
import { backForm } from "./given-back-form.ts";
import { visibleText } from "./visible-text.ts";

const day = 24 * 60 * 60_000;
const said = { reason: "one box was broken", by: "Ana" };

/** The rows of a file of the counter, by the names of their columns. */
async function fileOf(desk: Desk, path: string): Promise<Record<string, string>[]> {
  const text = (await (await desk.get(path)).text()).replace("\uFEFF", "");
  const [names = [], ...rows] = text.split("\r\n").map((line) => line.split(","));
  return rows.map((cells) => Object.fromEntries(names.map((name, at) => [name, cells[at] ?? ""])));
}

/** An order of RD$ 1,234,567.89 that was paid two days ago, and one of RD$ 1,000.00 of today. */
async function twoBatches() {
  const scene = await openScene();
  const { player } = scene;
  const old = await player.approved("A-1", 123_456_789);
  player.pass(2 * day);
  const fresh = await player.approved("A-2", 100_000);
  return { ...scene, old, fresh };
}

test("a batch's net sum is without what went back in it, whenever that was paid; its own payments say how they stand", async () => {
  const { desk, payments, old, fresh } = await twoBatches();
  await payments.recordGivenBack(old.id, { ...said, amount: pesos(56_789), reference: "501" });
  await payments.recordGivenBack(old.id, { ...said, amount: pesos(100), on: "2026-11-22" });
  await payments.recordGivenBack(fresh.id, said);
  const today = await desk.page("/close?batch=2026-11-23&lang=en");
  const text = visibleText(today);
  assert.match(
    text,
    /Approved 1 payment RD\$ 1,000\.00 .*ITBIS included RD\$ 152\.54 Of these, given back so far 1 payment RD\$ 1,000\.00 Given back in this batch 2 returns −RD\$ 1,567\.89 Net −RD\$ 567\.89 ITBIS of the net sum −RD\$ 86\.63/,
  );
  assert.match(text, /The net sum is what was approved in this batch without what was given back in it/);
  assert.match(
    text,
    /Given back in this batch 2 .* Given back Nov 23 A-1 Paid Nov 21 −RD\$ 567\.89 ITBIS −RD\$ 86\.63 Reference 501 Given back Nov 23 A-2/,
  );
  assert.match(today, new RegExp(`<a href="\\./payments/${old.id}">A-1</a>`));
  // The batch of the payment keeps its net sum, and one without payments has what went back in it.
  assert.match(
    visibleText(await desk.page("/close?batch=2026-11-21&lang=en")),
    /Approved 1 payment RD\$ 1,234,567\.89 .* Of these, given back so far 1 payment RD\$ 568\.89 Net RD\$ 1,234,567\.89 .* A-1 Given back in part RD\$ 1,234,567\.89 /,
  );
  assert.match(
    visibleText(await desk.page("/close?batch=2026-11-22&lang=en")),
    /Approved 0 payments RD\$ 0\.00 Given back in this batch 1 return −RD\$ 1\.00 Net −RD\$ 1\.00/,
  );
  assert.match(
    visibleText(await desk.page("/?lang=en")),
    /Approved 1 payment RD\$ 1,000\.00 Of these, given back so far 1 payment RD\$ 1,000\.00 Given back in this batch 2 returns −RD\$ 1,567\.89 Net −RD\$ 567\.89 .*Last close .* Approved 0 payments RD\$ 0\.00 Given back in this batch 1 return −RD\$ 1\.00 Net −RD\$ 1\.00/,
  );
});

test("lists and files say how much of a payment went back, and what is left of it", async () => {
  const { desk, payments, old, fresh } = await twoBatches();
  await payments.recordGivenBack(old.id, { ...said, amount: pesos(56_789) });
  await payments.recordGivenBack(fresh.id, said);
  const list = visibleText(await desk.page("/payments?lang=es"));
  assert.match(list, /A-2 RD\$ 1,000\.00 Devuelto Visa/);
  assert.match(list, /A-1 RD\$ 1,234,567\.89 devuelto: RD\$ 567\.89 Devuelto en parte Visa/);
  const money = (row: Record<string, string> | undefined) => [row?.Monto, row?.Devuelto, row?.Neto, row?.Nota];
  const [paid] = await fileOf(desk, "/close.csv?batch=2026-11-21");
  assert.deepEqual(money(paid), ["1234567.89", "567.89", "1234000.00", "Devuelto en parte"]);
  const [second, first] = await fileOf(desk, "/payments.csv");
  assert.deepEqual(money(first), money(paid));
  assert.deepEqual(money(second), ["1000.00", "1000.00", "0.00", "Devuelto"]);
});

test("the ITBIS of the parts of a payment adds up to its own, whatever is rounded", async () => {
  const { desk, payments, player } = await openScene();
  // Its ITBIS is RD$ 0.02. Of each part it is two thirds of a cent: rounded by itself a cent, three in all.
  const paid = await player.approved("A-1", 15);
  const shares: (string | undefined)[] = [];
  for (const batch of ["2026-11-22", "2026-11-23", "2026-11-24"]) {
    player.pass(day);
    await payments.recordGivenBack(paid.id, { ...said, amount: pesos(5) });
    const text = visibleText(await desk.page(`/close?batch=${batch}&lang=en`));
    shares.push(/ITBIS of the net sum (\S+ \S+)/.exec(text)?.[1]);
  }
  assert.deepEqual(shares, ["−RD$ 0.01", undefined, "−RD$ 0.01"]);
});

test("what the bank only held is released, and not given back: no batch's sum has it", async () => {
  const { desk, player, payments, store } = await openScene();
  const held = await twice(player, { capture: "later" });
  await payments.recordHandling(held.id, { ...said, returned: true });
  const { returns } = await keptIn(store).listReturns({ from: 0, until: 9e15, limit: 9 });
  assert.deepEqual(returns, []);
  assert.doesNotMatch(visibleText(await desk.page("/?lang=en")), /Given back in this batch/);
});

const partsOf = async ({ payments }: Pick<Scene, "payments">, order: string) =>
  (await payments.findOrder(order)).attempts.flatMap(({ givenBack = [] }) => givenBack);

test("what went back is checked on a page of its own, and recorded when it is confirmed", async () => {
  const { desk, payments, player, store } = await openScene();
  const { id } = await player.approved("A-1", 123_456_789);
  const form = await backForm(desk, id);
  assert.deepEqual([form.amount, form.on], ["1,234,567.89", "21/11/2026"]);
  const sent = { ...form, amount: "500", reference: "501" };
  const path = `/payments/${id}/given-back`;
  const checked = await desk.post(path, sent);
  assert.equal(checked.status, 200);
  const check = await checked.text();
  assert.match(
    visibleText(check),
    /You are about to record: RD\$ 500\.00 given back Order A-1 Day of the return Nov 21, 2026 Reference 501 Why was it given back\? one box was broken Left of the payment RD\$ 1,234,067\.89 .* No money moves\. .* Record Change/,
  );
  assert.deepEqual(await partsOf({ payments }, "A-1"), []);
  // To change it shows what was typed.
  const changed = await (await desk.post(path, { ...sent, step: "change" })).text();
  assert.match(changed, /<details class="give-back" name="give-back" open>/);
  assert.match(changed, /name="amount"[^>]* value="500"/);
  assert.match(changed, />one box was broken<\/textarea>/);
  const done = await desk.post(path, { ...sent, step: "record" });
  assert.equal(done.status, 303);
  const [part] = await partsOf({ payments }, "A-1");
  assert.deepEqual([part?.amount.minor, part?.reference, part?.by], [50_000, "501", "Ana"]);
  assert.deepEqual(
    (await keptIn(store).actionsOf(id)).map(({ by, action, note }) => [by, action, note]),
    [
      ["Ana", "openGivenBack", undefined],
      ["Ana", "givenBack", "one box was broken"],
    ],
  );
  const page = visibleText(await desk.page(`/payments/${id}?lang=en&recorded=back`));
  assert.match(
    page,
    /What was given back was recorded\. .*Money that went back .* Nov 21, 2026 RD\$ 500\.00 .* ref\. 501 /,
  );
  assert.match(page, /Ana: “one box was broken” ref\. 501 Record money/);
  assert.match(page, /Ana recorded RD\$ 500\.00 given back on Nov 21, 2026: “one box was broken”\./);
  // The rest, and then nothing is left: no form.
  assert.equal((await desk.post(path, { ...(await backForm(desk, id)), step: "record" })).status, 303);
  const whole = await desk.page(`/payments/${id}?lang=en`);
  assert.match(visibleText(whole), /Given back .* All of it went back\./);
  assert.doesNotMatch(whole, /given-back"/);
});

test("what is wrong in the form is said in one list and at its fields, and what was typed stays", async () => {
  const { desk, payments, player } = await openScene();
  const { id } = await player.approved("A-1", 100_000);
  const path = `/payments/${id}/given-back`;
  const { seen } = await backForm(desk, id);
  const wrong = { seen, amount: "1,000.01", on: "20/11/2026", reference: "5 0", reason: " " };
  const answer = await desk.post(path, { ...wrong, step: "record" });
  assert.equal(answer.status, 422);
  const page = await answer.text();
  const [summary = ""] = /<div class="alert" role="alert" tabindex="-1" autofocus>.*?<\/div>/s.exec(page) ?? [];
  assert.deepEqual(
    [...summary.matchAll(/href="#([^"]+)"/g)].map(([, target]) => target),
    ["back-amount", "back-on", "back-reference", "back-reason"],
  );
  assert.equal((page.match(/ aria-invalid="true"/g) ?? []).length, 4);
  for (const text of ["1,000.01", "20/11/2026", "5 0"]) assert.ok(page.includes(`value="${text}"`), text);
  const spanish = await (await desk.post(`${path}?lang=es`, { ...wrong, step: "record" })).text();
  assert.match(visibleText(spanish), /El pago es de hoy: escriba 21\/11\/2026\./);
  assert.deepEqual(await partsOf({ payments }, "A-1"), []);
  // A form without what was shown, one of a person who may only look, and one from elsewhere.
  assert.equal((await desk.post(path, { ...(await backForm(desk, id)), seen: "", step: "record" })).status, 409);
  const looks = desk.as("Eva who looks");
  assert.doesNotMatch(await looks.page(`/payments/${id}`), /given-back"/);
  assert.equal((await looks.post(path, { ...(await backForm(desk, id)), step: "record" })).status, 403);
  assert.equal((await desk.post(path, { ...wrong, token: "forged" })).status, 403);
  assert.deepEqual(await partsOf({ payments }, "A-1"), []);
});

test("the reference of another order's payment is no return's; one's own may be, as a void has it", async () => {
  const { desk, payments, player } = await openScene();
  const [{ id, facts }, other] = [await player.approved("A-1", 100_000), await player.approved("A-2", 100_000)];
  const own = facts.verdict?.reference ?? "";
  const send = async (fields: Record<string, string>) =>
    desk.post(`/payments/${id}/given-back`, { ...(await backForm(desk, id)), reason: "one broke", ...fields });
  const taken = await send({ amount: "100.00", reference: other.facts.verdict?.reference ?? "" });
  assert.equal(taken.status, 422);
  assert.match(await taken.text(), /id="error-back-reference">Another payment has this reference\. Check it\.</);
  // Before the batch closes the bank voids the whole: a part is asked about, and recorded.
  const part = visibleText(await (await send({ amount: "100.00", reference: own })).text());
  assert.match(part, /Take care Until the batch closes, the bank voids only a whole payment\./);
  assert.doesNotMatch(visibleText(await (await send({ amount: "1,000.00" })).text()), /Take care/);
  assert.equal((await send({ amount: "100.00", reference: own, step: "record" })).status, 303);
  assert.equal((await partsOf({ payments }, "A-1")).length, 1);
  // What is recorded already is said with what was written, or left out.
  const again = await send({ amount: "100.00", reference: own });
  assert.match(
    visibleText(await again.text()),
    new RegExp(`A return of RD\\$ 100\\.00 with the reference ${own} is recorded already`),
  );
  const bare = await send({ amount: "100.00", reference: "" });
  assert.match(
    visibleText(await bare.text()),
    /A return of RD\$ 100\.00 on that day is recorded already\. If this is another/,
  );
});

test("a link fills the form in; a payment that charged nothing, or waits for a decision, has none", async () => {
  const { desk, player } = await openScene();
  const { id } = await player.approved("A-1", 100_000);
  const page = await desk.page(`/payments/${id}?amount=20.00&on=2026-11-21&reference=501&lang=en`);
  assert.match(page, /<details class="give-back" name="give-back" open>/);
  assert.match(
    page,
    /name="amount"[^>]* value="20.00".*name="on"[^>]* value="2026-11-21".*name="reference"[^>]* value="501"/s,
  );
  const declined = await player.declined("A-2", 5000);
  const further = await twice(player);
  for (const attempt of [declined, further]) {
    assert.doesNotMatch(await desk.page(`/payments/${attempt.id}`), /given-back"/);
    const answer = await desk.post(`/payments/${attempt.id}/given-back`, { reason: "x", step: "record" });
    assert.equal(answer.status, 409);
  }
});

test("of an approval in part that nobody named, a person names the part, and what goes back of it is recorded", async () => {
  const { desk, player, payments } = await openScene();
  const { id } = await player.review("A-1", 485_000, { code: "10" });
  await payments.resolve(id, { paid: true, reason: "the rest in cash", by: "Ana" });
  const page = visibleText(await desk.page(`/payments/${id}?lang=en`));
  assert.match(page, /The bank approved only a part, and nobody has said how much: no return can be recorded\./);
  await assert.rejects(payments.recordGivenBack(id, said), /name it in the counter first/);
  const path = `/payments/${id}/approved-part`;
  const seenOn = async () => /name="seen" value="([^"]+)"/.exec(await desk.page(`/payments/${id}?lang=en`))?.[1] ?? "";
  const form = { seen: await seenOn(), amount: "1000.00", reason: "help desk, case 4711" };
  for (const wrong of [{ amount: "4850.01" }, { amount: "0" }, { reason: "" }]) {
    assert.equal((await desk.post(path, { ...form, ...wrong, step: "record" })).status, 422);
  }
  const check = visibleText(await (await desk.post(path, form)).text());
  assert.match(
    check,
    /You are about to record: RD\$ 1,000\.00 approved by the bank Order A-1 How do you know\? help desk/,
  );
  assert.equal((await desk.post(path, { ...form, step: "record" })).status, 303);
  assert.equal((await desk.post(path, { ...form, amount: "2000.00", step: "record" })).status, 409);
  assert.match(visibleText(await desk.page("/?lang=en")), /Approved 1 payment RD\$ 1,000\.00/);
  await assert.rejects(payments.recordGivenBack(id, { ...said, amount: pesos(100_001) }), /at most RD\$.1,000\.00/);
  const back = await backForm(desk, id);
  assert.equal(back.amount, "1,000.00");
  assert.equal((await desk.post(`/payments/${id}/given-back`, { ...back, step: "record" })).status, 303);
  assert.deepEqual((await partsOf({ payments }, "A-1")).length, 1);
  // A payment that was approved whole has nothing to name.
  const whole = await player.approved("A-2", 5000);
  assert.equal((await desk.post(`/payments/${whole.id}/approved-part`, { ...form, step: "record" })).status, 409);
});

test("of two payments the one that was approved in part goes back, and counts once its part is named", async () => {
  const { desk, player, payments, store } = await openScene({ onPaidAgain: () => {} });
  const one = await player.answer(await player.open(await player.begin("A-1", 485_000)), "empty");
  const other = await player.open(await player.begin("A-1", 484_000));
  player.pass(day / 24);
  await player.answer(one, "approved", player.verdict());
  const { id } = await player.answer(other, "review", { ...player.verdict(), code: "10" });
  await payments.resolve(id, { paid: true, reason: "the rest in cash", by: "Ana" });
  await payments.recordHandling(id, { ...said, returned: true });
  const net = async () => {
    const { totals } = await payments.summary({ batch: "2026-11-21" });
    return totals.map(({ approved, reversed, givenBack }) => [approved.minor, reversed.minor, givenBack.minor]);
  };
  assert.deepEqual(await net(), [[485_000, 0, 0]]);
  // The sums of a day that is over are kept: they are of what was known then.
  player.pass(3 * day);
  assert.deepEqual(await net(), [[485_000, 0, 0]]);
  const [, seen = ""] =
    /approved-part".*?name="seen" value="([^"]+)"/s.exec(await desk.page(`/payments/${id}?lang=en`)) ?? [];
  const form = { seen, amount: "1000.00", reason: "help desk", step: "record" };
  assert.equal((await desk.post(`/payments/${id}/approved-part`, form)).status, 303);
  assert.deepEqual(await net(), [[585_000, 100_000, 100_000]]);
  const { returns } = await keptIn(store).listReturns({ from: 0, until: 9e15, limit: 10 });
  assert.deepEqual(
    returns.map(({ attempt, amount }) => [attempt, amount.minor]),
    [[id, 100_000]],
  );
});

test("a batch's file has a row for each part that went back in it, and its amounts add up to the net sum", async () => {
  const { desk, payments, old, fresh } = await twoBatches();
  await payments.recordGivenBack(old.id, { ...said, amount: pesos(56_789), reference: "501" });
  await payments.recordGivenBack(fresh.id, { ...said, amount: pesos(100) });
  const rows = await fileOf(desk, "/close.csv?batch=2026-11-23&lang=en");
  const sums = (name: string) => rows.reduce((sum, row) => sum + Math.round(Number(row[name] || 0) * 100), 0);
  const shown = rows.map((row) => [row.Batch, row.Order, row.Reference, row.Amount, row.ITBIS, row.Net, row.Note]);
  const reference = `"=""${fresh.facts.verdict?.reference}"""`;
  assert.deepEqual(shown.slice(0, 3), [
    ["2026-11-23", "A-2", reference, "1000.00", "152.54", "999.00", "Given back in part"],
    ["2026-11-23", "A-1", "501", "-567.89", "-86.63", "", "Given back on 2026-11-23"],
    ["2026-11-23", "A-2", "", "-1.00", "-0.15", "", "Given back on 2026-11-23"],
  ]);
  assert.deepEqual(shown[3]?.[0], "End: 1 payment and 2 returns");
  assert.equal(sums("Amount"), 43_111);
  assert.match(visibleText(await desk.page("/close?batch=2026-11-23&lang=en")), / Net RD\$ 431\.11 /);
  // A batch in which something went back and nothing was paid has a file, too.
  assert.doesNotMatch(await desk.page("/close?batch=2026-11-22"), /close\.csv/);
  await payments.recordGivenBack(old.id, { ...said, amount: pesos(50), on: "2026-11-22" });
  assert.match(await desk.page("/close?batch=2026-11-22"), /href="[^"]*close\.csv\?batch=2026-11-22"/);
});
