import { cardForm, pathBack } from "../buyer-at-bank.ts";
import { type Answer, send } from "./browser.ts";
import type { Tab, World } from "./world.ts";

/** Test cards, by what they do. */
export const cards = {
  approved: "4761340000000050",
  declined: "4761340000001058",
  partial: "4761340000001108",
  unavailable: "4761340000001918",
  challenged: "4761340000002205",
  challengedAndDeclined: "4761340000002510",
} as const;

/** Posts SESSION to the bank, as the launch page does. */
export async function openPage(world: World, tab: Tab): Promise<void> {
  const { headers } = await send("POST", `${world.bank.url}/authorize`, { fields: { SESSION: tab.SESSION } });
  if (typeof headers.location === "string") tab.page = new URL(headers.location, world.bank.url).href;
}

/**
 * Fills in the card form of a tab's bank page, and passes the 3-D Secure challenge when there is one, unless
 * the buyer leaves there. The return form's address, where one comes, is kept and not sent.
 */
export async function pay(world: World, tab: Tab, card: keyof typeof cards, leaves: boolean): Promise<void> {
  if (tab.page === undefined) await openPage(world, tab);
  if (tab.page === undefined) return;
  const armed = timesArmed(world, "late-result");
  let answer = await follow(tab.page, await send("POST", tab.page, { fields: cardForm(cards[card]) }));
  const code = /class="otp">(\d+)</.exec(answer.text)?.[1];
  if (code !== undefined && !leaves) {
    const challenge = tab.page.replace("/auth?", "/auth/challenge?");
    answer = await follow(challenge, await send("POST", challenge, { fields: { otp: code, action: "confirm" } }));
  }
  noteLateness(world, tab, armed);
  world.noteApprovals();
  keepReturn(world, answer);
}

/** Presses the cancel button. */
export async function cancel(world: World, tab: Tab): Promise<void> {
  if (tab.page === undefined) await openPage(world, tab);
  if (tab.page === undefined) return;
  const armed = timesArmed(world, "late-result");
  keepReturn(world, await follow(tab.page, await send("POST", tab.page, { fields: cardForm("cancel") })));
  noteLateness(world, tab, armed);
}

function keepReturn(world: World, { text }: Answer): void {
  const path = pathBack(text);
  if (path !== undefined && !world.returns.includes(path)) world.returns.push(path);
}

async function follow(from: string, answer: Answer): Promise<Answer> {
  const { location } = answer.headers;
  return typeof location === "string" ? send("GET", new URL(location, from).href) : answer;
}

/** A buyer who pays or cancels while results are delayed gets a delayed result. */
function noteLateness(world: World, { SESSION }: Tab, armed: number): void {
  if (timesArmed(world, "late-result") < armed) world.hiddenUntil.set(SESSION, world.now + 60_000);
}

function timesArmed(world: World, fault: string): number {
  return world.bank.faults.list().find(({ id }) => id === fault)?.armed?.times ?? 0;
}
