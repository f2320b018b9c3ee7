import { type Look, testScenes } from "./look.ts";
import { rewrite } from "./rewrite.ts";
import { playgroundScenes } from "./scenes/playground.ts";

const timeLines = { name: "the playground's time lines", amount: "9,999,999.99" };

const looks: Look[] = [
  { ...timeLines, language: "es", width: 320, colorScheme: "dark" },
  { ...timeLines, language: "en", width: 820, colorScheme: "light" },
  { ...timeLines, language: "es", width: 1280, colorScheme: "light" },
];

testScenes(playgroundScenes, {
  looks,
  async same(page) {
    // Made up each time; and the clock has the machine's time zone.
    await rewrite(page, "P00l-[a-z0-9]{6}", "P00l-x7k2p9");
    await rewrite(page, "[0-9a-f]{8}(?:-[0-9a-f]{4,12}){4}", "2b7e4d8a-3c1f-4e5a-9b6d-8f0a1c2e3d4f");
    await rewrite(page, "\\d?\\d:\\d\\d\\s[apAP]\\.?\\s?[mM]\\.?", "9:41 a. m.");
  },
  // The header and the footer are the shop's.
  shown: (page) => page.locator("main"),
});
