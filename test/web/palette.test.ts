import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { test } from "node:test";
import { palette } from "@ventanilla/web";
import { root } from "../package/texts.ts";

const read = (path: string) => readFileSync(resolve(root, path), "utf8");

type Colors = Record<string, string>;

/** The custom properties that a sheet sets, by day and by night. */
function schemesOf(sheet: string): { day: Colors; night: Colors } {
  const [day = "", night = ""] = sheet.split("@media (prefers-color-scheme: dark)");
  const colorsOf = (text: string): Colors =>
    Object.fromEntries([...text.matchAll(/(--[a-z-]+): (#\w+);/g)].map(([, name = "", value = ""]) => [name, value]));
  return { day: colorsOf(day), night: colorsOf(night) };
}

const schemes = schemesOf(palette);

/** Relative luminance (WCAG 2.2). */
function luminance(color: string): number {
  const digits = color.length === 4 ? color.replace(/\w/g, "$&$&") : color;
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(digits.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const grounds = ["--card", "--paper", "--wash"];
/** Which color stands on which, as text. What draws a border or a mark, 3:1, is among them. */
const pairs = [
  ...["--ink", "--dim", "--accent", "--alert", "--bad"].flatMap((text) => grounds.map((ground) => [text, ground])),
  ...["--accent", "--alert", "--bad"].map((text) => [text, `${text}-wash`]),
  ["--on", "--accent"],
  // The number in a badge of what waits.
  ["--card", "--alert"],
];

for (const [scheme, colors] of Object.entries(schemes)) {
  test(`each text of the palette can be read on each of its grounds: ${scheme}`, () => {
    const weak = pairs
      .map(([text = "", ground = ""]) => ({ text, ground, ratio: contrast(colors[text] ?? "", colors[ground] ?? "") }))
      .filter(({ ratio }) => !(ratio >= 4.5));
    assert.deepEqual(weak, []);
  });
}

test("the two schemes of the palette name the same colors", () => {
  const { day, night } = schemes;
  assert.deepEqual(Object.keys(night), Object.keys(day));
});

test("a made shop has the palette's colors", () => {
  const made = schemesOf(read("packages/create/templates/any/public/style.css"));
  for (const scheme of ["day", "night"] as const) {
    const names = Object.keys(made[scheme]);
    assert.ok(names.length > 5);
    assert.deepEqual(made[scheme], Object.fromEntries(names.map((name) => [name, schemes[scheme][name]])));
  }
});

test("the documents have the palette's colors, in the scheme that the reader chooses", () => {
  const [, day = "", night = ""] =
    /:root \{(.*?)\n\}.*\n\.dark \{(.*?)\n\}/s.exec(read("docs/.vitepress/theme/style.css")) ?? [];
  for (const [text, colors] of [
    [day, schemes.day],
    [night, schemes.night],
  ] as const) {
    const own = Object.entries(schemesOf(text).day).filter(([name]) => !name.startsWith("--vp-"));
    assert.ok(own.length > 5);
    assert.deepEqual(
      own,
      own.map(([name]) => [name, colors[name]]),
    );
    assert.match(text, /--vp-c-brand-1: var\(--accent\);/);
  }
});

test("the playground's two grounds have the palette's colors", () => {
  const sheet = read("demo/theatre/assets/playground.css");
  for (const [ground, colors] of [
    ["light", schemes.day],
    ["dark", schemes.night],
  ] as const) {
    const [, block = ""] = sheet.split(`.stage[data-background="${ground}"] {`);
    const { day } = schemesOf(block.slice(0, block.indexOf("}")));
    const names = Object.keys(day);
    assert.ok(names.length > 3);
    assert.deepEqual(day, Object.fromEntries(names.map((name) => [name, colors[name]])));
  }
});

test("a receipt, whose mail program knows no custom properties, has colors of the palette", () => {
  const known = new Set([...Object.values(schemes.day), ...Object.values(schemes.night), "#fff", "#000"]);
  const used = read("packages/links/src/receipt/receipt.css").match(/#[0-9a-f]{3,8}\b/g) ?? [];
  assert.ok(used.length > 10);
  // The shadow is the ink, mostly transparent.
  assert.deepEqual(
    [...new Set(used)].filter((color) => !known.has(color) && color !== `${schemes.day["--ink"]}33`),
    [],
  );
});

test("the tag, the awning and the marks have the palette's green", () => {
  const { day } = schemes;
  for (const [path, text] of [
    ["packages/element/src/styles.ts", "var(--ventanilla-accent, GREEN)"],
    ["packages/web/src/parts.css", "var(--shop, GREEN)"],
    ["packages/links/src/options.ts", 'color = "GREEN"'],
    ["packages/create/templates/any/public/icon.svg", 'fill="GREEN"'],
    ["docs/.vitepress/mark.svg", 'fill="GREEN"'],
    ["docs/.vitepress/theme/ElementStates.vue", 'ref("GREEN")'],
  ] as const) {
    assert.ok(read(path).includes(text.replace("GREEN", day["--accent"] ?? "")), path);
  }
});
