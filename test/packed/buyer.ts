import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Browser } from "@playwright/test";

const card = { number: "4761340000000050", expiry: "11/29", cvv: "123" };

/** A shop's process (`shop.ts`), and what it has printed. */
export interface Shop {
  origin: string;
  paid(order: string): Promise<void>;
  close(): Promise<void>;
}

/** Starts a shop's program in a project. */
export async function openShop(project: string, program: string[], node = process.execPath): Promise<Shop> {
  const child = spawn(node, program, { cwd: project, stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "exit");
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const said = new Set<string>();
  /** Reads on until a line begins so. */
  const line = async (start: string): Promise<string> => {
    for (;;) {
      const known = [...said].find((each) => each.startsWith(start));
      if (known !== undefined) return known;
      const { value, done } = await lines.next();
      if (done) throw new Error(`${program.join(" ")} has ended without printing "${start}"`);
      said.add(value);
    }
  };
  return {
    origin: (await line("open ")).slice("open ".length),
    async paid(order) {
      await line(`paid ${order}`);
    },
    async close() {
      child.kill("SIGTERM");
      // Windows ends a process at once.
      assert.deepEqual(await ended, process.platform === "win32" ? [null, "SIGTERM"] : [0, null]);
    },
  };
}

/** Pays an order as a browser without JavaScript does: the form of the shop's page, the bank's page, the way back. */
export async function payByForms({ origin }: Shop, order: string): Promise<void> {
  const post = (address: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(address, { method: "POST", body: new URLSearchParams(fields), headers });
  const formIn = (html: string, name: string) => ({
    action: /action="([^"]+)"/.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? assert.fail(html),
    [name]: new RegExp(`name="${name}" value="([^"]+)"`).exec(html)?.[1] ?? assert.fail(html),
  });
  const launch = await post(`${origin}/payments/attempts`, { order }, { Origin: origin });
  assert.equal(launch.status, 200);
  const { action, SESSION = "" } = formIn(await launch.text(), "SESSION");
  const page = await post(action, { SESSION });
  const receipt = formIn(await (await post(page.url, { action: "pay", ...card })).text(), "SESSION");
  await post(receipt.action, { SESSION: receipt.SESSION ?? "" });
}

/** Pays with the tag on a page of the shop, in a window of the bank. Fails on any error of the page. */
export async function payInBrowser(browser: Browser, { origin }: Shop, page: string, order: string): Promise<void> {
  const tab = await browser.newPage();
  const problems: string[] = [];
  tab.on("pageerror", ({ message }) => problems.push(message));
  await tab.goto(`${origin}/${page}/?order=${order}`);
  const opened = tab.waitForEvent("popup");
  await tab.locator("ventanilla-pay [part=button]").click();
  const bank = await opened;
  for (const [name, value] of Object.entries(card)) await bank.fill(`[name=${name}]`, value);
  const closed = bank.waitForEvent("close");
  await bank.click("button[value=pay]");
  await closed;
  await tab.getByText(`Order ${order} is paid.`).waitFor();
  await tab.close();
  assert.deepEqual(problems, []);
}
