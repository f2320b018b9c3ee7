// Faults on the way to the bank, as a buyer sees them: of the shop, of its settings, and of the page around it.
import { expect } from "@playwright/test";
import { Buyer } from "./buyer.ts";
import { faultFlows } from "./fault-flows.ts";
import { playwrightWindow } from "./playwright-window.ts";
import { runAddresses } from "./run-addresses.ts";
import { test } from "./test.ts";

const addresses = runAddresses();
const { bareShop } = addresses;

for (const { title, shop, run } of faultFlows) {
  test(title, async ({ page, browserName }) => {
    await run(new Buyer(playwrightWindow(page), addresses, addresses[shop]), browserName === "firefox");
  });
}

test("in a frame of another site, a form without the tag asks for the whole window and pays there", async ({
  page,
}) => {
  await page.goto(`${addresses.staticShop}/?order=F-1&mode=modal`);
  await page.evaluate(
    (src) => document.body.append(Object.assign(document.createElement("iframe"), { src })),
    bareShop,
  );
  const order = `F${Math.random().toString(36).slice(2, 9)}`;
  const frame = page.frameLocator("iframe");
  await frame.locator("h1").evaluate((heading, name) => {
    const form = document.createElement("form");
    Object.assign(form, { method: "post", action: "/payments/attempts" });
    form.append(Object.assign(document.createElement("input"), { name: "order", value: name }));
    form.append(Object.assign(document.createElement("input"), { name: "lang", value: "en" }));
    heading.append(form);
    form.submit();
  }, order);
  await frame.locator("button", { hasText: "Continue to the bank" }).click();
  const buyer = new Buyer(playwrightWindow(page), addresses, bareShop);
  await buyer.window.see("#number");
  expect(await buyer.sessionsOf(order)).toHaveLength(1);
});
