import type { Scene } from "./scene.ts";

export const playgroundScenes: readonly Scene[] = [
  {
    name: "the playground",
    async open({ page, language, addresses }) {
      await page.goto(`${addresses.shop}/playground?lang=${language}&required=on&mode=modal`);
      await page.locator("#order", { hasText: "P00" }).waitFor();
    },
  },
  {
    name: "the playground's time lines",
    async open({ page, language, addresses }) {
      await page.goto(`${addresses.shop}/playground?lang=${language}&capture=on`);
      await page.evaluate(() => {
        const value = { attempt: crypto.randomUUID(), order: "P00l-x7k2p9!late", outcome: "approved" };
        const names = ["pay-before", "pay-open", "pay-checking", "pay-approved", "pay-settled", "capture()"];
        const entries = [...names, ...names].map((name, i) => ({
          at: Date.UTC(2030) + i ** 7,
          name,
          ...(i % names.length > 2 && { value }),
        }));
        sessionStorage.setItem("playground-log", JSON.stringify(entries));
      });
      await page.reload();
      await page.locator("#log .payment:nth-child(2) .name").last().waitFor();
      await page.locator("#log .payment:first-child summary").first().click();
      await page.evaluate(() => scrollTo(0, 0));
    },
  },
];
