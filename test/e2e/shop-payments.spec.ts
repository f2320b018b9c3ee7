import { Buyer } from "./buyer.ts";
import { shopFlows } from "./flows.ts";
import { playwrightWindow } from "./playwright-window.ts";
import { runAddresses } from "./run-addresses.ts";
import { test } from "./test.ts";

for (const { title, run } of shopFlows) {
  test(title, async ({ page }) => run(new Buyer(playwrightWindow(page), runAddresses())));
}
