import assert from "node:assert/strict";
import { test } from "node:test";
import { keptIn } from "../../kept.ts";
import { decision, openDesk, openScene } from "./counter.ts";
import { backForm } from "./given-back-form.ts";
import { visibleText } from "./visible-text.ts";

const minute = 60_000;
const hasOpened = / (?:lo abrió|lo acaba de abrir|opened it|has just opened it)/;

test("who opens a payment that waits reads who else has it open, in another process, too, and so does the list", async () => {
  const { desk, player, payments } = await openScene();
  const { id } = await player.unknown("A-1", 100_000);
  assert.doesNotMatch(visibleText(await desk.page(`/payments/${id}?lang=es`)), hasOpened);
  const luis = await openDesk(payments, "Luis");
  const page = async (path: string) => visibleText(await luis.page(`${path}?lang=es`));
  assert.match(await page(`/payments/${id}`), / Ana lo acaba de abrir\. /);
  player.pass(3 * minute);
  assert.match(await page(`/payments/${id}`), / Ana lo abrió hace 3 min\. /);
  assert.match(await page("/decide"), /Pregunte al banco Ana lo abrió hace 3 min\. /);
  // Nobody reads of themselves.
  const own = visibleText(await desk.page("/decide?lang=en"));
  assert.match(own, / Luis opened it 3 min ago\. /);
  assert.doesNotMatch(own, /Ana opened|Ana has just/);
  player.pass(27 * minute);
  assert.doesNotMatch(await page(`/payments/${id}`), hasOpened);
});

test("it locks nothing: the other one decides, and then nobody is said to have it open", async () => {
  const { desk, player, payments } = await openScene();
  const { id } = await player.unknown("A-1", 100_000);
  await desk.page(`/payments/${id}`);
  const luis = await openDesk(payments, "Luis");
  await luis.page(`/payments/${id}`);
  assert.equal((await luis.post(`/payments/${id}/resolve`, decision("yes"))).status, 303);
  assert.doesNotMatch(visibleText(await luis.page(`/payments/${id}`)), hasOpened);
});

test("it is kept once in ten minutes for each person and payment, and not for who only looks, or for updates of an open page", async () => {
  const { desk, player, store } = await openScene();
  const { id } = await player.unknown("A-1", 100_000);
  const paid = await player.approved("A-2", 100_000);
  const kept = async () => (await keptIn(store).actionsOf(id)).map(({ by, action }) => `${by} ${action}`);
  await desk.get(`/payments/${id}`, { "Ventanilla-Live": "1" });
  await desk.as("Rosa who looks").page(`/payments/${id}`);
  await desk.page("/decide");
  assert.deepEqual(await kept(), []);
  await desk.page(`/payments/${id}`);
  player.pass(9 * minute);
  await desk.page(`/payments/${id}`);
  assert.deepEqual(await kept(), ["Ana openDecision"]);
  player.pass(minute);
  await desk.page(`/payments/${id}`);
  assert.deepEqual(await kept(), ["Ana openDecision", "Ana openDecision"]);
  // What happened to the payment is told without it, and a payment that waits for nobody keeps nothing.
  assert.doesNotMatch(/<ol class="steps">.*?<\/ol>/s.exec(await desk.page(`/payments/${id}`))?.[0] ?? "", /Ana/);
  await desk.page(`/payments/${paid.id}`);
  assert.deepEqual(await keptIn(store).actionsOf(paid.id), []);
});

test("who checks what went back is named to the others until it is recorded", async () => {
  const { desk, player, payments } = await openScene();
  const { id } = await player.approved("A-1", 100_000);
  const path = `/payments/${id}/given-back`;
  const form = { ...(await backForm(desk, id)), amount: "500", reason: "one box was broken" };
  const luis = await openDesk(payments, "Luis");
  const seen = async () => visibleText(await luis.page(`/payments/${id}?lang=en`));
  assert.doesNotMatch(await seen(), hasOpened);
  assert.equal((await desk.post(path, form)).status, 200);
  assert.match(await seen(), / Ana has just opened it\. /);
  assert.equal((await desk.post(path, { ...form, step: "record" })).status, 303);
  assert.doesNotMatch(await seen(), hasOpened);
});

test("who checks how much the bank approved is named to the others until it is recorded", async () => {
  const { desk, player, payments } = await openScene();
  const { id } = await player.review("A-1", 485_000, { code: "10" });
  await payments.resolve(id, { paid: true, reason: "the rest in cash", by: "Ana" });
  const path = `/payments/${id}/approved-part`;
  const [, basis = ""] = /name="seen" value="([^"]+)"/.exec(await desk.page(`/payments/${id}`)) ?? [];
  const form = { seen: basis, amount: "1000.00", reason: "help desk, case 4711" };
  const luis = await openDesk(payments, "Luis");
  const seen = async () => visibleText(await luis.page(`/payments/${id}?lang=en`));
  assert.equal((await desk.post(path, form)).status, 200);
  assert.match(await seen(), / Ana has just opened it\. /);
  assert.equal((await desk.post(path, { ...form, step: "record" })).status, 303);
  assert.doesNotMatch(await seen(), hasOpened);
});

test("a payment that waits says how many notes it has", async () => {
  const { desk, player } = await openScene();
  const { id } = await player.unknown("A-1", 100_000);
  await desk.page(`/payments/${id}`);
  await desk.post(`/payments/${id}/note`, { note: "called the bank, case 4711" });
  assert.match(visibleText(await desk.page("/decide?lang=en")), / 1 note\. /);
});
