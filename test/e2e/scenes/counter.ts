import type { OpenedCounter } from "../counter-server.ts";
import type { Scene, Stage } from "./scene.ts";

/** A counter that the run has opened. */
export interface Counter extends Pick<OpenedCounter, "cases"> {
  url: string;
}

export async function openCounter({ addresses }: Pick<Stage, "addresses">): Promise<Counter> {
  return (await (await fetch(addresses.counters, { method: "POST" })).json()) as Counter;
}

let looked: Promise<Counter> | undefined;

/** A counter that scenes have in common: they only look. */
function lookedCounter(stage: Stage): Promise<Counter> {
  looked ??= openCounter(stage);
  return looked;
}

/** A page of the counter, as it is when it is opened. */
function pageScene(name: string, pathOf: (counter: Counter) => string): Scene {
  return {
    name: `the staff's ${name}`,
    async open(stage) {
      const counter = await lookedCounter(stage);
      const path = pathOf(counter);
      await stage.page.goto(`${counter.url}${path}${path.includes("?") ? "&" : "?"}lang=${stage.language}`);
    },
  };
}

/**
 * The bank's list of the day: without one payment, with one that was declined there and one that the shop has not, and
 * with another amount in a row.
 */
function bankList(own: string): string {
  const [, ...rows] = own.split("\r\n").slice(0, -2);
  const paid = rows.map((row) => row.split(",")).filter(([, , , , , , , , , currency]) => currency === "DOP");
  return [
    "Fecha;No. Referencia;Cód. Aprobación;Tarjeta;Monto RD$;Estado",
    ...paid
      .slice(1)
      .map(([, , , , , reference, code, card, , , amount = ""], at) =>
        [
          "21/11/2026",
          reference,
          code,
          card,
          at === 4 ? "1.234,50" : amount.replace(".", ","),
          at === 0 ? "Rechazada" : "Aprobada",
        ].join(";"),
      ),
    "21/11/2026;632599999999;777000;************0050;1.180,00;Aprobada",
    "21/11/2026;632599999998;777001;************0050;n/d;Aprobada",
    "TOTAL;;;;9.999,00;",
  ].join("\r\n");
}

/** Chooses the bank's file on the page that takes it. */
export async function chooseBankList({ page, url }: { page: Stage["page"]; url: string }): Promise<void> {
  const server = url.replace("counter.localhost", "127.0.0.1");
  const own = await (await fetch(`${server}/staff/close.csv?batch=2026-11-21&lang=es`)).text();
  const file = { name: "lista.csv", mimeType: "text/csv", buffer: Buffer.from(bankList(own), "latin1") };
  await page.locator("#file").setInputFiles(file);
  await page.locator("main form button").click();
}

export const counterScenes: readonly Scene[] = [
  pageScene("day", () => "/staff/"),
  pageScene("day without payments", () => "/empty/"),
  pageScene("decisions", () => "/staff/decide"),
  pageScene("decisions, to look at", () => "/look/decide"),
  pageScene("decisions, large sums", () => "/large/decide"),
  pageScene("decisions, returns in doubt", () => "/returns/decide"),
  {
    name: "the staff's payment, return in doubt",
    async open(stage) {
      const { page, language } = stage;
      const { url, cases } = await lookedCounter(stage);
      await page.goto(`${url}/returns/payments/${cases.returned}?lang=${language}`);
      await page.locator("[name=went]").first().check();
      await page.locator("[name=reason]").fill("mesa de ayuda, caso 4711");
    },
  },
  pageScene("payment, given back in part", ({ cases }) => `/large/payments/${cases.inPart}`),
  pageScene("payment, unconfirmed", ({ cases }) => `/staff/payments/${cases.unknown}`),
  {
    name: "the staff's decision, refused",
    async open(stage) {
      const { page, language } = stage;
      const { url, cases } = await lookedCounter(stage);
      await page.goto(`${url}/staff/payments/${cases.unknown}?lang=${language}`);
      await page.locator("[name=decision]").first().check();
      await page.locator("[name=reason]").fill("4711");
      await page.locator("[name=approved]").fill("5,000.001");
      await page.locator(".decision button:not(.quiet)").click();
      await page.locator("[aria-invalid]").waitFor();
    },
  },
  pageScene("payment, paid twice", ({ cases }) => `/staff/payments/${cases.paidTwice}`),
  pageScene("payment, approved", ({ cases }) => `/look/payments/${cases.approved}`),
  pageScene("payment of a long order", ({ cases }) => `/staff/payments/${cases.long}`),
  pageScene("list", () => "/staff/payments"),
  pageScene("list of batches", () => "/weeks/payments?state=charged&currency=DOP&batches=2026-11-14..2026-11-21"),
  pageScene("list with emails", () => "/large/payments"),
  pageScene("list, filtered", () => "/staff/payments?amount=x&digits=0050"),
  {
    name: "the staff's list, with a saved filter",
    async open(stage) {
      const { page, language } = stage;
      const { url } = await lookedCounter(stage);
      await page.goto(`${url}/staff/payments?state=approved&lang=${language}`);
      await page.locator(".filters > summary").click();
      await page.locator("#name").fill("Aprobados de la sucursal de Santiago");
      await page.locator(".keep button").click();
      await page.locator(".kept-filters").waitFor();
      await page.goto(`${url}/staff/payments?currency=DOP&lang=${language}`);
    },
  },
  pageScene("search", () => "/staff/find?q=0050"),
  pageScene("search, its help and the keys", () => "/staff/find"),
  pageScene("search without result", () => "/staff/find?q=8350"),
  pageScene("search for a card", () => "/look/find?refused=card"),
  pageScene("close of day", () => "/staff/close?batch=2026-11-21"),
  pageScene("close of day, large sums", () => "/large/close?batch=2026-11-21"),
  pageScene("business by days", () => "/weeks/business"),
  pageScene("business by months", () => "/staff/business?by=month"),
  pageScene("business by card", () => "/staff/business?question=scheme"),
  pageScene("business by hour", () => "/staff/business?question=hour"),
  pageScene("business by product", () => "/weeks/business?by=week&question=product"),
  pageScene("business, why not paid", () => "/staff/business?question=why"),
  pageScene("money that went back", () => "/weeks/returns?batches=2026-11-01..2026-11-22"),
  ...[1, 2].map(
    (steps): Scene => ({
      name: `the staff's ${steps === 1 ? "columns of the bank's list" : "comparison with the bank"}`,
      async open(stage) {
        const { page, language } = stage;
        const { url } = await lookedCounter(stage);
        await page.goto(`${url}/staff/compare?batch=2026-11-21&lang=${language}`);
        await chooseBankList({ page, url });
        if (steps === 1) return;
        await page.locator("main form button").click();
      },
    }),
  ),
  {
    name: "the staff's close of day, compared",
    async open(stage) {
      const { page, language } = stage;
      const { url } = await openCounter(stage);
      // A browser remembers the columns of a list, and is asked about them here.
      await page.context().clearCookies();
      await page.goto(`${url}/staff/compare?batch=2026-11-21&lang=${language}`);
      await chooseBankList({ page, url });
      await page.locator("main form button").click();
      await page.goto(`${url}/staff/close?batch=2026-11-21`);
    },
  },
  pageScene("refusal of nobody", () => "/nobody/"),
];
