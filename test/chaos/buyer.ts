import { setTimeout as sleep } from "node:timers/promises";
import { payAt, returnAddress, sessionOf } from "../buyer-at-bank.ts";
import { cards } from "../shop.ts";
import { pick } from "./random.ts";

/** What a buyer needs to reach the shop and the bank, and what buyers leave behind. */
export interface World {
  random: () => number;
  /** The shop as its pages know it. */
  publicUrl: string;
  /** Addresses of its processes: some may be dead at the moment. */
  processes: readonly [string, ...string[]];
  bank: string;
  /** Orders with buyers in several tabs at once: at the bank, each of them may pay. */
  inTabs: Set<string>;
  /** Orders whose buyers come back later and want to pay. */
  unfinished: string[];
  /** What the shop called safe to pay again after the buyer had paid, by the session. */
  calledSafe: { order: string; SESSION: string; outcome: string | undefined }[];
  /** What buyers have done. What none has done yet, the first who can does: a short run meets all of it as well. */
  met: { secondCards: number; laterBuyers: number; pressedAgain: number };
  /** How often the shop's answer was still the one from before the payment. */
  safeForAMoment: number;
}

/** How long a buyer waits for a page before they try again. */
const patienceMs = 4000;
/** As long as a question that was asked before the payment may take, and the second until the next one. */
const answerMs = 8000;

/**
 * Pays an order, or tries to, the way people do: with good and bad cards, sometimes cancelling, sometimes with a second
 * card on the bank's page, sometimes closing the browser, sometimes in two tabs, through whichever process answers.
 */
export async function buy(world: World, order: string): Promise<void> {
  const { random } = world;
  const tabs = random() < 0.1 ? 2 : 1;
  if (tabs > 1) world.inTabs.add(order);
  await Promise.all(Array.from({ length: tabs }, () => buyInTab(world, order)));
  if (random() < 0.3) world.unfinished.push(order);
}

/** A buyer who was here before wants to pay, whatever became of it. */
export async function buyLater(world: World, order: string): Promise<void> {
  world.met.laterBuyers++;
  await buyInTab(world, order);
}

async function buyInTab(world: World, order: string): Promise<void> {
  const { random } = world;
  for (let tries = 0; tries < 3; tries++) {
    const attempt = crypto.randomUUID();
    const SESSION = await launch(world, spelled(world, order), attempt);
    if (SESSION === undefined) return;
    const chance = random();
    if (chance < 0.05) return;
    const card = chance < 0.15 ? "cancel" : chance < 0.3 ? cards.declined : cards.approved;
    const back = returnAddress(await (await payAt(world.bank, SESSION, card)).text());
    const comesBack = random() < 0.7;
    if (back !== undefined && comesBack) await comeBack(world, back);
    if (card === cards.approved) {
      if (await paidThen(world, { order, attempt, SESSION })) return;
    } else if (world.met.secondCards === 0 || random() < 0.3) {
      await payWithSecondCard(world, { order, attempt, SESSION }, back);
    } else if (random() < 0.5) return;
  }
}

/** As people type it, or a link has it: the shop's database finds the same row. */
function spelled(world: World, order: string): string {
  const chance = world.random();
  if (chance < 0.05) return order.toLowerCase();
  return chance < 0.1 ? order.replace("C", "Ｃ") : order;
}

interface Status {
  outcome?: string;
  safeToRetry?: boolean;
}

interface Paid {
  order: string;
  attempt: string;
  SESSION: string;
}

/** After a payment. Returns whether the buyer leaves it at that; the others press the button again. */
async function paidThen(world: World, paid: Paid): Promise<boolean> {
  await checkSafe(world, paid);
  if (world.met.pressedAgain > 0 && world.random() < 0.85) return true;
  world.met.pressedAgain++;
  return false;
}

/** Who was refused, or has cancelled, goes back to the bank's page and pays there with another card. */
async function payWithSecondCard(world: World, paid: Paid, back: string | undefined): Promise<void> {
  world.met.secondCards++;
  // By now the shop may have said that nothing was charged.
  await statusOf(world, paid.attempt);
  await statusOf(world, paid.attempt);
  await (await payAt(world.bank, paid.SESSION, cards.approved)).arrayBuffer();
  // By the address that the shop knows already.
  if (back !== undefined && world.random() < 0.5) await comeBack(world, back);
  await checkSafe(world, paid);
}

/**
 * The buyer has paid: once the bank can have been asked since, nobody may tell them that it is safe to pay again. The
 * shop's answer may be from before the payment, for a moment.
 */
async function checkSafe(world: World, { order, attempt, SESSION }: Paid): Promise<void> {
  const end = performance.now() + answerMs;
  // However long an answer takes, the one that counts was asked for after that time.
  for (let count = 0; ; count++) {
    const asked = performance.now();
    const status = await statusOf(world, attempt);
    if (status?.safeToRetry !== true) return;
    if (count === 0) world.safeForAMoment++;
    if (asked >= end) {
      world.calledSafe.push({ order, SESSION, outcome: status.outcome });
      return;
    }
    await sleep(500);
  }
}

async function statusOf(world: World, attempt: string): Promise<Status | undefined> {
  const answer = await ask(world, `/payments/attempts/${attempt}?ask=1`, {});
  return answer?.ok ? ((await answer.json()) as Status) : undefined;
}

/** Asks one process after the other until one answers. */
async function ask(world: World, path: string, init: RequestInit): Promise<Response | undefined> {
  for (let tries = 0; tries < 40; tries++) {
    try {
      const signal = AbortSignal.timeout(patienceMs);
      const address = pick(world.random, world.processes) + path;
      const response = await fetch(address, { ...init, redirect: "manual", signal });
      // Read whole: a process may die while it answers.
      const body = await response.arrayBuffer();
      if (response.status < 500) return new Response(response.status === 303 ? null : body, response);
    } catch {
      // The process was killed, or stands still: another one, a moment later.
    }
    await sleep(50 + world.random() * 100);
  }
  return undefined;
}

async function launch(world: World, order: string, attempt: string): Promise<string | undefined> {
  const body = new URLSearchParams({ order, attempt, lang: "es", mode: "popup" });
  const page = await ask(world, "/payments/attempts", { method: "POST", body, headers: { Origin: world.publicUrl } });
  return sessionOf((await page?.text()) ?? "");
}

async function comeBack(world: World, address: string): Promise<void> {
  const body = new URLSearchParams({ SESSION: crypto.randomUUID(), Description: "Transaction Received" });
  await ask(world, new URL(address).pathname, { method: "POST", body, headers: { "Sec-Fetch-Site": "cross-site" } });
}
