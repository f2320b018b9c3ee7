import { type Look, testScenes } from "./look.ts";
import { rewrite } from "./rewrite.ts";
import { staffScenes } from "./scenes/staff.ts";

const looks: Look[] = [
  { name: "the staff's login", language: "es", width: 320, colorScheme: "dark" },
  { name: "the staff's page", language: "es", width: 320, colorScheme: "light" },
  { name: "the staff's page", language: "en", width: 1280, colorScheme: "dark" },
  { name: "a bad day of the staff: paid twice", language: "es", width: 768, colorScheme: "dark" },
  { name: "a bad day of the staff: another amount", language: "en", width: 1280, colorScheme: "light" },
];

testScenes(staffScenes, {
  looks,
  async same(page) {
    // Which alerts came before is not the page's.
    await page.evaluate(() => document.querySelector("#alerts")?.closest("section")?.remove());
    await rewrite(page, "A-\\d{4}", "A-1001");
    await rewrite(page, "(?<=(?:p\\.\\sm\\.|PM): ).*", "1 h 54 min");
  },
});
