import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { decisionTexts } from "#express/counter/texts/decision.ts";
import { surfaces } from "../package/sentences.ts";
import { root } from "../package/texts.ts";
import { allDocuments } from "./documents.ts";

const plain = (text: string) => text.replaceAll(/\s+/g, " ").replaceAll(/^[ .,…]+|[ .,…]+$/g, "").toLowerCase();
const staff = allDocuments().filter(({ path }) => /^docs\/(?:staff|es\/personal)\//.test(path));
const allProse = staff.map(({ path, prose }) => ({ path, text: prose.join("\n") }));
const unknownIn = (pattern: RegExp, known: string, atLeast: number) => {
  const quotes = allProse.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)].map(([, en, es]) => ({ path, quote: plain(en ?? es ?? "") })),
  );
  assert.ok(quotes.length >= atLeast, `${quotes.length} quotes`);
  return quotes.filter(({ quote }) => !known.includes(quote));
};
