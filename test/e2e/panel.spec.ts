import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, mergeTests, type Page } from "@playwright/test";
import { violationsInBothSchemes } from "./axe.ts";
import { type Bank, test } from "./bank.ts";
import { boxFaults } from "./boxes.ts";
import { ownWindow } from "./test.ts";

const testInOwnWindow = mergeTests(test, ownWindow);

async function open(page: Page, bank: Bank, language = "en"): Promise<void> {
  await page.goto(`${bank.url}/?lang=${language}`);
  await expect(page.locator("#link")).toHaveAttribute("data-state", "live");
}

async function expectNoViolations(page: Page, within?: string): Promise<void> {
  expect(await violationsInBothSchemes(page, within)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
}

const payment = (page: Page, order: string) => page.locator("#payment-list > li").filter({ hasText: order });

test("a session shows as it is created, with its amount and the right spelling of a field", async ({ page, bank }) => {
  await open(page, bank);
  await expect(page.getByText("Payments appear here when")).toBeVisible();
  await bank.createSession({ OrdenID: "LIVE-1", MerchantTyp: "5999" });
  const row = payment(page, "LIVE-1");
  await expect(row).toContainText("RD$\u00a02,950.00");
  await expect(row).toContainText("Open");
  await expect(row).toContainText("MerchantTyp → MerchantType");
  await expect(page.locator("#count-all")).toHaveText("1");
});

test("a sale shows its code, and its wire entry never the card", async ({ page, bank }) => {
  await open(page, bank);
  await bank.sale("POS-1");
  await expect(payment(page, "POS-1")).toContainText("Approved");
  await expect(payment(page, "POS-1").locator(".code")).toHaveText("00");
  await page.locator("#wire-list summary").filter({ hasText: "/sales" }).click();
  await expect(page.locator("#wire-list pre").first()).toContainText('"invoice-number": "POS-1"');
  await page.locator("#wire-list .headers summary").first().click();
  await expect(page.locator("#wire-list .headers dl").first()).toContainText("content-length");
  expect(await page.locator("#wire").textContent()).not.toMatch(/4761340000000050|"cvv": "123"/);
});

test("who reads an entry of the wire keeps their place while new ones come", async ({ page, bank }) => {
  await open(page, bank);
  await bank.createSession({ OrdenID: "A-1" });
  await page.locator("#wire-list summary").first().click();
  await bank.createSession({ OrdenID: "A-2" });
  await expect(page.locator("#fresh")).toHaveText("1 new");
  await expect(page.locator("#wire-list > li")).toHaveCount(1);
  await page.locator("#fresh").click();
  await expect(page.locator("#wire-list > li")).toHaveCount(2);
});

test("an armed fault is seen at once, acts for its order alone and uses itself up", async ({ page, bank }) => {
  await open(page, bank);
  await expect(page.locator("#armed")).toHaveText("No active faults");
  await page.getByLabel("Times", { exact: true }).press("ArrowUp");
  await page.getByRole("combobox", { name: "Order", exact: true }).fill("F-1");
  const lamp = page.locator("[data-fault=server-error-before]");
  await lamp.click();
  await expect(lamp).toHaveAttribute("aria-pressed", "true");
  await expect(page.locator("#armed")).toContainText("server-error-before×2 · F-1");
  expect((await bank.createSession({ OrdenID: "F-2" })).status).toBe(200);
  expect((await bank.createSession({ OrdenID: "F-1" })).status).toBe(500);
  await expect(page.locator("#armed")).toContainText("×1");
  expect((await bank.createSession({ OrdenID: "F-1" })).status).toBe(500);
  await expect(page.locator("#armed")).toHaveText("No active faults");
  await expect(lamp).toHaveAttribute("aria-pressed", "false");
  await lamp.click();
  await page.getByRole("button", { name: "Turn off server-error-before" }).click();
  await expect(page.locator("#armed")).toHaveText("No active faults");
});

test("the clock goes half an hour ahead, sessions expire, and comes back", async ({ page, bank }) => {
  await open(page, bank);
  await bank.createSession({ OrdenID: "T-1" });
  await expect(payment(page, "T-1")).toContainText("left");
  await page.getByRole("button", { name: "+30 min" }).click();
  await expect(page.locator("#offset")).toContainText("+30:00 · ahead");
  await expect(payment(page, "T-1")).toContainText("Expired");
  await page.getByRole("button", { name: "Batch close" }).click();
  await expect(page.locator("#now")).toHaveText(/^7:00:0\d\sPM$/);
  await expect(page.locator("#close-in")).toContainText(/in (?:23 h 59|24 h 00) min/);
  await page.getByRole("button", { name: "Real time" }).click();
  await expect(page.locator("#offset")).toHaveText("real time");
});

test("a session expires when the bank says so, and the switch of its life moves the end", async ({ page, bank }) => {
  await open(page, bank);
  await bank.createSession({ OrdenID: "T-2" });
  await page.getByRole("tab", { name: "Behavior" }).click();
  const life = page.locator("[data-switch=session-life]");
  await life.selectOption("45-minutes");
  await expect(payment(page, "T-2")).toContainText(/(?:44:\d\d|45:00) left/);
  await page.getByRole("button", { name: "+30 min" }).click();
  await expect(payment(page, "T-2")).toContainText(/(?:14:\d\d|15:00) left/);
  await expect(payment(page, "T-2")).toContainText("Open");
  await life.selectOption("creation");
  await expect(payment(page, "T-2")).toContainText("Expired");
  await life.selectOption("45-minutes");
  await expect(payment(page, "T-2")).toContainText("Open");
  await page.getByRole("button", { name: "+30 min" }).click();
  await expect(payment(page, "T-2")).toContainText("Expired");
});

test("a bearer token is issued, copied and counted down; a card's number is copied", async ({
  page,
  bank,
  browserName,
}) => {
  if (browserName === "chromium") await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page, bank);
  await page.getByRole("tab", { name: "Tokens" }).click();
  await page.getByRole("button", { name: "Issue token" }).click();
  const token = page.locator("#copy-token");
  await token.click();
  await expect(page.locator("#announce")).toHaveText("Copied");
  await expect(page.locator(".token-left")).toHaveText(/^(?:59:\d\d|1 h 00 min)$/);
  const filter = page.getByRole("combobox", { name: "Filter by order" });
  await filter.press("ControlOrMeta+V");
  await expect(filter).toHaveValue((await token.textContent())?.slice(0, 64) ?? "");
  await page.getByRole("tab", { name: "Cards" }).click();
  await page.locator("[data-number='4761340000001512']").click();
  await filter.fill("");
  await filter.press("ControlOrMeta+V");
  await expect(filter).toHaveValue("4761340000001512");
});

test("asking whether to clear everything covers no payment, and the page has no empty end", async ({ page, bank }) => {
  // Here the question takes a line of its own.
  await page.setViewportSize({ width: 1280, height: 800 });
  // Firefox runs the script in the pages of other tests as well.
  await page.addInitScript((url) => {
    if (location.href.startsWith(url)) document.documentElement.style.setProperty("font-size", "20px");
  }, bank.url);
  await open(page, bank);
  for (let i = 0; i < 12; i++) await bank.createSession({ OrdenID: `FULL-${i}`, MerchantTyp: "5999" });
  await expect(page.locator("#payment-list > li")).toHaveCount(12);
  await page.getByRole("button", { name: "Clear all", exact: true }).click();
  await expect(page.getByRole("button", { name: "Clear all?", exact: true })).toBeVisible();
  expect(await boxFaults(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0);
  await page.getByRole("button", { name: "Clear all?", exact: true }).click();
  await expect(page.locator("#announce")).toHaveText("Everything was cleared");
  await expect(page.locator("#payment-list > li")).toHaveCount(0);
});

test("what is approved in part, or not yet confirmed, is neither green nor called approved or declined", async ({
  page,
  bank,
}) => {
  await open(page, bank);
  const colors: Record<string, string> = {};
  for (const [code, state, drawing] of [
    ["00", "Approved", "approved"],
    ["51", "Declined", "declined"],
    ["10", "Approved in part, to review", "review"],
    ["16", "Under review", "review"],
    ["91", "Being checked", "pending"],
  ] as const) {
    await bank.sale(`CODE-${code}`, { amount: `9900.${code}` });
    const row = payment(page, `CODE-${code}`);
    await expect(row.locator(".row-state")).toHaveText(`${state}${code}`);
    await expect(row.locator("use").first()).toHaveAttribute("href", `#i-${drawing}`);
    colors[code] = await row.locator(".badge").evaluate((element) => getComputedStyle(element).color);
  }
  expect(colors["10"]).not.toBe(colors["00"]);
  expect([colors["16"], colors["91"]]).toEqual([colors["10"], colors["10"]]);
  expect(colors["91"]).not.toBe(colors["51"]);
  await expect(page.locator("#count-approved")).toHaveText("1");
  await expect(page.locator("#count-declined")).toHaveText("1");
  await expect(page.locator("#count-review")).toHaveText("3");
});

test("filtering by order, by the payment's identifier, or by its authorization, leaves its payments and its traffic", async ({
  page,
  bank,
}) => {
  await open(page, bank);
  await bank.createSession({ OrdenID: "ONE-1" });
  const created = (await (await bank.createSession({ OrdenID: "TWO-2" })).json()) as { SESSION: string };
  await expect(page.locator("#wire-list > li")).toHaveCount(2);
  await page.keyboard.press("/");
  await page.keyboard.type("two");
  await expect(page.locator("#payment-list > li")).toHaveCount(1);
  await expect(page.locator("#wire-list > li")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(page.locator("#payment-list > li")).toHaveCount(2);
  await page.locator("#filter").fill(created.SESSION);
  await expect(page.locator("#payment-list > li")).toHaveCount(1);
  await expect(payment(page, "TWO-2")).toBeVisible();
  await expect(page.locator("#wire-list > li")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await bank.sale("POS-3");
  await payment(page, "POS-3").locator("summary").click();
  const authorization = payment(page, "POS-3").locator(".row-details div", { hasText: "Authorization" }).locator("dd");
  await page.locator("#filter").fill((await authorization.textContent()) ?? "");
  await expect(page.locator("#payment-list > li")).toHaveCount(1);
  await expect(payment(page, "POS-3")).toBeVisible();
  await page.locator("#filter").fill("000000000000");
  await expect(page.locator("#payments-none")).toContainText("No payments match the filter.");
});

test("a count of one is in the singular, in both languages", async ({ page, bank }) => {
  await open(page, bank);
  const count = (name: string) => page.locator(`.count-${name} dt`);
  await expect(count("all")).toHaveText("payments");
  await bank.sale("POS-1");
  await expect(page.locator("#count-all")).toHaveText("1");
  await expect(count("all")).toHaveText("payment");
  await page.getByRole("button", { name: "ES: Español" }).click();
  await expect(count("all")).toHaveText("pago");
  await expect(count("approved")).toHaveText("aprobado");
  await bank.sale("POS-2");
  await expect(count("all")).toHaveText("pagos");
  await expect(count("approved")).toHaveText("aprobados");
});

test("a browser that stores nothing shows the panel, in the language that is chosen and with its keys", async ({
  page,
  bank,
}) => {
  // Firefox runs the script in the pages of other tests as well.
  await page.addInitScript((url) => {
    if (!location.href.startsWith(url)) return;
    Object.defineProperty(window, "localStorage", {
      get() {
        throw new DOMException("Access is denied for this document.", "SecurityError");
      },
    });
  }, bank.url);
  await page.goto(bank.url);
  await expect(page.locator("#link")).toHaveAttribute("data-state", "live");
  await page.getByRole("button", { name: "ES: Español" }).click();
  await page.getByRole("button", { name: "EN: English" }).click();
  await page.keyboard.press("4");
  await expect(page.getByRole("tab", { name: "Behavior" })).toBeFocused();
  await page.keyboard.press("?");
  await page.getByLabel("Use single-key shortcuts").uncheck();
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await page.keyboard.press("3");
  await expect(page.getByRole("tab", { name: "Behavior" })).toHaveAttribute("aria-selected", "true");
});

/** Passes everything on to the bank, but breaks off with the panel when it first asks for the state. */
async function relayTo(bank: Bank): Promise<{ url: string; connections(): number; close(): void }> {
  let connections = 0;
  const relay = createServer((incoming, outgoing) => {
    const { method, url = "/", headers } = incoming;
    if (url === "/control/events") connections += 1;
    // A browser repeats a request by itself when its connection breaks.
    if (/^\/control\/(?:state|wire)$/.test(url) && connections === 1) return relay.closeAllConnections();
    const forward = request(bank.url + url, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    forward.on("error", () => outgoing.destroy());
    outgoing.on("close", () => forward.destroy());
    incoming.pipe(forward);
  });
  await new Promise<void>((resolve) => void relay.listen(0, "127.0.0.1", resolve));
  const { port } = relay.address() as AddressInfo;
  const close = () => relay.close().closeAllConnections();
  return { url: `http://127.0.0.1:${port}`, connections: () => connections, close };
}

testInOwnWindow(
  "a bank that dies while its state loads is followed by one connection, and each event is handled once",
  async ({ page, bank }) => {
    const relay = await relayTo(bank);
    await page.clock.install({ time: "2026-11-20T13:00:00Z" });
    await page.clock.pauseAt("2026-11-20T13:00:01Z");
    const stateLost = page.waitForEvent("requestfailed", (failed) => failed.url().endsWith("/control/state"));
    await page.goto(`${relay.url}/?lang=en`);
    await stateLost;
    await expect(page.locator("#link")).toHaveAttribute("data-state", "lost");
    await page.clock.runFor(10_000);
    await page.clock.resume();
    await expect(page.locator("#link")).toHaveAttribute("data-state", "live");
    await bank.createSession({ OrdenID: "ONCE-1" });
    await expect(payment(page, "ONCE-1")).toBeVisible();
    expect(relay.connections()).toBe(2);
    await expect(page.locator("#wire-list > li")).toHaveCount(1);
    relay.close();
  },
);

test("the language changes in place and is remembered", async ({ page, bank }) => {
  await open(page, bank, "en");
  await bank.createSession({ OrdenID: "L-1" });
  await expect(payment(page, "L-1")).toContainText("Open");
  await page.getByRole("button", { name: "ES: Español" }).click();
  await expect(payment(page, "L-1")).toContainText("Abierto");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Panel de control");
  await page.getByRole("link", { name: "Referencia" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Referencia");
  await page.goto(bank.url);
  await expect(page.locator("html")).toHaveAttribute("lang", "es");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Panel de control");
});

test("the page names the profile and the bank's seed in both languages", async ({ page, bank }) => {
  await open(page, bank, "en");
  await expect(page.locator("#profile")).toHaveText(/^live profile \(as in production\) seed \d+$/);
  await page.getByRole("button", { name: "ES: Español" }).click();
  await expect(page.locator("#profile")).toHaveText(/^perfil live \(como en producción\) semilla \d+$/);
});

test("keys lead to every part, and can be turned off", async ({ page, bank }) => {
  await open(page, bank);
  await page.keyboard.press("4");
  await expect(page.getByRole("tab", { name: "Behavior" })).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("tab", { name: "Tokens" })).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("?");
  await page.getByLabel("Use single-key shortcuts").uncheck();
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await page.keyboard.press("3");
  await expect(page.getByRole("tab", { name: "Tokens" })).toHaveAttribute("aria-selected", "true");
});

test("a switch is set where it stands", async ({ page, bank }) => {
  await open(page, bank);
  await page.getByRole("tab", { name: "Behavior" }).click();
  await page.locator("[data-switch=mandatory-fields]").selectOption("strict");
  await expect(page.locator("#announce")).toHaveText("Saved");
  expect((await bank.createSession({ Amount: "" })).status).toBe(400);
});

test("why something failed stands whole in its row and in the traffic, in the panel's language", async ({
  page,
  bank,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await open(page, bank, "es");
  const order = "PEDIDO-00000001";
  await bank.sale(order, { "merchant-id": "ESTE-NO-ES", "reference-number": "R".repeat(64) });
  await bank.sale(order, { "merchant-id": "COMERCIO", amount: "000000118000" });
  await fetch(`${bank.url}/api/payment/transaction/sale`, { method: "POST" });
  const reason = '"merchant-id" es COMERCIO: se esperaban hasta 15 dígitos';
  await expect(payment(page, order).first()).toContainText(reason);
  await expect(payment(page, order).first()).toContainText('"amount" es 000000118000 y se registra como 118000.00');
  await expect(page.locator("#wire-list")).toContainText(reason);
  await expect(page.locator("#wire-list > li").first()).toContainText(
    "¿quiso decir POST /api/payment/transactions/sales?",
  );
  await bank.sale(order, { "client-ip": "" });
  const english = page.locator("#wire-list .call-reason", { hasText: '"client-ip" is missing' });
  await expect(english).toHaveAttribute("lang", "en");
  await expect(page.locator("#wire-list .call-reason", { hasText: reason })).not.toHaveAttribute("lang");
  await payment(page, order).first().locator("summary").click();
  const original = payment(page, order).locator(".warning-original").first();
  await expect(original).toHaveText(/^"amount" is 000000118000 and is booked as 118000.00: /);
  await expect(original).toHaveAttribute("lang", "en");
  await page.getByRole("button", { name: "EN: English" }).click();
  await expect(payment(page, order).first()).toContainText('"merchant-id" is COMERCIO: expected up to 15 digits');
  await expect(page.locator(".warning-original")).toHaveCount(0);
  for (const width of [320, 768, 1280, 1600]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await boxFaults(page)).toEqual([]);
  }
});

test("the reference unfolds an operation for its address and for a field's, and all of them for the printer", async ({
  page,
  bank,
  browserName,
}) => {
  await page.goto(`${bank.url}/reference?lang=en`);
  const field = page.locator("[id='createSession.ReturnUrl']");
  await expect(field).toBeHidden();
  await page.getByRole("link", { name: "POST Create a session" }).click();
  await expect(field).toBeVisible();
  const refund = page.locator("#refund + div");
  await expect(refund).toBeHidden();
  if (browserName === "chromium") {
    // The driver of Firefox shows no page as it is printed.
    await page.emulateMedia({ media: "print" });
    await expect(refund).toBeVisible();
    await page.emulateMedia({ media: null });
  }
  await page.goto(`${bank.url}/reference?lang=es#createSession.ReturnUrl`);
  await expect(field).toBeInViewport();
});

testInOwnWindow(
  "nothing stands in anyone's way, in light and in dark, wide and narrow",
  async ({ page, bank, browserName }) => {
    // The document is the same in every engine, and in Firefox axe takes two minutes for it.
    test.skip(browserName !== "chromium", "axe reads this page in Chromium");
    test.slow();
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.clock.install({ time: "2026-11-20T13:00:00Z" });
    await open(page, bank);
    await bank.createSession({ OrdenID: "AXE-1", MerchantTyp: "5999" });
    await bank.sale("AXE-2", { "card-number": "4761340000001512" });
    await page.clock.pauseAt("2026-11-20T13:10:00Z");
    await page.locator("[data-fault=timeout]").click();
    await expect(page.locator("#announce")).not.toHaveText("");
    // The announcement goes after 4 s: axe must not see it fade.
    await page.clock.runFor(4000);
    await page.clock.resume();
    await payment(page, "AXE-1").locator("summary").click();
    await page.locator("#wire-list summary").first().click();
    await expect(page.locator("#announce")).toHaveText("");
    for (const tab of ["Behavior", "Tokens", "Cards"]) {
      await page.getByRole("tab", { name: tab }).click();
      await expectNoViolations(page, "[role=tabpanel]:not([hidden])");
    }
    await page.getByRole("tab", { name: "Faults" }).click();
    for (const width of [1440, 1024, 360]) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoViolations(page);
    }
  },
);
