import assert from "node:assert/strict";
import { test } from "node:test";
import { keptIn } from "../../kept.ts";
import { type Desk, openScene } from "./counter.ts";
import { visibleText } from "./visible-text.ts";

const pathOf = (id: string) => `/payments/${id}`;

/** Writes a note, as the form on the payment's page sends it. */
const write = (desk: Desk, id: string, note: string) => desk.post(`${pathOf(id)}/note`, { note });

test("a note stands on the payment's page with its name, day and time, and among what happened", async () => {
  const { desk, player } = await openScene();
  const { id } = await player.approved("A-1", 100_000);
  await desk.page(pathOf(id));
  const sent = await write(desk, id, "  Pasa a recoger\r\n el sábado:  llamó Rosa.  ");
  assert.deepEqual([sent.status, sent.headers.get("location")], [303, `../../payments/${id}#notes`]);
  player.pass(60 * 60_000);
  const luis = desk.as("Luis");
  await luis.page(pathOf(id));
  await write(luis, id, "Recogido.");
  const text = visibleText(await desk.page(`${pathOf(id)}?lang=es`));
  assert.match(
    text,
    / Notas Pasa a recoger el sábado: llamó Rosa\. Ana , 21 nov 2026, 10:0\d a\. m\. Recogido\. Luis , 21 nov 2026, 11:0\d a\. m\. Nota nueva /,
  );
  assert.match(text, / Ana escribió una nota\. .* 11:0\d:\d\d a\. m\. \+1 h 01 min Luis escribió una nota\. /);
  const english = visibleText(await desk.page(`${pathOf(id)}?lang=en`));
  assert.match(english, / Luis wrote a note\. .* Notes Pasa .* Luis , Nov 21, 2026, 11:0\d AM New note /);
});

test("a form that is sent twice keeps one note, also in two processes at once; a minute later it is another", async () => {
  const { desk, player, store } = await openScene();
  const { id } = await player.approved("A-1", 100_000);
  await desk.page(pathOf(id));
  await write(desk, id, "asked the buyer");
  assert.equal((await write(desk, id, "asked the buyer")).status, 303);
  assert.equal((await keptIn(store).actionsOf(id)).length, 1);
  // What another process has kept that had read before this one wrote.
  await keptIn(store).recordAction({ by: "Ana", action: "note", subject: id, note: "asked the buyer" });
  const shown = async () => (await desk.page(pathOf(id))).split("<bdi>asked the buyer</bdi>").length - 1;
  assert.equal(await shown(), 1);
  const luis = desk.as("Luis");
  await luis.page(pathOf(id));
  await write(luis, id, "asked the buyer");
  assert.equal(await shown(), 2);
  player.pass(61_000);
  await write(desk, id, "asked the buyer");
  assert.equal(await shown(), 3);
});

test("a note without a sentence, or with too long a one, is refused at its field, and what was typed stays", async () => {
  const { desk, player, store } = await openScene();
  const { id } = await player.approved("A-1", 100_000);
  await desk.page(`${pathOf(id)}?lang=en`);
  for (const typed of ["", "   ", "\u200b\u200e", "a\u0007b", "x".repeat(501)]) {
    const answer = await write(desk, id, typed);
    const page = await answer.text();
    assert.equal(answer.status, 422, JSON.stringify(typed));
    assert.match(page, /<p class="wrong" id="error-note">Write the note, in up to 500 characters\.<\/p>/);
    assert.match(page, /aria-describedby="error-note hint-note" aria-invalid="true" autofocus>/);
    assert.ok(page.includes(`autofocus>${typed}</textarea>`));
  }
  assert.deepEqual(await keptIn(store).actionsOf(id), []);
  await write(desk, id, "ñ".repeat(500));
  assert.equal((await keptIn(store).actionsOf(id)).length, 1);
});

test("a note runs nothing in the page, turns no text around it, and keeps no card number", async () => {
  const { desk, player, store } = await openScene();
  const { id } = await player.approved("A-1", 100_000);
  await desk.page(pathOf(id));
  await write(desk, id, `<script>alert(1)</script> "\u202e <img src=x onerror=alert(1)>`);
  await write(desk, id, "paid with 4111 1111 1111 1111");
  const page = await desk.page(pathOf(id));
  assert.doesNotMatch(page, /<script>alert|<img src=x/);
  assert.match(
    page,
    /<bdi>&lt;script&gt;alert\(1\)&lt;\/script&gt; &quot;\u202e &lt;img src=x onerror=alert\(1\)&gt;<\/bdi>/,
  );
  assert.doesNotMatch(JSON.stringify(await keptIn(store).actionsOf(id)), /4111 1111|1111 1111/);
});

test("somebody who may only look reads the notes and writes none, and no note belongs to a payment that does not exist", async () => {
  const { desk, player, store } = await openScene();
  const { id } = await player.approved("A-1", 100_000);
  const looker = desk.as("Rosa who looks");
  assert.doesNotMatch(await looker.page(pathOf(id)), /id="notes"/);
  await desk.page(pathOf(id));
  await write(desk, id, "asked the buyer");
  const page = await looker.page(pathOf(id));
  assert.match(page, /<bdi>asked the buyer<\/bdi>/);
  assert.doesNotMatch(page, /name="note"/);
  assert.equal((await write(looker, id, "me, too")).status, 403);
  assert.equal((await write(desk, "nothing", "to whom?")).status, 404);
  assert.equal((await desk.post(`${pathOf(id)}/note`, { note: "forged", token: "x" })).status, 403);
  assert.equal((await keptIn(store).actionsOf(id)).length, 1);
});
