import { createServer } from "node:http";
import { ventanilla } from "@ventanilla/express";
import { counter } from "@ventanilla/express/counter";
import type { Store } from "@ventanilla/express/store";
import express from "express";
import { listen } from "../listen.ts";
import { gatewayAt, stillOptions } from "../shop.ts";
import { bank } from "./fill.ts";
import { median } from "./measure.ts";
import { guard } from "./verdict.ts";

const rounds = 11;
const mostMs = 100;
/** More than the kinds of pages that the counter leads to. */
const mostPages = 400;
/** What somebody types into the search box: an order, a card's digits, an amount, a buyer, a reference, a day, and nothing known. */
const searches = ["filled-77", "4242", "RD$ 1,000.00", "regular@example.com", "R77", "2026-10-10", "nobody"];
/** Where the way through the pages begins. */
const doors = ["", "compare", ...searches.map((q) => `find?${new URLSearchParams({ q }).toString()}`)];

/** Opens the counter on a store of a million attempts, and each kind of page that its links lead to: see {@link kindOf}. */
export async function benchPages(name: string, store: Store): Promise<void> {
  const payments = ventanilla(stillOptions({ store, gateway: gatewayAt({ url: bank }) }));
  const server = createServer(express().use("/staff", counter(payments, { staff: () => "Ana" })));
  const origin = `http://127.0.0.1:${await listen(server)}`;
  try {
    const found: { page: string; ms: number }[] = [];
    for (const page of await pagesOf(origin)) found.push({ page: page.slice(origin.length), ms: await timeOf(page) });
    report(name, found);
  } finally {
    server.close();
    server.closeAllConnections();
    await payments.close();
  }
}

/**
 * The addresses of the counter's pages, one of each kind. With the first of them the counter makes the sums of a year
 * ahead, beside what people ask for: they are there when all are read.
 */
async function pagesOf(origin: string): Promise<string[]> {
  const pages = doors.map((door) => `${origin}/staff/${door}`);
  const kinds = new Set(pages.map(kindOf));
  for (const page of pages) {
    for (const link of linksIn(await read(page), page)) {
      if (kinds.has(kindOf(link)) || pages.length === mostPages) continue;
      kinds.add(kindOf(link));
      pages.push(link);
    }
  }
  return pages;
}

async function timeOf(page: string): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < rounds; i++) {
    const start = performance.now();
    await read(page);
    times.push(performance.now() - start);
  }
  return median(times);
}

async function read(address: string): Promise<string> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} answers ${response.status}`);
  return response.text();
}

/** The pages that a page leads to, without files and without the same page in another language. */
function linksIn(text: string, page: string): string[] {
  return [...text.matchAll(/href="([^"#]+)/g)]
    .map(([, link = ""]) => new URL(link.replaceAll("&amp;", "&"), page).href)
    .filter((link) => link.startsWith(new URL("/staff/", page).href) && !/\.\w+(\?|$)|[?&]lang=/.test(link));
}

/** What pages have in common that differ in ids, dates and amounts only. */
const kindOf = (path: string): string => path.replace(/[0-9a-f-]{36}/g, "id").replace(/\d+/g, "0");

function report(name: string, pages: readonly { page: string; ms: number }[]): void {
  const slowest = pages.toSorted((a, b) => b.ms - a.ms);
  console.log(`\n${name}: ${pages.length} pages of the counter at 1,000,000 attempts, the slowest of them`);
  for (const { page, ms } of slowest.slice(0, 10)) console.log(`  ${ms.toFixed(1).padStart(7)} ms  ${page}`);
  const worst = slowest[0]?.ms ?? Number.NaN;
  guard(`${name}: ms of the slowest of ${pages.length} pages of the counter at 1,000,000 attempts`, worst, {
    below: mostMs,
  });
}
