import { expect, type Page } from "@playwright/test";
import { runAddresses } from "./run-addresses.ts";
import { openCounter } from "./scenes/counter.ts";
import { ownWindow, test } from "./test.ts";

const addresses = runAddresses();

async function open(page: Page, path: string): Promise<string> {
  const { url } = await openCounter({ addresses });
  await page.goto(`${url}${path}`);
  return url;
}

test("without JavaScript a phone opens the search, and finds a payment; no key is offered", async ({
  browser,
  browserName,
}) => {
  test.skip(browserName !== "chromium", "only Chromium's scripts can be switched off");
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } });
  const page = await context.newPage();
  await open(page, "/staff?lang=es");
  const box = page.getByRole("searchbox", { name: "Buscar un pago" });
  await expect(box).toBeHidden();
  await page.locator(".find > summary").click();
  await box.fill("a-1005");
  await box.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Pedido A-1005");
  await page.locator(".find > summary").click();
  await box.press("Enter");
  await expect(page.getByText("Qué se puede buscar")).toBeVisible();
  await expect(page.getByText("Teclas", { exact: true })).toBeHidden();
  await context.close();
});

test("the keys search, go from payment to payment and open one, and do nothing in a field or with Ctrl", async ({
  page,
}) => {
  const url = await open(page, "/staff/payments?lang=en");
  const rows = page.locator("main tbody th a");
  await page.keyboard.press("j");
  await expect(rows.first()).toBeFocused();
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("k");
  await expect(rows.nth(1)).toBeFocused();
  await page.keyboard.press("Control+j");
  await expect(rows.nth(1)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Order /);
  await page.keyboard.press("/");
  const box = page.getByRole("searchbox", { name: "Find a payment" });
  await expect(box).toBeFocused();
  await page.keyboard.type("j?/k");
  await expect(box).toHaveValue("j?/k");
  await page.keyboard.press("Enter");
  await expect(page.getByText("There is no payment with “j?/k”.")).toBeVisible();
  await page.keyboard.press("?");
  await expect(page).toHaveURL(`${url}/staff/find#keys`);
  const choice = page.getByLabel("Use the keys in this browser");
  await expect(choice).toBeChecked();
  await choice.uncheck();
  await page.reload();
  await page.locator("h1").click();
  for (const key of ["/", "?", "j"]) await page.keyboard.press(key);
  await expect(page.locator(":is(a, input):focus")).toHaveCount(0);
  await page.goto(`${url}/staff/payments`);
  await page.keyboard.press("j");
  await expect(page.locator(":is(a, input):focus")).toHaveCount(0);
  await page.keyboard.press("/");
  await expect(box).not.toBeFocused();
});

ownWindow("what looks like a card number is not sent from the box", async ({ page }) => {
  await open(page, "/staff?lang=es");
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  const box = page.getByRole("searchbox", { name: "Buscar un pago" });
  await box.fill("4761 3400 0000 0050");
  await box.press("Enter");
  expect(await box.evaluate((field) => (field as HTMLInputElement).validationMessage)).toMatch(
    /número de tarjeta completo/,
  );
  await box.fill("4761 3400 0000 0051");
  await box.press("Enter");
  await expect(page.getByText("No hay ningún pago con «4761 3400 0000 0051».")).toBeVisible();
  expect(asked.join(" ")).not.toMatch(/0050/);
});

test("a list is printed with what was chosen of its filter, when and by whom, and without what is pressed", async ({
  page,
  browserName,
}) => {
  test.skip(browserName !== "chromium", "only Chromium shows what is printed");
  await open(page, "/staff/payments?state=approved&currency=DOP&lang=en");
  await expect(page.locator(".printed")).toBeHidden();
  await page.emulateMedia({ media: "print" });
  await expect(page.locator(".printed")).toHaveText(/^As of \w+ \d+, \d{4}, \d+:\d\d [AP]M$/);
  const after = await page.locator(".printed").evaluate((line) => getComputedStyle(line, "::after").content);
  expect(after).toContain("· ");
  await expect(page.getByText("Filters: Approved or pre-authorized, Pesos")).toBeVisible();
  for (const hidden of [".find", ".filters form", ".found .row a"])
    await expect(page.locator(hidden).filter({ visible: true })).toHaveCount(0);
  // The name of a sum is a link on the screen, and stays.
  await expect(page.locator(".found dt a").first()).toBeVisible();
  await expect(page.locator("tbody tr").first()).toBeVisible();
});
