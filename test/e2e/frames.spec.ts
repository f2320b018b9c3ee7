// A shop's page that is itself in a frame, and what its buyers see of the bank's page.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, type FrameLocator, type Page } from "@playwright/test";
import { listen } from "../listen.ts";
import { Buyer, cards } from "./buyer.ts";
import { playwrightWindow } from "./playwright-window.ts";
import { runAddresses } from "./run-addresses.ts";
import { test } from "./test.ts";

const addresses = runAddresses();
const { bareShop } = addresses;

/** A page of another site that shows whatever it is asked to in a frame. */
const portal = createServer((request, response) => {
  const frame = new URL(request.url ?? "", "http://portal").searchParams.get("frame") ?? "";
  response.setHeader("content-type", "text/html");
  response.end(`<!doctype html><title>Portal</title>${frame}`);
});
test.beforeAll(() => listen(portal));
test.afterAll(() => {
  portal.close();
  portal.closeAllConnections();
});

/** The page with the tag, in a frame of a page of its own or another origin. */
async function framed(
  page: Page,
  { outer, mode, sandbox }: { outer: "same" | "other"; mode: string; sandbox?: string },
): Promise<{ buyer: Buyer; frame: FrameLocator; order: string }> {
  const order = `F${Math.random().toString(36).slice(2, 9)}`;
  const attribute = sandbox === undefined ? "" : `sandbox="${sandbox}"`;
  const tag = `<iframe ${attribute} width="600" height="400" src="${bareShop}/?order=${order}&mode=${mode}"></iframe>`;
  if (outer === "same") {
    await page.route(`${bareShop}/portal`, (route) => route.fulfill({ contentType: "text/html", body: tag }));
    await page.goto(`${bareShop}/portal`);
  } else {
    const { port } = portal.address() as AddressInfo;
    await page.goto(`http://portal.localhost:${port}/?frame=${encodeURIComponent(tag)}`);
  }
  return { buyer: new Buyer(playwrightWindow(page), addresses, bareShop), frame: page.frameLocator("iframe"), order };
}

const press = (frame: FrameLocator) => frame.locator("[part=button]").click();
const note = (frame: FrameLocator) => frame.locator("[part=note]");

/** Pays in a window that the frame opens, until the frame hears of the approval. */
async function payInWindow(page: Page, buyer: Buyer, frame: FrameLocator): Promise<void> {
  const opened = page.context().waitForEvent("page");
  await press(frame);
  const bank = playwrightWindow(await opened);
  await buyer.enterCard(cards.approved, bank);
  await bank.gone();
  await expect(frame.locator("li", { hasText: "approved" })).toBeVisible();
}

for (const outer of ["same", "other"] as const) {
  test(`in a frame of ${outer} origin, a redirect takes the whole tab, and the buyer comes back`, async ({ page }) => {
    const { buyer, frame, order } = await framed(page, { outer, mode: "redirect" });
    await press(frame);
    await buyer.enterCard(cards.approved);
    await buyer.window.arrive(`order=${order}`);
    await buyer.window.see("li", "approved");
  });

  test(`in a frame of ${outer} origin, the bank's page is in a window, and the frame hears of its end`, async ({
    page,
  }) => {
    const { buyer, frame } = await framed(page, { outer, mode: "auto" });
    await payInWindow(page, buyer, frame);
    await expect(page.locator("iframe")).toBeVisible();
  });

  const closed = "allow-scripts allow-same-origin allow-forms";

  for (const mode of ["auto", "redirect"]) {
    test(`in a sandbox of ${outer} origin without windows, ${mode} ends with a sentence`, async ({ page }) => {
      const { frame } = await framed(page, { outer, mode, sandbox: closed });
      await press(frame);
      await expect(note(frame)).toContainText("The bank's page did not open.");
      await expect(frame.locator("li")).toHaveText(["failed", "settled"]);
      await expect(frame.locator("[part=button]")).toHaveText(/Try again/);
    });
  }

  test(`in a sandbox of ${outer} origin with windows, the bank's page is in one`, async ({ page }) => {
    const { buyer, frame } = await framed(page, { outer, mode: "auto", sandbox: `${closed} allow-popups` });
    await payInWindow(page, buyer, frame);
  });

  test(`in a sandbox of ${outer} origin that may take the tab, a refused window does that`, async ({ page }) => {
    const sandbox = `${closed} allow-top-navigation`;
    const { buyer, frame } = await framed(page, { outer, mode: "auto", sandbox });
    await press(frame);
    await buyer.enterCard(cards.approved);
    await buyer.window.see("li", "approved");
  });
}
