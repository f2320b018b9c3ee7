import assert from "node:assert/strict";
import { test } from "node:test";
import { decision, openScene } from "./counter.ts";
import { visibleText } from "./visible-text.ts";

/** The tags of a page that have an attribute. */
const tagsWith = (page: string, attribute: string): string[] =>
  [...page.matchAll(/<\w[^>]*>/g)].map(([tag]) => tag).filter((tag) => tag.includes(` ${attribute}`));

/** The texts that describe what a tag begins, in the order in which they are read out. */
function descriptions(page: string, tag: string): string[] {
  const ids = /aria-describedby="([^"]+)"/.exec(tag)?.[1]?.split(" ") ?? [];
  return ids.map((id) => {
    const found = [...page.matchAll(new RegExp(`<(\\w+)[^>]* id="${id}"[^>]*>(.*?)</\\1>`, "gs"))];
    assert.equal(found.length, 1, id);
    return visibleText(found[0]?.[2] ?? "");
  });
}

/** What the summary says, and to which fields its lines lead. */
const linesOf = (page: string) =>
  [...page.matchAll(/<a href="#((?!form-)[^"]+)">(.*?)<\/a>(?:<\/li>|<\/p><\/div>)/g)].map(
    ([, field = "", text = ""]) => ({
      field,
      text: visibleText(text).trim(),
    }),
  );

test("what is wrong with a decision is said right above it, which has the focus, with a link to its field, and there too", async () => {
  const { desk, player } = await openScene();
  const { id } = await player.unknown("A-1", 500_000);
  const { decision: _, ...undecided } = decision("yes");
  for (const [fields, linked, described] of [
    [undecided, 'name="decision" value="yes"', "<fieldset"],
    [{ ...decision("yes"), reason: " " }, 'name="reason"', 'name="reason"'],
    [{ ...decision("yes"), reference: "1 2" }, 'name="reference"', 'name="reference"'],
    [{ ...decision("yes"), authorization: "1234567" }, 'name="authorization"', 'name="authorization"'],
    [{ ...decision("no"), reference: "12" }, 'name="reference"', 'name="reference"'],
    [{ ...decision("yes"), approved: "0" }, 'name="approved"', 'name="approved"'],
    [{ ...decision("no"), approved: "1.00" }, 'name="approved"', 'name="approved"'],
  ] as [Record<string, string>, string, string][]) {
    for (const language of ["es", "en"]) {
      await desk.page(`/payments/${id}?lang=${language}`);
      const page = await (await desk.post(`/payments/${id}/resolve`, fields)).text();
      assert.deepEqual(tagsWith(page, "autofocus"), ['<div class="alert" role="alert" tabindex="-1" autofocus>']);
      assert.match(page, /<div class="alert"(?:(?!<\/div>).)*<\/div>\s*<section class="card waits"/s);
      const [alert, ...others] = linesOf(page);
      assert.deepEqual(others, []);
      assert.ok(tagsWith(page, `id="${alert?.field}"`)[0]?.includes(linked), linked);
      const tag = tagsWith(page, "aria-describedby").find((each) => each.includes(described)) ?? assert.fail();
      assert.equal(descriptions(page, tag)[0], alert?.text, described);
      for (const each of tagsWith(page, "aria-describedby")) descriptions(page, each);
    }
  }
});

test("everything that is wrong is said at once, in the order of the form", async () => {
  const { desk, player } = await openScene();
  const { id } = await player.unknown("A-1", 500_000);
  const fields = async (form: Record<string, string>) => {
    await desk.page(`/payments/${id}?lang=en`);
    const answer = await desk.post(`/payments/${id}/resolve`, form);
    const page = await answer.text();
    const lines = linesOf(page);
    assert.equal(answer.status, 422);
    assert.match(page, /<p>Nothing was recorded\. (?:Correct:<\/p>|<a href=)/);
    assert.equal(
      tagsWith(page, "aria-invalid").length,
      lines.filter(({ field }) => !field.startsWith("choice")).length,
    );
    return lines.map(({ field }) => field.replace(`-${id}`, ""));
  };
  assert.deepEqual(await fields({ reason: "" }), ["choice-0", "reason"]);
  const numbers = { reference: "1 2", authorization: "1234567" };
  assert.deepEqual(await fields({ reason: " ", ...numbers, approved: "much" }), [
    "choice-0",
    "reference",
    "authorization",
    "approved",
    "reason",
  ]);
  assert.deepEqual(await fields({ ...decision("no"), ...numbers, approved: "1.00" }), ["reference", "approved"]);
});

test("a decision that arrived incomplete is not the fault of a field", async () => {
  const { desk, player } = await openScene();
  const { id } = await player.unknown("A-1", 500_000);
  for (const fields of [undefined, { ...decision("yes"), seen: "x" }]) {
    const page = await desk.page(`/payments/${id}`);
    const shown = fields ? await (await desk.post(`/payments/${id}/resolve`, fields)).text() : page;
    assert.deepEqual([tagsWith(shown, "autofocus"), tagsWith(shown, "aria-invalid")], [[], []]);
    assert.ok(!shown.includes('id="error-'));
  }
});
