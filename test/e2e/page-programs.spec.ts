// Row 39 of the threats: what else runs on the shop's page. Real libraries, a real router and a real service worker;
// translators: test/element/translated.test.ts.
import { expect, type Page } from "@playwright/test";
import { Buyer, cards } from "./buyer.ts";
import { playwrightWindow } from "./playwright-window.ts";
import { inQuarter } from "./quarter.ts";
import { runAddresses } from "./run-addresses.ts";
import { engineFree, ownWindow, test } from "./test.ts";

const addresses = runAddresses();
const { programShop } = addresses;

const newOrder = () => `G${Math.random().toString(36).slice(2, 9)}`;
const buyerIn = (page: Page) => new Buyer(playwrightWindow(page), addresses, programShop);

/** The shop's page, at an address with this order. */
async function openPage(page: Page, path: string): Promise<Buyer> {
  await page.goto(programShop + path);
  return buyerIn(page);
}

/** How the bank's sessions of the order have ended. */
const ends = async (buyer: Buyer, order: string) => (await buyer.sessionsOf(order)).map(({ state }) => state);

test.describe("a translator, a morphing library, a service worker, COEP, Turbo on the shop's page", () => {
  for (const taker of inQuarter(["turbo", "htmx", "unpoly"])) {
    test(`the documented markup pays beside ${taker}`, engineFree, async ({ page }) => {
      const order = newOrder();
      const buyer = await openPage(page, `/taker/${taker}?order=${order}`);
      const sent = page.waitForRequest((request) => request.method() === "POST");
      await buyer.window.click("button", "Pay by card");
      expect((await sent).resourceType()).toBe("document");
      await buyer.enterCard(cards.approved);
      await buyer.window.arrive("/back");
      expect(await ends(buyer, order)).toEqual(["approved"]);
    });

    test(
      `${taker} takes the form over where nothing keeps it away, and the page goes on`,
      engineFree,
      async ({ page }) => {
        const order = newOrder();
        const buyer = await openPage(page, `/taker/${taker}?order=${order}&without`);
        const sent = page.waitForRequest((request) => request.method() === "POST");
        await buyer.window.click("button", "Pay by card");
        expect((await sent).resourceType()).not.toBe("document");
        await buyer.window.click("#launch button");
        await buyer.enterCard(cards.approved);
        await buyer.window.arrive("/back");
        expect(await ends(buyer, order)).toEqual(["approved"]);
      },
    );
  }

  for (const morpher of inQuarter(["idiomorph", "morphdom"])) {
    test(`the page is morphed by ${morpher} while the buyer pays`, engineFree, async ({ page }) => {
      const order = newOrder();
      const buyer = await openPage(page, `/morpher/${morpher}?order=${order}`);
      const bank = await buyer.openBank("Pay by card");
      await page.evaluate(() => dispatchEvent(new Event("morph")));
      await buyer.window.see("h1", "morphed");
      await buyer.window.see("[part=message]", "Complete the payment on the bank's page.");
      await buyer.enterCard(cards.approved, bank);
      await buyer.window.see("[part=message]", "Paid");
      // Whether the closed window is seen before the answer comes is the machine's.
      const told = (await page.title()).split(" ").filter((name) => name !== "closed");
      expect(told).toEqual(["Shop", "open", "approved", "settled"]);
    });
  }

  for (const mode of ["popup", "redirect"]) {
    ownWindow(`a service worker answers with its shell after the bank's page: ${mode}`, async ({ page }) => {
      const order = newOrder();
      const said: string[] = [];
      page.context().on("console", (message) => said.push(message.text()));
      const buyer = await openPage(page, `/?order=${order}&mode=${mode}`);
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
      await page.reload();
      await buyer.pay("Pay by card");
      const bank = mode === "popup" ? await buyer.window.popup() : undefined;
      await buyer.enterCard(cards.approved, bank);
      await bank?.gone();
      await buyer.window.arrive(`/?order=${order}&mode=${mode}`);
      await buyer.window.see("[part=message]", "Paid");
      expect(said.filter((text) => text.includes("a service worker must not answer /payments/"))).toHaveLength(1);
    });
  }

  ownWindow("a page with COOP and COEP opens a window for modal, says so, and is paid", async ({ page }) => {
    const order = newOrder();
    const said: string[] = [];
    page.on("console", (message) => said.push(message.text()));
    const buyer = await openPage(page, `/isolated?order=${order}`);
    const opened = page.context().waitForEvent("page");
    await buyer.pay("Pay by card");
    const bank = playwrightWindow(await opened);
    await buyer.enterCard(cards.approved, bank);
    await bank.gone();
    await buyer.window.see("[part=message]", "Paid");
    expect(await page.locator("dialog[open], dialog iframe").count()).toBe(0);
    expect(said.filter((text) => text.includes("Cross-Origin-Embedder-Policy forbids modal"))).toHaveLength(1);
  });
});
