import type { Scene } from "./scene.ts";

export const playgroundScenes: readonly Scene[] = [
  {
    name: "the playground",
    async open({ page, language, addresses }) {
      await page.goto(`${addresses.shop}/playground?lang=${language}&required=on&mode=modal`);
      await page.locator("#order", { hasText: "P00" }).waitFor();
      await page.locator("summary", { hasText: "JSON" }).click();
    },
  },
];
