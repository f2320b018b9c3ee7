import { expect, type Page } from "@playwright/test";
import { Buyer, cards } from "./buyer.ts";
import { playwrightWindow } from "./playwright-window.ts";
import { runAddresses } from "./run-addresses.ts";
import { test } from "./test.ts";

const addresses = runAddresses();

/** Someone at the playground, which begins as the query says; breaches of its policy and errors fail the test. */
async function tinkererAt(page: Page, query = ""): Promise<{ buyer: Buyer; problems: string[] }> {
  const problems: string[] = [];
  page.on("pageerror", ({ message }) => problems.push(message));
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  const buyer = new Buyer(playwrightWindow(page), addresses);
  await page.goto(`${addresses.shop}/playground?lang=en&${query}`);
  await buyer.window.see("ventanilla-pay button");
  return { buyer, problems };
}

/** Makes a choice as a mouse does, by its words. */
const choose = (page: Page, value: string) => page.locator(`label:has(input[value="${value}"])`).click();
const logged = (page: Page) => page.locator("#log code.name").allTextContents();

test("a chosen outcome comes about, and the log tells each event of it", async ({ page }) => {
  const { buyer, problems } = await tinkererAt(page);
  await choose(page, "noFunds");
  await buyer.window.see("#amount", "9,900.51");
  const bank = await buyer.openBank("Pay by card");
  await buyer.enterCard(cards.approved, bank);
  await bank.gone();
  await buyer.window.see("[role=status]", "enough funds");
  const names = await logged(page);
  expect(names.slice(0, 2)).toEqual(["pay-before", "pay-open"]);
  expect(names.slice(-2)).toEqual(["pay-declined", "pay-settled"]);
  await page.locator("#log summary", { hasText: "pay-declined" }).click();
  await buyer.window.see("#log pre", '"safeToRetry": true');
  expect(problems).toEqual([]);
});

test("a bank that is down is never reached, and the window says so", async ({ page }) => {
  const { buyer } = await tinkererAt(page, "scenario=unreachable");
  const bank = await buyer.openBank("Pay by card", "h1");
  await bank.see("main", "You were not charged");
  await buyer.window.see("#log code.name", "pay-failed");
  await buyer.window.see("[role=status]", "The bank did not answer");
});

test("an order that a function makes: the bank's page opens when it exists, and a failure ends the payment", async ({
  page,
}) => {
  const { buyer } = await tinkererAt(page, "source=slow");
  await expect(page.locator("ventanilla-pay")).not.toHaveAttribute("order");
  await expect(page.locator("#code")).toContainText("pay.order = makeOrder;");
  await buyer.openBank("Pay by card");
  await page.goto(`${addresses.shop}/playground?lang=en`);
  await choose(page, "failing");
  await page.getByRole("button", { name: "Pay by card" }).click();
  await buyer.window.see("#log code.name", "pay-failed");
  await buyer.window.see("[role=status]", "You were not charged");
});

test("the bank's window is asked for in the chosen size, and the tag leaves the page uncovered", async ({ page }) => {
  // Playwright gives every window of Firefox the size of the first one.
  await page.addInitScript(() => {
    const real = window.open.bind(window);
    window.open = (address, name, features) => {
      if (features) document.documentElement.dataset.features = features;
      return real(address, name, features);
    };
  });
  const { buyer } = await tinkererAt(page);
  await page.selectOption("[name=window-size]", "760px 900px");
  await page.check("[name=scrim]");
  await expect(page.locator("#code")).toContainText("--ventanilla-window-size: 760px 900px;");
  await buyer.openBank("Pay by card");
  await expect(page.locator("html")).toHaveAttribute("data-features", /width=760,height=900,/);
  await expect(page.locator("ventanilla-pay")).toHaveAttribute("scrim", "off");
});

test("each payment is a time line: the time from its first event on, also across a redirect", async ({ page }) => {
  const { buyer } = await tinkererAt(page, "mode=redirect");
  await buyer.pay("Pay by card");
  await buyer.enterCard(cards.approved);
  await buyer.window.see("#log code.name", "pay-settled");
  await page.click("#new-order");
  await buyer.pay("Pay by card");
  await buyer.window.click("button[value=cancel]");
  await buyer.window.see("#log .payment:first-child code.name", "pay-cancelled");
  const payments = await page.locator("#log .payment").evaluateAll((sections) =>
    sections.map((section) => ({
      began: section.querySelector("time")?.dateTime,
      events: section.querySelectorAll("li").length,
      parts: section.querySelectorAll("[aria-hidden] i").length,
      elapsed: [...section.querySelectorAll<HTMLTimeElement>("time.elapsed")].map(({ dateTime }) =>
        Number(dateTime.replace(/^PT|S$/g, "")),
      ),
    })),
  );
  expect(payments).toHaveLength(2);
  for (const { began, events, parts, elapsed } of payments) {
    expect(new Date(began ?? "").toISOString()).toBe(began);
    expect(parts).toBe(events);
    expect(elapsed[0]).toBe(0);
    expect(elapsed).toEqual(elapsed.toSorted((a, b) => a - b));
  }
});

test("by redirect the page comes back as it was left, and hears the end", async ({ page }) => {
  const { buyer } = await tinkererAt(page, "mode=redirect&radius=2&scenario=review");
  await buyer.pay("Pay by card");
  await buyer.enterCard(cards.approved);
  await buyer.window.arrive("/playground?");
  await buyer.window.see("#log code.name", "pay-unknown");
  await expect(page.locator("[name=radius]")).toHaveValue("2");
  expect((await logged(page))[0]).toBe("pay-before");
});

test("every control ends in the tag and in the code, and the address brings it all back", async ({ page }) => {
  const { buyer, problems } = await tinkererAt(page);
  const pay = page.locator("ventanilla-pay");
  const code = page.locator("#code");
  for (const summary of await page.locator("#controls summary:visible").all()) await summary.click();
  await page.fill("[name=label]", 'Pay "now"');
  await choose(page, "popup");
  await page.check("[name=required]");
  await page.fill("[name=accent]", "#aa0044");
  await buyer.window.see("button", 'Pay "now"');
  for (const [name, value] of [
    ["label", 'Pay "now"'],
    ["mode", "popup"],
    ["required", ""],
  ] as const) {
    await expect(pay).toHaveAttribute(name, value);
  }
  expect(await pay.evaluate((tag) => getComputedStyle(tag).getPropertyValue("--ventanilla-accent"))).toBe("#aa0044");
  await expect(code).toContainText('label="Pay &quot;now&quot;"');
  await expect(code).toContainText("--ventanilla-accent: #aa0044;");
  for (const [framework, words] of [
    ["React", "onpay-approved={("],
    ["Vue", '@pay-approved="('],
    ["Svelte", "onpay-approved={("],
  ] as const) {
    await choose(page, framework);
    await expect(code).toContainText(words);
  }
  await page.fill("[name=messages]", '{ "idle": 1');
  await buyer.window.see("#messages-problem", "Not a JSON object");
  await page.fill("[name=messages]", '{ "idle": "Buy" }');
  await page.fill("[name=label]", "");
  await buyer.window.see("ventanilla-pay button", "Buy");
  await page.reload();
  await buyer.window.see("ventanilla-pay button", "Buy");
  await expect(pay).toHaveAttribute("mode", "popup");
  expect(problems).toEqual([]);
});

test("an order with installments goes to the bank's installments page, and the address brings it back", async ({
  page,
}) => {
  const { buyer } = await tinkererAt(page);
  await page.check("[name=installments]");
  await buyer.window.see("#order", /^P00i-/);
  await buyer.window.see("[data-when=installments]", "choose how to pay first");
  await page.reload();
  await expect(page.locator("[name=installments]")).toBeChecked();
  const bank = await buyer.openBank("Pay by card", "button[value=choose]");
  await bank.click("button[value=choose]");
  await buyer.enterCard(cards.approved, bank);
  await bank.gone();
  await buyer.window.see("#log code.name", "pay-approved");
});

test("an order that is captured later is authorized, and the server captures a part of it once", async ({ page }) => {
  const { buyer, problems } = await tinkererAt(page);
  await page.check("[name=installments]");
  await page.check("[name=capture]");
  await expect(page.locator("[name=installments]")).not.toBeChecked();
  await buyer.window.see("#order", /^P00l-/);
  const bank = await buyer.openBank("Pay by card");
  await buyer.enterCard(cards.approved, bank);
  await bank.gone();
  await buyer.window.see("#log code.name", "pay-settled");
  const capture = async (words: string, calls: number, text: string) => {
    await page.getByRole("button", { name: words }).click();
    const lines = page.locator("#log details", { hasText: "capture()" });
    await expect(lines).toHaveCount(calls);
    await lines.last().locator("summary").click();
    await expect(lines.last().locator("pre")).toContainText(text);
  };
  await capture("Capture half", 1, '"minor": 147500');
  await capture("Capture half", 2, '"outcome": "approved"');
  expect(problems).toEqual([]);
  await capture("Capture all", 3, '"code": "already_paid"');
});

test("a form that needs the payment is not sent before it, and carries the attempt after", async ({ page }) => {
  const { buyer } = await tinkererAt(page, "required=on");
  await page.getByRole("button", { name: "Send the form" }).click();
  expect(await logged(page)).toEqual([]);
  const bank = await buyer.openBank("Pay by card");
  await buyer.enterCard(cards.approved, bank);
  await bank.gone();
  await buyer.window.see("#log code.name", "pay-settled");
  await page.getByRole("button", { name: "Send the form" }).click();
  await page.locator("#log summary", { hasText: "submit" }).click();
  await buyer.window.see("#log pre", /"payment": "[0-9a-f-]{36}"/);
});

test("it is worked with the keyboard alone: an outcome, a mode, a theme, and the payment", async ({ page }) => {
  const { buyer } = await tinkererAt(page);
  await page.locator("[name=scenario]:checked").focus();
  await page.keyboard.press("ArrowRight");
  await buyer.window.see("#amount", "9,900.51");
  await page.locator("[name=mode]:checked").focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.locator("ventanilla-pay")).toHaveAttribute("mode", "popup");
  await page.locator("summary", { hasText: "Look" }).focus();
  await page.keyboard.press("Enter");
  await page.locator("[data-preset=ambar]").focus();
  await page.keyboard.press("Enter");
  await expect(page.locator("#code")).toContainText("#f2a93b");
  await page.locator("ventanilla-pay").focus();
  await page.keyboard.press("Enter");
  await (await buyer.window.popup()).see("#number");
});
