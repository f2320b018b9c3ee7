import { expect } from "@playwright/test";
import { Buyer, cards } from "./buyer.ts";
import { playwrightWindow } from "./playwright-window.ts";
import { inQuarter } from "./quarter.ts";
import { runAddresses } from "./run-addresses.ts";
import { test } from "./test.ts";

// Builds and serves the pages; frameworks take a minute.
test.beforeAll(async () => {
  test.setTimeout(600_000);
  await fetch(runAddresses().examples);
});

// `npm run long frameworks` names others.
for (const name of process.env.EXAMPLES?.split(",") ?? inQuarter(["html", "react", "vue", "svelte"])) {
  test(`the ${name} example pays an order in the bank's window and hears of it once`, async ({ page }, { project }) => {
    const problems: string[] = [];
    page.on("pageerror", ({ message }) => problems.push(message));
    page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
    const addresses = runAddresses();
    const origin = await (await fetch(addresses.examples)).text();
    const buyer = new Buyer(playwrightWindow(page), addresses, origin);
    const order = `${project.name}-${name}`;
    await buyer.window.open(`${origin}/${name}/?order=${order}`);
    await buyer.window.see("h1", `Order ${order}`);
    await page.evaluate(() => {
      addEventListener("pay-approved", () => {
        document.documentElement.dataset.heard = `${document.documentElement.dataset.heard ?? ""}!`;
      });
    });
    const bank = await buyer.openBank("Pay by card");
    await buyer.enterCard(cards.approved, bank);
    await bank.gone();
    await buyer.window.see("p", "Thank you. Your order is paid.");
    await expect(page.locator("html")).toHaveAttribute("data-heard", "!");
    expect(problems).toEqual([]);
  });
}
