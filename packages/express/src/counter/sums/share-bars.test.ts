import assert from "node:assert/strict";
import { test } from "node:test";
import { shareBar, wholeShares } from "./share-bars.ts";

/** The widths of a track and of the bar on it, in percent of their line, and the number behind them. */
function drawn(share: number) {
  const text = String(shareBar(share, { tone: "declined", about: "Parte de los no pagados (8)" }, "es"));
  const widthOf = (name: string) => Number(new RegExp(`class="${name}" width="([^"]+)%"`).exec(text)?.[1]);
  return { track: widthOf("track"), bar: widthOf("declined"), said: /class="dim">([^<]*)</.exec(text)?.[1] };
}

test("a bar is as long as its share of a track that is the whole, whatever stands beside it", () => {
  for (const [share, bar, said] of [
    [0, 0, "0%"],
    [0.125, 12.5, "13%"],
    [0.2, 20, "20%"],
    [0.63, 63, "63%"],
    [1, 100, "100%"],
  ] as const) {
    assert.deepEqual(drawn(share), { track: 100, bar, said });
  }
});

test("the bars of all parts come to the whole", () => {
  const shares = wholeShares([5, 1, 2]);
  assert.deepEqual(shares, [0.63, 0.12, 0.25]);
  assert.equal(
    shares.reduce((sum, share) => sum + drawn(share).bar, 0),
    100,
  );
});
