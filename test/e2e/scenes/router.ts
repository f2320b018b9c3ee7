import { Buyer, cards } from "../buyer.ts";
import { playwrightWindow } from "../playwright-window.ts";
import { type Scene, type Stage, submit } from "./scene.ts";

/** Launches an order of the playground in the tab, without an address to go back to: the router's own pages stay. */
async function launch({ page, language, addresses }: Stage, order: string): Promise<void> {
  await page.goto(`${addresses.shop}/?lang=${language}`);
  await submit(page, "/playground/payments/attempts", { order, lang: language });
}

/** An order's name that no other test uses. */
const orderOf = (code: string, fault = "") =>
  `P${code}-${Math.random().toString(36).slice(2, 8).padEnd(6, "0")}${fault}`;

async function payAtBank({ page }: Stage): Promise<void> {
  await page.fill("#number", cards.approved);
  await page.fill("#expiry", "11/49");
  await page.fill("#cvv", "123");
  await page.click("button[value=pay]");
  await page.waitForURL(/\/relay\//);
}

/** Waits for the outcome: until then the page after the bank reloads itself. */
async function seeOutcome({ page }: Stage): Promise<void> {
  await page.waitForURL(/\/relay\//);
  await page.waitForFunction(() => !document.querySelector("meta[http-equiv=refresh]"));
}

function relayScene(what: string, code: string, fault?: string): Scene {
  return {
    name: `the router's page after the bank, ${what}`,
    async open(stage) {
      await launch(stage, orderOf(code, fault));
      await payAtBank(stage);
      await seeOutcome(stage);
    },
  };
}

export const routerScenes: readonly Scene[] = [
  relayScene("approved", "00"),
  relayScene("declined", "51"),
  relayScene("under review", "10"),
  {
    name: "the router's page after the bank, canceled",
    async open(stage) {
      await launch(stage, orderOf("00"));
      await stage.page.click("button[value=cancel]");
      await seeOutcome(stage);
    },
  },
  {
    name: "the router's page after the bank, in another browser",
    async open(stage) {
      await launch(stage, orderOf("00"));
      await payAtBank(stage);
      await stage.page.context().clearCookies();
      await stage.page.reload();
    },
  },
  {
    name: "the router's refusal of an unknown order",
    open: (stage) => launch(stage, "NO-SUCH-ORDER"),
    async turn({ page }) {
      await page.getByRole("button", { name: "English" }).click();
      await page.getByRole("heading", { name: "We cannot find this order" }).waitFor();
    },
  },
  {
    name: "the router's page for an unknown token",
    async open({ page, language, addresses }) {
      await page.goto(`${addresses.shop}/playground/payments/return/unknown?lang=${language}`);
    },
  },
  {
    name: "the router's launch page",
    withoutScripts: true,
    async open({ page, language, addresses }) {
      await page.goto(`${addresses.shopWithoutScripts}/placed-order?lang=${language}`);
      await page.locator("ventanilla-pay button").click();
      await page.locator(".late").waitFor();
    },
  },
  {
    name: "the router's page after the bank, without JavaScript",
    withoutScripts: true,
    async open({ page, language, addresses }) {
      const { withoutScripts: buyer } = new Buyer(playwrightWindow(page), addresses);
      const [pay, goOn, end] =
        language === "es" ? ["Pagar", "Continuar", "Pago aprobado"] : ["Pay RD", "Continue", "Payment approved"];
      await buyer.order({ language });
      await buyer.pay(pay);
      await buyer.window.click("button", goOn);
      await buyer.enterCard(cards.approved);
      await buyer.window.click("button", goOn);
      await buyer.window.see("h1", end);
    },
  },
  {
    name: "the router's page while the bank is out of reach",
    async open({ page, language, addresses }) {
      await page.goto(`${addresses.shopWithoutBank}/placed-order?lang=${language}&mode=redirect`);
      await page.locator("ventanilla-pay [part=button]").click();
      await page.waitForURL(/\/attempts$/);
    },
  },
];
