import type { Page } from "@playwright/test";
import { merchantName } from "@ventanilla/client";
import { cardForm } from "../../buyer-at-bank.ts";
import { type Scene, type Stage, submit, turnPage } from "./scene.ts";

/** As long as the bank takes a store's name: 22 characters, then 13 of its city. */
const longName = merchantName({ owner: "COMERCIAL GUADALUPE RD", city: "SANTO DOMINGO", country: "DO" });
const installments = "/servicios/pagosxcuotas/gatewayPagosCuotas";

/** A card for each outcome. */
const slips = {
  approved: "4761340000000050",
  declined: "4761340000001512",
  "approved in part": "4761340000001108",
  "not confirmed": "4761340000001918",
};

/** What a session is about. */
interface Sold {
  order?: string;
  amount?: string;
  tax?: string;
}

/** The most that the twelve digits of Amount can say, RD$ 9,999,999,999.99, and the ITBIS in it. */
const most = { amount: "999999999999", tax: "152542372881" } satisfies Sold;

/** Opens a session, by default of RD$ 9,999,999.99, and comes to a page of the bank with it. */
export async function openSession(
  { page, language, bank }: Stage,
  path: string,
  { order = "PEDIDO-2026-0000123", amount = "000999999999", tax = "000152542373" }: Sold = {},
): Promise<void> {
  const answer = await bank.createSession({
    OrdenID: order,
    Amount: amount,
    Tax: tax,
    MerchantName: longName,
    PageLanguaje: language === "es" ? "ESP" : "ENG",
  });
  const { SESSION } = (await answer.json()) as { SESSION: string };
  await submit(page, `${bank.url}${path}`, { SESSION });
}

/** Sends what the page's form sends. */
function enterCard(page: Page, number: string): Promise<void> {
  return submit(page, page.url(), cardForm(number));
}

export const bankScenes: readonly Scene[] = [
  { name: "the bank's card page", open: (stage) => openSession(stage, "/authorize"), turn: turnPage },
  {
    name: "the bank's card page with a wrong card",
    async open(stage) {
      await openSession(stage, "/authorize", most);
      await enterCard(stage.page, "4111111111111111");
      await stage.page.locator("#number-error").waitFor();
    },
  },
  { name: "the bank's plan page", open: (stage) => openSession(stage, installments, most), turn: turnPage },
  {
    name: "the bank's 3-D Secure page",
    async open(stage) {
      await openSession(stage, "/authorize");
      await enterCard(stage.page, "4761340000002205");
      await stage.page.waitForLoadState();
    },
  },
  ...Object.entries(slips).map(
    ([outcome, card]): Scene => ({
      name: `the bank's slip, ${outcome}`,
      async open(stage) {
        await openSession(stage, "/authorize", { ...most, order: "PEDIDO-2026-012!nort" });
        await enterCard(stage.page, card);
        await stage.page.waitForURL(/receipt/);
      },
      turn: turnPage,
    }),
  ),
  {
    name: "the bank's page of a canceled payment",
    async open(stage) {
      await openSession(stage, "/authorize", { order: "PEDIDO-2026-012!nort" });
      await stage.page.click("button[value=cancel]");
      await stage.page.waitForURL(/cancelled/);
    },
    turn: turnPage,
  },
  {
    name: "the bank's page of a payment whose time has ended",
    async open(stage) {
      await openSession(stage, "/authorize");
      await fetch(`${stage.bank.url}/control/clock`, { method: "POST", body: JSON.stringify({ to: "session-end" }) });
      await stage.page.reload();
      await stage.page.locator(".outcome").waitFor();
    },
    turn: turnPage,
  },
  {
    name: "the bank's page for an address that it does not have",
    async open({ page, language, bank }) {
      await page.goto(`${bank.url}/no-such-page?lang=${language}`);
    },
  },
];

async function openPanel({ page, language, bank }: Pick<Stage, "page" | "language" | "bank">): Promise<void> {
  await page.goto(`${bank.url}/?lang=${language}`);
  await page.locator("#link[data-state=live]").waitFor();
  await page.locator("#payment-list > li").nth(3).waitFor();
}

export const panelScenes: readonly Scene[] = [
  {
    name: "the bank's panel",
    async open({ page, language, bank }) {
      for (const order of ["PEDIDO-2026-0000123", "B-2"]) {
        await bank.createSession({ OrdenID: order, Amount: most.amount, Tax: most.tax });
      }
      await bank.sale("POS-1", { amount: "9999999999.99" });
      await bank.sale("POS-2", { "card-number": "4761340000001512" });
      await openPanel({ page, language, bank });
    },
    turn: openPanel,
  },
  {
    name: "the bank's reference",
    async open({ page, language, bank }) {
      await page.goto(`${bank.url}/reference?lang=${language}`);
    },
  },
  {
    name: "an operation of the bank's reference",
    async open({ page, language, bank }) {
      await page.goto(`${bank.url}/reference?lang=${language}#createSession`);
    },
  },
];
