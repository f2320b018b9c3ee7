import type { Page } from "@playwright/test";
import { cake, type LinkShop, startLinkShop } from "../../links/shop.ts";
import { pesos, stoppedClock } from "../../shop.ts";
import { type Scene, type Stage, turnPage } from "./scene.ts";

const dayMs = 86_400_000;
const most = 999_999_999_999;

/** A payment link with all that is longest for its buyer. */
export const rich = {
  amount: pesos(most),
  description: "Bizcocho de tres pisos con relleno de guayaba, entrega en Santo Domingo Este el sábado por la mañana",
  lines: [
    { text: "2 × Bizcocho de tres pisos con relleno de guayaba y dulce de leche", amount: pesos(most - 100) },
    { text: "Entrega", amount: pesos(100) },
  ],
};

/** A payment link with all that is longest for the staff. */
export const long = {
  amount: pesos(100),
  max: pesos(most),
  description:
    "Bizcocho de bodas de tres pisos con relleno de guayaba y dulce de leche, entregado en Jarabacoa-LaVegaRealConcepción",
  customer: {
    name: "María Altagracia de los Ángeles Rodríguez-Echavarría y Peña",
    email: "maria.altagracia.de.los.angeles@correo-larguisimo.example",
    mobilePhone: "8095550101",
  },
  times: 100_000,
} as const;

/** Starts the shop of these scenes: its clock stands still. */
export const startLinks = (): Promise<LinkShop> =>
  startLinkShop({
    clock: stoppedClock(),
    storefront: {
      name: "Dulces y Bizcochos de Ana María del Rosario",
      color: "#b3261e",
      rnc: "131-23456-7",
      contact: { href: "https://wa.me/18095550123", label: "WhatsApp 809 555 0123" },
    },
  });

/** The pages of payment links for buyers and staff. */
export function linkScenes(shopOf: () => LinkShop): readonly Scene[] {
  const create = async (input: Parameters<LinkShop["pay"]["create"]>[0]) => (await shopOf().pay.create(input)).code;

  async function createPaid(input: Parameters<typeof create>[0]): Promise<string> {
    const code = await create(input);
    await shopOf().browser().pay(code);
    return code;
  }

  /** All that was paid goes back, and the links hear of it. */
  async function giveBack(code: string): Promise<void> {
    const { payments, pass } = shopOf();
    const [attempt] = (await payments.findOrder(code)).attempts;
    await payments.recordGivenBack(attempt?.id ?? "", { reason: "no se entregó", by: "Ana" });
    await pass(0);
  }

  /** A link's page, as it is when it is opened. */
  const ofBuyer = (name: string, codeOf: () => Promise<string>, more?: (page: Page) => Promise<void>): Scene => ({
    name: `a link's page ${name}`,
    async open({ page, language }) {
      await page.goto(`${shopOf().origin}/pay/${await codeOf()}?lang=${language}`);
      await more?.(page);
      await page.locator("h1").waitFor();
    },
    ...(more === undefined && { turn: turnPage }),
  });

  const ofStaff = (name: string, pathOf: () => Promise<string>): Scene => ({
    name: `the staff's ${name}`,
    async open({ page, language }) {
      const { href } = new URL(`${shopOf().origin}/staff/links${await pathOf()}`);
      await page.goto(`${href}${href.includes("?") ? "&" : "?"}lang=${language}`);
    },
    turn: turnPage,
  });

  /** The document of the email, which says all that a receipt can say. */
  async function openEmail({ page, language }: Stage): Promise<void> {
    const { pay, payments } = shopOf();
    const [attempt] = (await payments.findOrder(await createPaid(rich))).attempts;
    if (attempt?.settledAt === undefined) throw new Error("not paid");
    const payment = { ...attempt, ...attempt.verdict, settledAt: attempt.settledAt };
    const givenBack = [{ amount: payment.amount, at: payment.settledAt + dayMs }];
    const { html } = await pay.receipt(payment, { language, installments: true, givenBack });
    await page.setContent(html);
  }

  return [
    ofBuyer("that asks for the buyer", () => create({ ...rich, times: 100, until: shopOf().clock.now() + dayMs })),
    ofBuyer(
      "with what to correct",
      () => create({ ...cake, amount: pesos(50_000), max: pesos(most) }),
      (page) => page.locator("main form button").click(),
    ),
    ofBuyer("that is ready to pay", () => create({ ...rich, times: 100 }), sendForm),
    ofBuyer("that is early", () => create({ ...cake, from: shopOf().clock.now() + dayMs })),
    ofBuyer("that was withdrawn", async () => {
      const code = await create(rich);
      await shopOf().pay.withdraw(code);
      return code;
    }),
    ofBuyer("that is paid", () => createPaid(cake)),
    ofBuyer("that is being paid", async () => {
      const code = await create(cake);
      const other = shopOf().browser();
      await other.send(code);
      await other.launch();
      return code;
    }),
    ofBuyer("that is unknown", async () => "K7MP4XQ9TD"),
    {
      name: "a receipt's page",
      async open({ page, language }) {
        await page.goto(shopOf().pay.receiptUrl(await createPaid(rich), language));
      },
    },
    { name: "a receipt's email", open: openEmail },
    ofStaff("form of a link", async () => `?again=${await create(long)}`),
    ofStaff("keypad", async () => "/keypad"),
    ofStaff("links", async () => {
      await create(long);
      await giveBack(await createPaid({ amount: pesos(most), description: "Un terreno" }));
      return "/all";
    }),
    ofStaff("link", async () => `/${await create(long)}`),
    ofStaff("link that is paid", async () => `/${await createPaid({ amount: pesos(most), description: "Venta" })}`),
    ofStaff("poster", async () => `/${await create(long)}/poster`),
  ];
}

/** Sends the form of a link's page, as its buyer fills it in. */
export async function sendForm(page: Page): Promise<void> {
  await page.locator("#email").fill("ana@example.com");
  await page.locator("#mobilePhone").fill("809 555 0123");
  await page.locator("main form button").click();
}
