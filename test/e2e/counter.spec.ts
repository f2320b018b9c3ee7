import { expect, type Locator, type Page } from "@playwright/test";
import { test } from "./bank.ts";
import { inQuarter } from "./quarter.ts";
import { runAddresses } from "./run-addresses.ts";
import { chooseBankList, counterScenes, openCounter } from "./scenes/counter.ts";
import { ownWindow } from "./test.ts";

const addresses = runAddresses();

/** Goes on with the Tab key until the element has the focus. */
async function reach(page: Page, element: Locator): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press("Tab");
    if (await element.evaluate((found) => found === document.activeElement)) return;
  }
  throw new Error("80 times Tab did not reach the element");
}

/** The same on a new page, past all that is the same on every page. */
async function reachInContent(page: Page, element: Locator): Promise<void> {
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Ir al contenido" })).toBeFocused();
  await page.keyboard.press("Enter");
  await reach(page, element);
}

test("a member of the staff decides about a payment with the keyboard, and reads that they did", async ({ page }) => {
  const { url } = await openCounter({ addresses });
  await page.goto(`${url}/staff?lang=es`);
  await reachInContent(page, page.getByRole("link", { name: "Ver los 9 por resolver" }));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${url}/staff/decide`);
  await reachInContent(page, page.getByRole("link", { name: "A-1001" }));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/payments\/[\w-]+$/);
  await reachInContent(page, page.getByLabel("Se cobró", { exact: true }));
  await page.keyboard.press("ArrowDown");
  await expect(page.getByLabel("No se cobró")).toBeChecked();
  await reach(page, page.getByLabel("¿Cómo lo sabe?"));
  await page.keyboard.type("mesa de ayuda, caso 4711");
  await reach(page, page.getByRole("button", { name: "Revisar y registrar" }));
  await page.keyboard.press("Enter");
  await expect(page.getByText("Va a registrar:")).toBeVisible();
  await reach(page, page.getByRole("button", { name: "Registrar", exact: true }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Pedido A-1001");
  await expect(page.locator(".steps")).toContainText(
    "Ana Rodríguez registró «No se cobró»: «mesa de ayuda, caso 4711».",
  );
  await expect(page.getByRole("button", { name: "Registrar" })).toHaveCount(0);
  await reach(page, page.getByRole("link", { name: "Volver a Por resolver" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 2, name: "6 pagos" })).toBeVisible();
});

test("without JavaScript all of it works: a decision, a retry, filters, the next page", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const { url, cases } = await openCounter({ addresses });
  await page.goto(`${url}/staff/payments/${cases.paidTwice}?lang=en`);
  await page.getByLabel("This payment was given back").check();
  await page.getByLabel("The bank's case number, or a note").fill("voided in the portal");
  await page.getByRole("button", { name: "Check and record" }).click();
  await page.getByRole("button", { name: "Record", exact: true }).click();
  await expect(page.locator(".steps")).toContainText("recorded “This payment was given back”: “voided in the portal”.");
  await page.getByRole("navigation").getByRole("link", { name: "To resolve" }).click();
  await page.getByRole("button", { name: "Send again" }).first().click();
  await page.getByRole("button", { name: "Send again" }).click();
  await expect(page.getByText("Notices that the store's system did not get")).toHaveCount(0);
  await page.getByRole("link", { name: "Payments", exact: true }).click();
  await page.locator(".filters > summary").click();
  await page.getByLabel("Order").fill("A-1012");
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page.locator("tbody tr:not(.group)")).toHaveCount(2);
  await context.close();
});

test("without JavaScript the day is downloaded, and compared with the bank's list, which leads to the payments", async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const { url } = await openCounter({ addresses });
  await page.goto(`${url}/staff/close?batch=2026-11-21&lang=en`);
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download CSV" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe("ventanilla-2026-11-21.csv");
  expect(await download.failure()).toBe(null);
  await page.getByRole("link", { name: "Compare with the bank" }).click();
  await chooseBankList({ page, url });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("What is in each column?");
  await expect(page.getByLabel("No. Referencia")).toHaveValue("reference");
  await expect(page.getByLabel("Monto RD$")).toHaveValue("amount");
  await page.getByRole("button", { name: "Compare" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Comparison of the batch of November 21, 2026");
  await expect(page.getByRole("heading", { name: "Only at the bank 1" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Only here 3" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "With another amount 1" })).toBeVisible();
  await page.getByRole("button", { name: "Change the columns" }).click();
  await page.getByLabel("Monto RD$").selectOption("");
  await page.getByRole("button", { name: "Compare" }).click();
  await expect(page.locator(".wrong")).toHaveText(/Choose the column of the amount/);
  await page.getByLabel("Monto RD$").selectOption("amount");
  await page.getByRole("button", { name: "Compare" }).click();
  await page.locator(".list:not(.causes) tbody th a").first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Order /);
  await context.close();
});

ownWindow("an open page gets news by itself, but not while somebody is in the middle of it", async ({ page }) => {
  const { url, cases } = await openCounter({ addresses });
  await page.clock.install();
  const breaches: string[] = [];
  page.on("console", (message) => breaches.push(message.text()));
  await page.goto(`${url}/staff/payments/${cases.unknown}?lang=es`);
  await expect(page.locator(".headline")).toContainText("Sin confirmar");
  await page.getByLabel("¿Cómo lo sabe?").fill("estoy escribiendo");
  await post(url, `/decide/${cases.unknown}`);
  await page.clock.runFor(30_000);
  await expect(page.getByLabel("¿Cómo lo sabe?")).toHaveValue("estoy escribiendo");
  await page.getByLabel("¿Cómo lo sabe?").fill("");
  await page.locator("header").click();
  await page.clock.runFor(11_000);
  await expect(page.locator(".headline")).toContainText("Registrado como no pagado");
  expect(breaches).toEqual([]);
});

ownWindow("what was written and left stays until it is sent", async ({ page }) => {
  const { url, cases } = await openCounter({ addresses });
  await page.clock.install();
  await page.goto(`${url}/staff/payments/${cases.review}?lang=es`);
  await page.getByLabel("Número de caso del banco, o una nota").fill("mesa de ayuda");
  await page.locator("header").click();
  await page.clock.runFor(30_000);
  await expect(page.getByLabel("Número de caso del banco, o una nota")).toHaveValue("mesa de ayuda");
});

ownWindow("the filters of a row stand on one line, at every width and in both languages", async ({ page }) => {
  const { url } = await openCounter({ addresses });
  for (const language of ["es", "en"]) {
    await page.goto(`${url}/staff/payments?currency=DOP&lang=${language}`);
    await page.locator(".filters > summary").click();
    for (const width of [320, 360, 820, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const fields = await page.locator(".filters .fields p").evaluateAll((all) =>
        all.map((field) => {
          const input = field.querySelector("input, select, button");
          const top = (each?: Element | null) => Math.round(each?.getBoundingClientRect().top ?? 0);
          return {
            row: top(field),
            input: top(input),
            isButton: input?.tagName === "BUTTON",
            width: input?.clientWidth ?? 0,
          };
        }),
      );
      for (const [row, own] of Map.groupBy(fields, (field) => field.row)) {
        expect(new Set(own.map(({ input }) => input)).size, `${language} ${width} ${row}`).toBe(1);
      }
      // A whole date.
      expect(Math.min(...fields.filter(({ isButton }) => !isButton).map(({ width: own }) => own))).toBeGreaterThan(120);
    }
  }
});

/** What the test does beside the browser. */
const post = (url: string, path: string) =>
  fetch(`${url.replace("counter.localhost", "127.0.0.1")}${path}`, { method: "POST" });

/** What a finger presses and is less than 44 pixels high, with the whole of a choice or box as one target. */
const smallTargets = (page: Page) =>
  page.locator("a:not(.skip), button, summary, select, input:not([type=hidden])").evaluateAll((targets) =>
    targets
      .filter((target) => target.checkVisibility())
      .map(
        (target) =>
          [(target.closest(".choice, label") ?? target).getBoundingClientRect().height, target.outerHTML] as const,
      )
      .filter(([height]) => height < 44),
  );

test("a comparison is printed, in the language that it is changed to", async ({ page }) => {
  const { url } = await openCounter({ addresses });
  await page.goto(`${url}/staff/compare?batch=2026-11-21&lang=es`);
  await chooseBankList({ page, url });
  await page.getByRole("button", { name: "Comparar", exact: true }).click();
  await page.getByRole("button", { name: "English" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Comparison of the batch of November 21, 2026");
  await page.evaluate(() => {
    window.print = () => (document.title = "printed");
  });
  await page.getByRole("button", { name: "Print" }).click();
  await expect(page).toHaveTitle("printed");
  await page.emulateMedia({ media: "print" });
  for (const hidden of ["nav", ".menu", ".reconcile", "#print"]) await expect(page.locator(hidden)).toBeHidden();
});

test("on a phone, all that is pressed on any page is 44 pixels high", async ({ page, bank }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const scene of inQuarter(counterScenes)) {
    await scene.open({ page, bank, language: "es", addresses });
    await page.locator("details").evaluateAll((parts) => {
      for (const part of parts) (part as HTMLDetailsElement).open = true;
    });
    expect.soft(await smallTargets(page), scene.name).toEqual([]);
  }
});

test("a phone has the name and the way out in a menu, and a wide window without opening it", async ({ page }) => {
  const { url } = await openCounter({ addresses });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${url}/staff/decide?lang=es`);
  const out = page.getByRole("button", { name: "Cerrar sesión" });
  await expect(out).toBeHidden();
  await page.getByText("Menú").click();
  await expect(out).toBeInViewport();
  await expect(page.getByText("Ana Rodríguez")).toBeInViewport();
  await page.setViewportSize({ width: 800, height: 600 });
  await page.reload();
  await expect(out).toBeInViewport();
  await expect(page.getByText("Menú")).toBeHidden();
});

ownWindow("a filter that was chosen and left stays, and a page without news is not touched", async ({ page }) => {
  const { url } = await openCounter({ addresses });
  await page.clock.install();
  await page.goto(`${url}/staff/payments?lang=es`);
  await page.locator("h1").evaluate((heading) => heading.setAttribute("data-kept", ""));
  const asked = page.waitForResponse((answer) => answer.request().headers()["ventanilla-live"] === "1", {
    timeout: 20_000,
  });
  await page.clock.runFor(11_000);
  await (await asked).finished();
  await expect(page.locator("h1[data-kept]")).toBeVisible();
  await page.getByText("Filtros").click();
  await page.getByLabel("Estado").selectOption("decide");
  await page.locator("header").click();
  await post(url, "/duty/Eva");
  await page.clock.runFor(30_000);
  await expect(page.getByLabel("Estado")).toHaveValue("decide");
});

ownWindow(
  "an open page is loaded again when somebody else looks, and says when it gets no news",
  async ({ page, context }) => {
    const { url } = await openCounter({ addresses });
    await page.clock.install({ time: "2026-11-21T18:05:00Z" });
    await page.goto(`${url}/duty/decide?lang=es`);
    await expect(page.locator(".who")).toContainText("Ana Rodríguez");
    await post(url, "/duty/Eva");
    await page.clock.runFor(11_000);
    await expect(page.locator(".who")).toContainText("Eva");
    const stale = page.getByText(/Esta página ya no se actualiza \(última vez: 2:05\sp\.\sm\.\)\. Ábrala otra vez\./);
    await post(url, "/duty/nobody");
    await page.clock.runFor(11_000);
    await expect(stale).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Por resolver");
    await post(url, "/duty/Eva");
    await page.clock.runFor(11_000);
    await expect(stale).toHaveCount(0);
    await context.setOffline(true);
    await page.clock.runFor(11_000);
    await expect(stale).toBeVisible();
  },
);
