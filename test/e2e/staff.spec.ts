import { expect, type Page } from "@playwright/test";
import { inQuarter } from "./quarter.ts";
import { runAddresses } from "./run-addresses.ts";
import { test } from "./test.ts";

const { shopWithStaff: shop } = runAddresses();

/** Comes from the orders page to the staff's, and logs in with a name. */
async function logIn(page: Page, name = "María Ñ."): Promise<void> {
  await page.goto(`${shop}/orders?lang=es`);
  await page.getByRole("link", { name: "Ver lo que ve el personal de la tienda" }).click();
  await expect(page.locator(".login .fine").last()).toContainText("Esto es una demostración");
  await page.getByLabel("Su nombre").fill(name);
  await page.getByRole("button", { name: "Iniciar sesión" }).click();
  await expect(page.getByText(`Usted entró como ${name}.`)).toBeVisible();
}

test("the staff's pages ask for a name, keep it, and forget it", async ({ page }) => {
  await page.goto(`${shop}/staff/payments?lang=es`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Iniciar sesión como personal");
  await page.getByLabel("Su nombre").fill("Luis");
  await page.getByRole("button", { name: "Iniciar sesión" }).click();
  await expect(page).toHaveURL(`${shop}/staff/payments?lang=es`);
  await page.context().clearCookies({ name: "staff" });
  await page.goto(`${shop}/staff?next=https://evil.example/staff`);
  await expect(page.locator("input[name=next]")).toHaveValue("/staff");
  await logIn(page);
  await page.getByRole("link", { name: "Abrir los pagos" }).click();
  await expect(page).toHaveURL(`${shop}/staff/payments?lang=es`);
  await expect(page.getByText("María Ñ.")).toBeVisible();
  await page.locator("header").getByRole("link", { name: "Colmado Larimar" }).click();
  await expect(page).toHaveURL(`${shop}/staff`);
  await page.getByRole("button", { name: "Cerrar sesión" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Iniciar sesión como personal");
  await logIn(page);
  await page.getByRole("link", { name: "Abrir los pagos" }).click();
  await page.getByRole("button", { name: "Cerrar sesión" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Iniciar sesión como personal");
  await page.getByLabel("Su nombre").evaluate((input: HTMLInputElement) => input.removeAttribute("required"));
  await page.getByLabel("Su nombre").fill(" ");
  await page.getByRole("button", { name: "Iniciar sesión" }).click();
  await expect(page.getByRole("alert")).toHaveText("Escriba un nombre de 1 a 60 caracteres.");
});

/**
 * How each bad day ends: the state that the buyer reads, what is said of it on the receipt or in its place, and what of
 * the alert that the staff got.
 */
const ends: Record<string, [state: string, says: string, alert?: string]> = {
  "El comprador cierra el navegador": ["Pagado", "¡Gracias!"],
  "Se cae el servidor": ["Pagado", "¡Gracias!"],
  "El banco no responde": ["Pagado", "¡Gracias!"],
  "El comprador paga dos veces": ["Pagado dos veces", "Este pedido se pagó dos veces.", "se pagó dos veces."],
  "El monto cambia": ["Pagó otro monto", "Estamos revisando su pago", "pero algo no coincide."],
};

for (const [title, [state, says, alert]] of inQuarter(Object.entries(ends))) {
  test(`a bad day ends visibly well, for the staff and for the buyer: ${title}`, async ({ page }) => {
    await logIn(page);
    const card = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: title }) });
    await card.getByRole("button", { name: "Provocarlo" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    for (const part of ["Qué pasó", "Qué hizo Ventanilla"]) {
      await expect(page.getByRole("list", { name: part }).getByRole("listitem")).toHaveCount(2);
    }
    await expect(page.locator(".end .badge")).toHaveText(state);
    const links = page.getByRole("link", { name: /^Ver el pago( \d)?$/ });
    await expect(links).toHaveCount(state === "Pagado dos veces" ? 2 : 1);
    if (alert !== undefined) await expect(page.locator(".end")).toContainText(alert);
    const order = await page.locator(".end .order").getAttribute("id");
    await links.first().click();
    await expect(page).toHaveURL(/\/staff\/payments\/payments\/[0-9a-f-]{36}\?lang=es$/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Pedido ${order}`);
    await page.goBack();
    await page.getByRole("link", { name: "Ver el pedido" }).click();
    await expect(page.getByText(says)).toBeVisible();
    if (alert === undefined) return;
    await page.goto(`${shop}/staff?lang=es`);
    const told = page.locator("[aria-labelledby=alerts] li").filter({ hasText: order ?? "" });
    await told
      .first()
      .getByRole("link", { name: order ?? "" })
      .click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Pedido ${order}`);
  });
}
