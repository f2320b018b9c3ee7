import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, test } from "@playwright/test";
import { Buyer, cards } from "./buyer.ts";
import { playwrightWindow } from "./playwright-window.ts";
import { runAddresses } from "./run-addresses.ts";

// One worker builds and serves the pages once for all tests here.
test.describe.configure({ mode: "default" });

let stop: () => Promise<unknown>;
let origin: string;

test.beforeAll(async () => {
  const script = fileURLToPath(new URL("../../examples/serve.ts", import.meta.url));
  const server = spawn(process.execPath, ["--conditions=@ventanilla/source", script], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, PORT: "0" },
  });
  const ended = once(server, "exit");
  stop = () => {
    server.kill();
    return ended;
  };
  origin = await new Promise((resolve, reject) => {
    let told = "";
    server.stdout.on("data", (part) => {
      told += String(part);
      const [, address] = /Ready: (http:\/\/localhost:\d+)/.exec(told) ?? [];
      if (address) resolve(address);
    });
    void ended.then(() => reject(new Error(`the examples are not served: ${told}`)));
  });
});

test.afterAll(() => stop());

for (const [i, name] of ["html", "react", "vue", "svelte"].entries()) {
  test(`the ${name} example pays an order in the bank's window and hears of it once`, async ({ page }) => {
    const problems: string[] = [];
    page.on("pageerror", ({ message }) => problems.push(message));
    page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
    const buyer = new Buyer(playwrightWindow(page), runAddresses(), origin);
    await page.addInitScript(() => {
      addEventListener("pay-approved", () => {
        document.documentElement.dataset.heard = `${document.documentElement.dataset.heard ?? ""}!`;
      });
    });
    await buyer.window.open(`${origin}/${name}/?order=A-${i}`);
    await buyer.window.see("h1", `Order A-${i}`);
    const bank = await buyer.openBank("Pay by card");
    await buyer.enterCard(cards.approved, bank);
    await bank.gone();
    await buyer.window.see("p", "Thank you. It is paid.");
    await expect(page.locator("html")).toHaveAttribute("data-heard", "!");
    expect(problems).toEqual([]);
  });
}
