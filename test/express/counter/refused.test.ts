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

test("what is wrong with a decision is said at its field too, which has the focus", async () => {
  const { desk, player } = await openScene();
  const { id } = await player.unknown("A-1", 500_000);
  const { decision: _, ...undecided } = decision("yes");
  for (const [fields, focused, described] of [
    [undecided, 'name="decision" value="yes"', "<fieldset"],
    [{ ...decision("yes"), reason: " " }, 'name="reason"', 'name="reason"'],
    [{ ...decision("yes"), reference: "1 2" }, 'name="reference"', 'name="reference"'],
    [{ ...decision("yes"), authorization: "1234567" }, 'name="reference"', 'name="authorization"'],
    [{ ...decision("no"), reference: "12" }, 'name="reference"', 'name="reference"'],
    [{ ...decision("yes"), approved: "0" }, 'name="approved"', 'name="approved"'],
    [{ ...decision("no"), approved: "1.00" }, 'name="approved"', 'name="approved"'],
  ] as [Record<string, string>, string, string][]) {
    for (const language of ["es", "en"]) {
      await desk.page(`/payments/${id}?lang=${language}`);
      const page = await (await desk.post(`/payments/${id}/resolve`, fields)).text();
      const alert = /<p class="alert" role="alert">(.*?)<\/p>/.exec(page)?.[1] ?? assert.fail();
      const inFocus = tagsWith(page, "autofocus");
      assert.equal(inFocus.length, 1, focused);
      assert.ok(inFocus[0]?.includes(focused), focused);
      const tag = tagsWith(page, "aria-describedby").find((each) => each.includes(described)) ?? assert.fail();
      assert.equal(descriptions(page, tag)[0], visibleText(alert).trim(), described);
      for (const each of tagsWith(page, "aria-describedby")) descriptions(page, each);
    }
  }
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
