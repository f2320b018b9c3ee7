import { setTimeout as sleep } from "node:timers/promises";
import { payAt, returnAddress, sessionOf } from "../buyer-at-bank.ts";
import { cards } from "../express/shop.ts";
import { pick } from "./random.ts";

/** What a buyer needs to reach the shop and the bank. */
export interface World {
  random: () => number;
  /** The shop as its pages know it. */
  publicUrl: string;
  /** Addresses of its processes: some may be dead at the moment. */
  processes: readonly [string, ...string[]];
  bank: string;
}

/**
 * Pays an order, or tries to, the way people do: with good and bad cards, sometimes cancelling, sometimes closing the
 * browser, sometimes in two tabs, through whichever process answers.
 */
export async function buy(world: World, order: string): Promise<void> {
  const { random } = world;
  const tabs = random() < 0.1 ? 2 : 1;
  await Promise.all(Array.from({ length: tabs }, () => buyInTab(world, order)));
}

async function buyInTab(world: World, order: string): Promise<void> {
  const { random } = world;
  for (let tries = 0; tries < 3; tries++) {
    const SESSION = await launch(world, order);
    if (SESSION === undefined) return;
    const chance = random();
    if (chance < 0.05) return;
    const card = chance < 0.12 ? "cancel" : chance < 0.27 ? cards.declined : cards.approved;
    const back = returnAddress(await (await payAt(world.bank, SESSION, card)).text());
    const comesBack = random() < 0.7;
    if (back !== undefined && comesBack) await comeBack(world, back);
    if (card === cards.approved || random() < 0.5) return;
  }
}

/** Asks one process after the other until one answers. */
async function ask(world: World, path: string, init: RequestInit): Promise<Response | undefined> {
  for (let tries = 0; tries < 40; tries++) {
    try {
      const response = await fetch(pick(world.random, world.processes) + path, { ...init, redirect: "manual" });
      // Read whole: a process may die while it answers.
      const body = await response.arrayBuffer();
      if (response.status < 500) return new Response(response.status === 303 ? null : body, response);
    } catch {
      // The process was killed: another one, a moment later.
    }
    await sleep(50 + world.random() * 100);
  }
  return undefined;
}

async function launch(world: World, order: string): Promise<string | undefined> {
  const body = new URLSearchParams({ order, attempt: crypto.randomUUID(), lang: "es", mode: "popup" });
  const page = await ask(world, "/payments/attempts", { method: "POST", body, headers: { Origin: world.publicUrl } });
  return sessionOf((await page?.text()) ?? "");
}

async function comeBack(world: World, address: string): Promise<void> {
  const body = new URLSearchParams({ SESSION: crypto.randomUUID(), Description: "Transaction Received" });
  await ask(world, new URL(address).pathname, { method: "POST", body, headers: { "Sec-Fetch-Site": "cross-site" } });
}
