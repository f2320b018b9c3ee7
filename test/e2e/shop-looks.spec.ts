import { type Look, testScenes } from "./look.ts";
import { rewrite } from "./rewrite.ts";
import { shopScenes } from "./scenes/shop.ts";

/** The amount that a page shows in all places. Default: those of one of each good, RD$ 16,680.00 together. */
const most = "9,999,999.99";

const looks: Look[] = [
  { name: "the shop", language: "es", width: 320, colorScheme: "light", amount: most },
  { name: "the shop", language: "en", width: 1280, colorScheme: "dark" },
  { name: "the cart", language: "es", width: 320, colorScheme: "dark", amount: most },
  { name: "the cart", language: "en", width: 768, colorScheme: "light", amount: most },
  { name: "the cart", language: "es", width: 1280, colorScheme: "light", amount: "150,120.00" },
  { name: "the checkout", language: "en", width: 320, colorScheme: "light", amount: most },
  { name: "the checkout", language: "es", width: 1280, colorScheme: "light" },
  { name: "the checkout", language: "es", width: 768, colorScheme: "dark", amount: most },
  { name: "the orders", language: "es", width: 320, colorScheme: "light", amount: most },
  { name: "the orders", language: "en", width: 1280, colorScheme: "dark", amount: most },
];

testScenes(shopScenes, {
  looks,
  async same(page) {
    // The sandbox's cards are not the shop's to design.
    await page.evaluate(() => document.querySelector("details")?.removeAttribute("open"));
    // How many orders there were before is not the page's.
    await rewrite(page, "A-\\d{4}", "A-1001");
    // Nor is when they were placed, and a day may have one digit or two.
    await rewrite(page, "\\d?\\d\\s[a-z]{3}\\s\\d{4},\\s.+", "27 nov 2026, 10:05 p. m.");
    await rewrite(page, "[A-Z][a-z]{2}\\s\\d?\\d,\\s\\d{4},\\s.+", "Nov 27, 2026, 10:05 PM");
  },
});
