import assert from "node:assert/strict";
import { test } from "node:test";
import { encode } from "uqr";
import { qrOf } from "./desk.ts";

test("a code is drawn module by module, black on white with four around it, and named for who does not see it", () => {
  const text = "https://shop.example/pay/K7MP4XQ9TD";
  const svg = qrOf(text, 'Code of "<the link>"').toString();
  const { data, size } = encode(text, { ecc: "M", border: 0 });
  const drawn = new Set([...svg.matchAll(/M(\d+),(\d+)h1v1h-1z/g)].map(([, x, y]) => `${x} ${y}`));
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`${x + 4} ${y + 4}`] : [])));
  assert.deepEqual(drawn, new Set(dark));
  assert.ok(svg.includes(`viewBox="0 0 ${size + 8} ${size + 8}"`) && svg.includes('fill="white"'));
  assert.match(svg, /aria-label="Code of &quot;&lt;the link&gt;&quot;"/);
});
