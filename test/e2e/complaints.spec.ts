// What merchants complain of with payment buttons, where it takes a real bank's page; the others are in
// test/element/complaints.test.ts. One test for each, named after the complaint.
import { expect, type Page } from "@playwright/test";
import { Buyer, cards } from "./buyer.ts";
import { playwrightWindow } from "./playwright-window.ts";
import { runAddresses } from "./run-addresses.ts";
import { engineFree, test } from "./test.ts";

const addresses = runAddresses();

/**
 * A buyer at a page with nothing but the tag, with an order of their own whose name may carry a fault of the bank's.
 */
async function buyerAt(page: Page, { mode = "popup", fault = "" } = {}): Promise<Buyer> {
  const buyer = new Buyer(playwrightWindow(page), addresses, addresses.bareShop);
  const order = `C${Math.random().toString(36).slice(2, 9)}${fault}`;
  await buyer.window.open(`${buyer.shop}/?order=${order}&mode=${mode}`);
  await buyer.window.see("button", "Pay by card");
  return buyer;
}

/** What the page has heard, in its order. */
const heard = (page: Page) => page.locator("li").allTextContents();

/** Presses the button and waits for the bank's page, also when it has no opener. */
async function openBank(page: Page, buyer: Buyer): Promise<Page> {
  const opened = page.context().waitForEvent("page");
  await buyer.pay("Pay by card");
  const bank = await opened;
  await playwrightWindow(bank).see("#number");
  return bank;
}

test("close misread: a window closed right after paying ends with the approval", engineFree, async ({ page }) => {
  const buyer = await buyerAt(page);
  const bank = await openBank(page, buyer);
  await buyer.enterCard(cards.approved, playwrightWindow(bank));
  await playwrightWindow(bank).see("form[data-after]");
  await bank.close();
  await buyer.window.see("li", "approved");
  expect((await heard(page)).filter((name) => name !== "closed")).toEqual(["open", "approved", "settled"]);
});

test("COOP: the bank's page has no opener, looks closed to the shop, and is paid in", async ({ page }) => {
  const buyer = await buyerAt(page, { fault: "!coop" });
  const bank = await openBank(page, buyer);
  await buyer.window.see("li", "closed");
  await buyer.window.see("[role=status]", /We are checking your payment|Already paid\? Wait here\./);
  await buyer.enterCard(cards.approved, playwrightWindow(bank));
  await buyer.window.see("li", "approved");
  expect(await heard(page)).toEqual(["open", "closed", "approved", "settled"]);
});

test("webview that navigates the current tab: the buyer pays in it and comes back", engineFree, async ({ page }) => {
  const buyer = await buyerAt(page);
  await page.evaluate(() => {
    window.open = () => window;
  });
  await buyer.pay("Pay by card");
  await buyer.enterCard(cards.approved);
  await buyer.window.see("li", "approved");
  await buyer.window.see("[part=message]", "Paid");
});

test("bfcache stuck button: back from the bank's page, the button pays", async ({ page, browserName }) => {
  test.skip(browserName === "firefox", "Playwright waits forever for a page that Firefox has restored");
  const buyer = await buyerAt(page, { mode: "redirect" });
  await buyer.pay("Pay by card");
  await buyer.window.see("#number");
  await buyer.window.back();
  await buyer.pay("Return to the bank's page");
  await buyer.enterCard(cards.approved);
  await buyer.window.see("li", "approved");
});

test(
  "paid but page shows an error: a bank whose answers fail delays the outcome and does not change it",
  engineFree,
  async ({ page }) => {
    const buyer = await buyerAt(page, { fault: "!r500!rhtm" });
    const bank = await openBank(page, buyer);
    await buyer.enterCard(cards.approved, playwrightWindow(bank));
    await buyer.window.see("li", "approved");
    expect((await heard(page)).filter((name) => name !== "closed")).toEqual(["open", "approved", "settled"]);
  },
);

test(
  "return without cookies: the outcome needs none, the details are not shown to a stranger",
  engineFree,
  async ({ page }) => {
    const buyer = await buyerAt(page, { fault: "!coop" });
    const bank = await openBank(page, buyer);
    await page.context().clearCookies();
    await buyer.enterCard(cards.approved, playwrightWindow(bank));
    await buyer.window.see("li", "approved");
  },
);

/** Tells the bank whether pages of others may frame its own. */
async function setFraming(buyer: Buyer, value: "allowed"): Promise<void> {
  const local = (address: string) => address.replace(/[\w-]+\.localhost/, "127.0.0.1");
  const body = new URLSearchParams({ order: "FRAMES" });
  const launch = await fetch(`${local(buyer.shop)}/payments/attempts`, {
    method: "POST",
    headers: { origin: buyer.shop },
    body,
  });
  const [, bank = ""] = /action="(http:[^"]+)\/authorize"/.exec(await launch.text()) ?? [];
  const change = JSON.stringify({ name: "framing", value });
  await fetch(`${local(bank)}/control/switches`, { method: "POST", body: change });
}

test("refused frame: the buyer is offered a window, where the same payment goes on", async ({ page }) => {
  const buyer = await buyerAt(page, { mode: "modal", fault: "!fram" });
  await buyer.pay("Pay by card");
  const opened = page.context().waitForEvent("page");
  await buyer.window.click("dialog button", "Can't see it? Open it in a new window");
  const bank = playwrightWindow(await opened);
  await buyer.enterCard(cards.approved, bank);
  await buyer.window.see("li", "approved");
  await expect(page.locator("dialog")).toBeHidden();
  const order = new URL(page.url()).searchParams.get("order") ?? "";
  expect(await buyer.sessionsOf(order)).toHaveLength(1);
});

test("a bank that may be framed is paid in the dialog, which closes with the outcome", async ({ page }) => {
  const buyer = await buyerAt(page, { mode: "modal" });
  await setFraming(buyer, "allowed");
  await buyer.pay("Pay by card");
  const bank = page.frameLocator("iframe");
  await bank.locator("#number").fill(cards.approved);
  await bank.locator("#expiry").fill("11/29");
  await bank.locator("#cvv").fill("123");
  await bank.locator("button[value=pay]").click();
  await buyer.window.see("li", "approved");
  await expect(page.locator("dialog")).toBeHidden();
  expect(await heard(page)).toEqual(["open", "approved", "settled"]);
  // There is nothing to press any more.
  await expect(page.locator("ventanilla-pay [part=note]")).toBeFocused();
});

/** Counts the page's questions from the first notice of the page after the bank's on. Runs in the page. */
function countQuestionsAfterNotice(): void {
  const { fetch } = window;
  let noticed = false;
  const onNotice = () => {
    noticed = true;
  };
  addEventListener("message", onNotice);
  new BroadcastChannel("ventanilla").addEventListener("message", onNotice);
  let questions = 0;
  document.body.dataset.questions = "0";
  window.fetch = (input, init) => {
    if (noticed && typeof input === "string" && input.includes("ask=1"))
      document.body.dataset.questions = String(++questions);
    return fetch(input, init);
  };
}

for (const mode of ["popup", "modal"] as const) {
  test(
    `canceled and left waiting: the question after the bank's notice brings the end, ${mode}`,
    engineFree,
    async ({ page }) => {
      const buyer = await buyerAt(page, { mode });
      await setFraming(buyer, "allowed");
      await page.evaluate(countQuestionsAfterNotice);
      await buyer.pay("Pay by card");
      if (mode === "popup") await (await buyer.window.popup()).click("button[value=cancel]");
      else await page.frameLocator("iframe").locator("button[value=cancel]").click();
      await buyer.window.see("li", "cancelled");
      // None where a question from before the notice brings it: the focus is a reason to ask, too.
      expect(await page.evaluate(() => Number(document.body.dataset.questions))).toBeLessThanOrEqual(1);
      await expect(page.locator("dialog")).toBeHidden();
    },
  );
}

test("double click: one window and one session", engineFree, async ({ page }) => {
  const buyer = await buyerAt(page);
  await buyer.window.doubleClick("button", "Pay by card");
  const bank = await buyer.window.popup();
  await buyer.enterCard(cards.approved, bank);
  await buyer.window.see("li", "approved");
  const order = new URL(page.url()).searchParams.get("order") ?? "";
  expect((await buyer.sessionsOf(order)).map(({ charges }) => charges)).toEqual([1]);
});

test("an old answer to a new payment: the second attempt has a promise of its own", engineFree, async ({ page }) => {
  const whenSettled = () =>
    page.evaluate(async () => (await document.querySelector("ventanilla-pay")?.whenSettled)?.outcome);
  const buyer = await buyerAt(page);
  const first = await buyer.openBank("Pay by card");
  const declined = whenSettled();
  await buyer.enterCard(cards.noFunds, first);
  expect(await declined).toBe("declined");
  const second = await buyer.openBank("Try again");
  const approved = whenSettled();
  await buyer.enterCard(cards.approved, second);
  expect(await approved).toBe("approved");
});

test(
  "message after the opener is gone: the page is found paid when the buyer opens it again",
  engineFree,
  async ({ page }) => {
    const buyer = await buyerAt(page);
    const address = page.url();
    const bank = await openBank(page, buyer);
    await page.close();
    await buyer.enterCard(cards.approved, playwrightWindow(bank));
    const again = await page.context().newPage();
    await again.goto(address);
    await playwrightWindow(again).see("li", "approved");
  },
);

test("reload while paying: the page finds the payment and hears of its end", engineFree, async ({ page }) => {
  const buyer = await buyerAt(page);
  const bank = await openBank(page, buyer);
  await page.reload();
  await buyer.window.see("button", "Return to the bank's page");
  await buyer.enterCard(cards.approved, playwrightWindow(bank));
  await buyer.window.see("li", "approved");
});

test(
  "offline at the return: nothing is concluded, and the outcome is there with the network",
  engineFree,
  async ({ page }) => {
    const buyer = await buyerAt(page);
    const bank = await openBank(page, buyer);
    await page.route(/payments\/attempts\//, (route) => route.abort("internetdisconnected"));
    await buyer.enterCard(cards.approved, playwrightWindow(bank));
    await playwrightWindow(bank).gone();
    await buyer.window.see("[role=status]", /We are checking your payment|Already paid\? Wait here\./);
    expect(await heard(page)).toEqual(["open", "closed"]);
    await page.unroute(/payments\/attempts\//);
    await buyer.window.see("li", "approved");
  },
);

/** Presses the tag's button, whatever it says. */
const press = (page: Page) => page.locator("[part=button]").first().click();

test("COOP on the shop's own page: the window looks closed at once, and its payment is heard", async ({ page }) => {
  const shop = new URL(addresses.bareShop);
  await page.route(`${addresses.bareShop}/?*`, async (route) => {
    const url = route.request().url().replace(shop.hostname, "127.0.0.1");
    // The shop ends a connection that was idle for five seconds, perhaps at this moment: then on another one.
    const response = await route.fetch({ url, maxRetries: 3 });
    const headers = { ...response.headers(), "cross-origin-opener-policy": "same-origin" };
    await route.fulfill({ response, headers });
  });
  const said: string[] = [];
  page.on("console", (message) => said.push(message.text()));
  const buyer = await buyerAt(page);
  const bank = await openBank(page, buyer);
  expect(await bank.evaluate(() => window.opener)).toBe(null);
  await expect
    .poll(() => said.filter((text) => text.includes("Cross-Origin-Opener-Policy: same-origin makes")))
    .toHaveLength(1);
  await buyer.enterCard(cards.approved, playwrightWindow(bank));
  await buyer.window.see("li", "approved");
});

test("window closed while it loads: nothing is concluded, and the button leads to the same payment", async ({
  page,
}) => {
  const buyer = await buyerAt(page);
  const context = page.context();
  // The bank does not answer: a window that Playwright closes between two pages takes its opener's process with it.
  const authorize = /\/authorize$/;
  const asked = new Promise<void>((resolve) => void context.route(authorize, () => resolve()));
  const opened = context.waitForEvent("page");
  await press(page);
  await asked;
  await (await opened).close();
  await context.unroute(authorize);
  await buyer.window.see("li", "closed");
  const bank = page.context().waitForEvent("page");
  await press(page);
  await buyer.enterCard(cards.approved, playwrightWindow(await bank));
  await buyer.window.see("li", "approved");
  expect((await heard(page)).filter((name) => /cancelled|declined|failed/.test(name))).toEqual([]);
});

test("focus takes the opener away: a window that was brought to the front still reports and closes", async ({
  page,
}) => {
  const buyer = await buyerAt(page);
  const bank = await openBank(page, buyer);
  await page.locator("ventanilla-pay [part=show]").click();
  expect(await page.evaluate(() => document.querySelector("ventanilla-pay")?.focusWindow())).toBe(true);
  await buyer.enterCard(cards.approved, playwrightWindow(bank));
  await playwrightWindow(bank).gone();
  await buyer.window.see("li", "approved");
});

test("tab gone after paying: a checkout that the shop has opened in a tab stays, and shows the outcome", async ({
  page,
}) => {
  await page.goto(`${addresses.bareShop}/?order=C-none`);
  const opened = page.waitForEvent("popup");
  const address = `/?order=C${Math.random().toString(36).slice(2, 9)}&mode=redirect`;
  await page.evaluate((url) => void window.open(url), address);
  const checkout = playwrightWindow(await opened);
  const buyer = new Buyer(checkout, addresses, addresses.bareShop);
  await buyer.pay("Pay by card");
  await buyer.enterCard(cards.approved);
  await checkout.see("li", "approved");
});

test(
  "buttons destroy each other: three on one page pay three orders, also side by side",
  engineFree,
  async ({ page }) => {
    const buyer = await buyerAt(page);
    const orders = await page.evaluate(() => {
      const [first] = document.querySelectorAll("ventanilla-pay");
      const more = ["b", "c"].map((end) => {
        const { endpoint, order, mode } = first as NonNullable<typeof first>;
        return Object.assign(document.createElement("ventanilla-pay"), { endpoint, order: order + end, mode });
      });
      document.body.append(...more);
      for (const tag of document.querySelectorAll("ventanilla-pay")) tag.scrim = "off";
      return [first, ...more].map((tag) => String(tag?.order));
    });
    const banks: Page[] = [];
    for (const order of orders) {
      const opened = page.context().waitForEvent("page");
      await page.locator(`ventanilla-pay[order=${order}] [part=button]`).click();
      banks.push(await opened);
    }
    for (const bank of banks.toReversed()) {
      await buyer.enterCard(cards.approved, playwrightWindow(bank));
      await playwrightWindow(bank).gone();
    }
    for (const order of orders) {
      await buyer.window.see(`ventanilla-pay[order=${order}] [part=message]`, "Paid");
      expect((await buyer.sessionsOf(order)).map(({ charges }) => charges)).toEqual([1]);
    }
  },
);

test(
  "stale order: what the page sets last is what the window pays, and the amount is the shop's",
  engineFree,
  async ({ page }) => {
    const buyer = await buyerAt(page);
    const first = new URL(page.url()).searchParams.get("order") ?? "";
    await page.evaluate(() => {
      const tag = document.querySelector("ventanilla-pay");
      tag?.setAttribute("order", `${tag.getAttribute("order")}new`);
      tag?.setAttribute("amount", "1");
    });
    const bank = await openBank(page, buyer);
    await buyer.enterCard(cards.approved, playwrightWindow(bank));
    await buyer.window.see("li", "approved");
    expect(await buyer.sessionsOf(first)).toEqual([]);
    expect((await buyer.sessionsOf(`${first}new`)).map(({ amount }) => amount)).toEqual([295_000]);
  },
);

test("script blocked: without the element the form inside the tag pays", engineFree, async ({ page }) => {
  await page.route(/element\.js/, (route) => route.abort("blockedbyclient"));
  const buyer = new Buyer(playwrightWindow(page), addresses);
  const order = await buyer.order();
  await buyer.window.click("ventanilla-pay form button");
  await buyer.enterCard(cards.approved);
  await expect.poll(async () => (await buyer.sessionsOf(order)).map(({ charges }) => charges)).toEqual([1]);
  await buyer.seesReceipt(order);
});

test("shadow root: the tag pays inside one, and the page outside hears it", async ({ page }) => {
  const buyer = await buyerAt(page);
  await page.evaluate(() => {
    const host = document.createElement("div");
    const tag = document.querySelector("ventanilla-pay");
    document.body.append(host);
    if (tag) host.attachShadow({ mode: "open" }).append(tag);
  });
  const bank = await openBank(page, buyer);
  await buyer.enterCard(cards.approved, playwrightWindow(bank));
  await playwrightWindow(bank).gone();
  await buyer.window.see("li", "approved");
});

test(
  "no way back from the bank: a buyer who closes its receipt is known to have paid",
  engineFree,
  async ({ page }) => {
    const buyer = await buyerAt(page, { fault: "!nort" });
    const bank = await openBank(page, buyer);
    await buyer.enterCard(cards.approved, playwrightWindow(bank));
    await bank.waitForURL(/receipt/);
    await bank.close();
    await buyer.window.see("li", "approved");
  },
);
