import { expect } from "@playwright/test";
import { Buyer, cards } from "./buyer.ts";
import { playwrightWindow } from "./playwright-window.ts";
import { runAddresses } from "./run-addresses.ts";
import { test } from "./test.ts";

const addresses = runAddresses();
const { bareShop } = addresses;

const policy =
  "default-src 'none'; script-src 'self'; connect-src 'self'; form-action 'self'; " +
  "require-trusted-types-for 'script'; trusted-types 'none'; report-uri /breaches";

/** What browsers have reported of the order's page; but for Firefox's own look for an icon, which no page can forgo. */
async function breaches(order: string): Promise<unknown[]> {
  const address = `${bareShop.replace("bare-shop.localhost", "127.0.0.1")}/breaches`;
  const reports = (await (await fetch(address)).json()) as {
    "csp-report"?: { "document-uri"?: string; "blocked-uri"?: string };
  }[];
  return reports.filter(({ "csp-report": { "document-uri": page, "blocked-uri": blocked } = {} }) => {
    return page?.includes(order) && !blocked?.endsWith("/favicon.ico");
  });
}

test("whole payments under the strictest policy breach it 0 times: declined, retried, resumed, in both modes", async ({
  page,
}, { project }) => {
  const buyer = new Buyer(playwrightWindow(page), addresses, bareShop);
  for (const mode of ["popup", "redirect"]) {
    const order = `P-${project.name.length}${mode}${Date.now() % 1e6}`;
    const answer = await page.goto(`${bareShop}/?order=${order}&mode=${mode}`);
    expect(answer?.headers()["content-security-policy"]).toBe(policy);
    for (const [label, card, end] of [
      ["Pay by card", cards.noFunds, "declined"],
      ["Try again", cards.approved, "approved"],
    ] as const) {
      await buyer.pay(label);
      const bank = mode === "popup" ? await buyer.window.popup() : undefined;
      await buyer.enterCard(card, bank);
      await (bank ? bank.gone() : buyer.window.arrive(order));
      await buyer.window.see("li", end);
    }
    await page.reload();
    await buyer.window.see("[part=message]", "Paid");
    expect(await breaches(order)).toEqual([]);
  }
});

test("the policy is in force: an inline style and a string of markup are counted", async ({ page }) => {
  const order = `B-${Date.now() % 1e9}`;
  await page.goto(`${bareShop}/?order=${order}`);
  await page.evaluate(() => {
    document.body.setAttribute("style", "color: red");
    try {
      document.body.innerHTML = "<b>markup</b>";
    } catch {
      // Refused, as it should be.
    }
  });
  await expect.poll(async () => (await breaches(order)).length).toBeGreaterThanOrEqual(2);
});
