import type { LinkShop } from "../links/shop.ts";
import { type Look, testScenes } from "./look.ts";
import { rewrite } from "./rewrite.ts";
import { linkScenes, startLinks } from "./scenes/links.ts";
import { test } from "./test.ts";

let shop: LinkShop;
test.beforeAll(async () => {
  shop = await startLinks();
});
test.afterAll(() => shop.close());

const looks: Look[] = [
  { name: "a link's page that asks for the buyer", language: "es", width: 320, colorScheme: "light" },
  { name: "a link's page with what to correct", language: "en", width: 390, colorScheme: "dark" },
  { name: "a link's page that is ready to pay", language: "en", width: 1280, colorScheme: "light" },
  { name: "a receipt's page", language: "es", width: 390, colorScheme: "light" },
  { name: "the staff's form of a link", language: "es", width: 1280, colorScheme: "light" },
  { name: "the staff's keypad", language: "es", width: 320, colorScheme: "dark" },
  { name: "the staff's links", language: "es", width: 320, colorScheme: "light" },
  { name: "the staff's link", language: "en", width: 1280, colorScheme: "dark" },
  { name: "the staff's link that is paid", language: "es", width: 390, colorScheme: "light" },
  { name: "the staff's poster", language: "en", width: 768, colorScheme: "light" },
];

testScenes(
  linkScenes(() => shop),
  {
    looks,
    async same(page) {
      // Another code each time, in the address, too, and what is drawn of them.
      await rewrite(page, "http://127\\.0\\.0\\.1:\\d+", "https://dulces.example");
      await rewrite(page, "127\\.0\\.0\\.1:\\d+", "dulces.example");
      await rewrite(page, "(?<![A-Z0-9])[A-HJ-NP-Z2-9]{5}(-?)[A-HJ-NP-Z2-9]{5}(?![A-Z0-9])", "K7MP4$1XQ9TD");
      // The page's policy allows no style tag.
      await page.evaluate(() => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(".qr svg { opacity: 0 }");
        document.adoptedStyleSheets.push(sheet);
      });
    },
  },
);
