// What the buyer of a link keeps: the receipt as a page, in an email, and on paper.
import { expect } from "@playwright/test";
import { type LinkShop, startLinkShop } from "../links/shop.ts";
import { rich } from "./scenes/links.ts";
import { test } from "./test.ts";

const clock = { now: () => Date.now(), move() {} };
const storefront = {
  name: "Dulces y Bizcochos de Ana María del Rosario",
  rnc: "131-23456-7",
  contact: { href: "https://wa.me/18095550123", label: "WhatsApp 809 555 0123" },
};

let shop: LinkShop;
let order: string;
test.beforeAll(async () => {
  shop = await startLinkShop({ clock, storefront, router: { background: true } });
  order = (await shop.pay.create(rich)).code;
  await shop.browser().pay(order);
});
test.afterAll(() => shop.close());

test("a receipt is read in the other language, and printed by its button", async ({ page }) => {
  let printed = 0;
  await page.exposeFunction("printed", () => void printed++);
  await page.addInitScript("window.print = () => window.printed()");
  await page.goto(shop.pay.receiptUrl(order, "es"));
  await expect(page.getByRole("heading", { name: "Recibo de pago" })).toBeVisible();
  await page.getByRole("link", { name: "English" }).click();
  await expect(page.getByRole("heading", { name: "Payment receipt" })).toBeVisible();
  await page.getByRole("button", { name: "Print" }).click();
  await expect.poll(() => printed).toBe(1);
});

test("without scripts a receipt has no button: the browser's menu prints it", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(shop.pay.receiptUrl(order, "en"));
  await expect(page.getByRole("heading", { name: "Payment receipt" })).toBeVisible();
  await expect(page.getByRole("button")).toHaveCount(0);
  await context.close();
});

const millimeter = 96 / 25.4;
const papers = {
  // With margins of 12 mm; a roll prints 72 mm.
  A4: { pdf: { format: "A4", margin: { top: "12mm", bottom: "12mm", left: "12mm", right: "12mm" } }, width: 186 },
  "80 mm": {
    pdf: { width: "80mm", height: "297mm", margin: { top: "4mm", bottom: "4mm", left: "4mm", right: "4mm" } },
    width: 72,
  },
} as const;

for (const [paper, { pdf, width }] of Object.entries(papers)) {
  test(`a receipt fits on paper: ${paper}`, async ({ page, browserName }) => {
    test.skip(browserName !== "chromium", "only Chromium prints without a dialog");
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    await page.setViewportSize({ width: Math.floor(width * millimeter), height: 1000 });
    await page.goto(shop.pay.receiptUrl(order, "es"));
    await expect(page.getByRole("link", { name: "English" })).toBeHidden();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    const styles = await page.locator("main").evaluate((main) => {
      const { backgroundColor, color } = getComputedStyle(main);
      return { backgroundColor, color, size: getComputedStyle(document.body).fontSize };
    });
    expect(styles).toEqual({
      backgroundColor: "rgb(255, 255, 255)",
      color: "rgb(0, 0, 0)",
      size: paper === "A4" ? "16px" : "11px",
    });
    const file = (await page.pdf(pdf)).toString("latin1");
    expect(file.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  });
}
