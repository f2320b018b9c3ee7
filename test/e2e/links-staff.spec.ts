// A seller charges from the counter: a link for WhatsApp, the keypad of the shop's telephone, the list, the poster.
import { expect, type Page } from "@playwright/test";
import { type LinkShop, startLinkShop } from "../links/shop.ts";
import { violations } from "./axe.ts";
import { long } from "./scenes/links.ts";
import { ownWindow, test } from "./test.ts";

const clock = { now: () => Date.now(), move() {} };
const telephone = { width: 390, height: 844 };

let shop: LinkShop;
test.beforeAll(async () => {
  shop = await startLinkShop({ clock, storefront: { name: "Dulces y Bizcochos de Ana María del Rosario" } });
});
test.afterAll(() => shop.close());

const open = (page: Page, path: string, language = "es") => {
  const [address, query] = path.split("?");
  return page.goto(`${shop.origin}/staff/links${address}?${query === undefined ? "" : `${query}&`}lang=${language}`);
};

test("a seller makes a link, copies it, sends it by WhatsApp, and sees that it is paid", async ({
  page,
  browserName,
}) => {
  await page.setViewportSize(telephone);
  await open(page, "");
  await page.getByLabel("Monto con ITBIS incluido").fill("2,950");
  await page.getByLabel("¿Qué está cobrando?").fill("Bizcocho <b>de</b> boda");
  await page.getByText("Monto máximo, ITBIS, plazo y cliente").click();
  await page.getByLabel("Celular").fill("809 555 0101");
  await page.getByRole("button", { name: "Crear el enlace" }).click();
  await expect(page.getByRole("heading", { level: 2 })).toHaveText("Bizcocho <b>de</b> boda");
  const url = (await page.locator(".address").innerText()).trim();
  const chat = new URL((await page.getByRole("link", { name: "Enviar por WhatsApp" }).getAttribute("href")) ?? "");
  expect([chat.origin, chat.pathname]).toEqual(["https://wa.me", "/18095550101"]);
  expect(chat.searchParams.get("text")).toContain(`Bizcocho <b>de</b> boda, RD$\u00a02,950.00. ${url}`);
  if (browserName === "chromium") {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "Copiar" }).click();
    await expect(page.getByRole("status").filter({ hasText: "Copiado" })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
  }
  await shop.browser().pay(url.slice(-10));
  // Also where the button that was pressed last has the focus.
  await expect(page.getByRole("status").filter({ hasText: "Pagado" })).toBeVisible();
  await page.getByRole("link", { name: "Enlaces" }).click();
  await page.getByRole("link", { name: "Pagados" }).click();
  await expect(page.getByRole("row", { name: "Bizcocho <b>de</b> boda" })).toContainText("Pagado");
});

for (const [what, hasClipboard, isCopied] of [
  ["only an older way copies", false, true],
  ["the clipboard refuses and the older way copies", true, true],
  ["nothing copies", false, false],
] as const) {
  ownWindow(`an address that ${what} is ${isCopied ? "" : "not "}said to be copied`, async ({ page, browserName }) => {
    ownWindow.skip(browserName !== "chromium", "the others copy in a visible window alone");
    await page.addInitScript(
      ([isThere, works]) => {
        const refusing = { writeText: () => Promise.reject(new DOMException("", "NotAllowedError")) };
        // None as on http, which is how a shop's telephone reaches a laptop.
        Object.defineProperty(navigator, "clipboard", { value: isThere ? refusing : undefined });
        if (!works) document.execCommand = () => false;
      },
      [hasClipboard, isCopied],
    );
    const { code } = await shop.pay.create({ amount: long.max, description: "Venta" });
    await open(page, `/${code}`);
    await page.getByRole("button", { name: "Copiar" }).click();
    await expect(page.getByRole("status").filter({ hasText: "Copiado" })).toHaveCount(isCopied ? 1 : 0);
    await expect(page.locator("#address")).toBeVisible();
  });
}

test("a charge of the keypad says that it is paid, while nobody touches it", async ({ page }) => {
  await page.setViewportSize(telephone);
  await open(page, "/keypad");
  for (const key of ["1", "2", "9", "5", "0"]) await page.getByRole("button", { name: key, exact: true }).click();
  await page.getByRole("button", { name: "Borrar la última cifra" }).click();
  await page.getByRole("button", { name: ".", exact: true }).click();
  await page.getByRole("button", { name: "5", exact: true }).click();
  await expect(page.getByLabel("Monto")).toHaveValue("1,295.5");
  await page.getByRole("button", { name: "Crear el enlace" }).click();
  await expect(page.getByRole("main")).toContainText("RD$ 1,295.50");
  await expect(page.getByRole("img", { name: "Código QR del enlace" })).toBeVisible();
  const buyer = shop.browser();
  const code = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  await buyer.send(code);
  await buyer.launch();
  await expect(page.getByText("El cliente está pagando")).toBeVisible();
  await buyer.pay(code);
  await expect(page.getByRole("status").filter({ hasText: "Pagado" })).toBeVisible();
});

test("axe finds nothing in forced colors", async ({ page, browserName }) => {
  test.skip(browserName !== "chromium", "no other driver forces colors");
  const { code } = await shop.pay.create(long);
  await page.emulateMedia({ forcedColors: "active" });
  for (const path of ["", "/keypad", "/all", `/${code}`, `/${code}/poster`]) {
    await open(page, path);
    expect.soft(await violations(page), path).toEqual([]);
  }
});

test("a poster is one sheet of A4 with nothing of the counter on it", async ({ page, browserName }) => {
  test.skip(browserName !== "chromium", "no other driver shows what is printed");
  await open(page, `/${(await shop.pay.create(long)).code}/poster`);
  await page.setViewportSize({ width: 680, height: 1009 });
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("navigation")).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 })).toBeHidden();
  await expect(page.getByText("Dulces y Bizcochos de Ana María del Rosario")).toBeVisible();
  // 180 × 267 mm between the margins, at 96 points for an inch.
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(1009);
  await page.emulateMedia({ media: null });
});
