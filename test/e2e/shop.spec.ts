import { expect, type Page } from "@playwright/test";
import { Buyer, cards } from "./buyer.ts";
import { playwrightWindow } from "./playwright-window.ts";
import { runAddresses } from "./run-addresses.ts";
import { test } from "./test.ts";

const { shop } = runAddresses();

/** Puts the last good of the shelf into the cart, and changes how many, by the keyboard from the second press on. */
async function fillCart(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1024, height: 600 });
  await page.goto(`${shop}/?lang=es`);
  const add = page.locator("#tambora button");
  await add.click();
  await expect(add).toBeFocused();
  await expect(add).toBeInViewport();
  await expect(add).toHaveAccessibleDescription("En el carrito");
  await page.keyboard.press("Enter");
  await expect(page.locator(".count")).toHaveText("2");
  await expect(add).toBeFocused();

  await page.locator("#tambora .notice").click();
  const [less, more] = [page.locator("button[value=less]"), page.locator("button[value=more]")];
  await more.click();
  for (let count = 4; count < 9; count++) {
    await expect(more).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.locator("output")).toHaveText(String(count));
  }
  await expect(more).toBeFocused();
  await page.keyboard.press("Enter");
  // There is no room for a tenth.
  await expect(more).toBeDisabled();
  await expect(less).toBeFocused();
  for (let count = 8; count > 0; count--) {
    await page.keyboard.press("Enter");
    await expect(page.locator("output")).toHaveText(String(count));
    await expect(less).toBeFocused();
  }
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Su carrito" })).toBeFocused();
}

test("the page stays where a good is added, and its buttons keep the focus", async ({ page }) => {
  await fillCart(page);
});

test("the same without JavaScript", async ({ browser, browserName }) => {
  test.skip(browserName !== "chromium", "only Chromium's driver works where scripts are switched off");
  const context = await browser.newContext({ javaScriptEnabled: false });
  await fillCart(await context.newPage());
  await context.close();
});

test("a phone number that cannot be one is given back, with what is asked for", async ({ page }) => {
  await page.goto(`${shop}/?lang=es`);
  await page.locator("#cacao button").click();
  await page.locator("#cacao .notice").click();
  await page.locator("[name=phone]").fill("555-0123");
  await page.locator("form.panel button").click();
  await expect(page.getByRole("alert")).toContainText("10 a 15 dígitos");
  await expect(page.locator("[name=phone]")).toHaveValue("555-0123");
});

test("the language link keeps what else the address says, and checkout leads to the playground", async ({ page }) => {
  await new Buyer(playwrightWindow(page), runAddresses()).order({ mode: "redirect" });
  await page.getByRole("link", { name: "English" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Pay order/);
  await expect(page.locator("ventanilla-pay")).toHaveAttribute("mode", "redirect");
  await page.getByRole("link", { name: "Try every outcome in the Playground" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Playground");
});

test("a payment approved in part, in the bank's window, leads away from every way to pay", async ({ page }) => {
  const buyer = new Buyer(playwrightWindow(page), runAddresses());
  const order = await buyer.order();
  await buyer.enterCard(cards.partlyApproved, await buyer.openBank());
  await buyer.window.arrive(`/orders/${order}`);
  await buyer.window.see("h1", "Estamos revisando su pago");
  await expect(page.locator("ventanilla-pay")).toHaveCount(0);
});

test("the orders page shows by itself that a payment under way has ended", async ({ page, context }) => {
  const buyer = new Buyer(playwrightWindow(page), runAddresses());
  const order = await buyer.order({ mode: "redirect" });
  await buyer.pay();
  await buyer.window.see("#number");
  const orders = await context.newPage();
  const problems: string[] = [];
  orders.on("pageerror", ({ message }) => problems.push(message));
  await orders.goto(`${shop}/orders`);
  const chip = orders.locator(`#${order} .badge`);
  await expect(chip).toHaveText("En verificación");
  await buyer.enterCard(cards.approved);
  await buyer.seesReceipt(order);
  await orders.bringToFront();
  await expect(chip).toHaveText("Pagado");
  expect(problems).toEqual([]);
});
