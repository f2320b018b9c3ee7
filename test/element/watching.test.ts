import { expect } from "@open-wc/testing";
import {
  bankQueries,
  begunBefore,
  checkout,
  frame,
  jump,
  launched,
  logOf,
  newOrder,
  press,
  rounds,
  script,
  shopFor,
  shows,
  until,
} from "./shop.ts";

describe("while the window is open", () => {
  it("reads the router's store at growing intervals, and accepts an answer without any other signal", async () => {
    const order = newOrder();
    const { pay, names } = await checkout(order);
    await press(pay);
    await launched(order);
    jump(2500);
    await until(async () => (await logOf(order)).asks.length === 1);
    expect((await logOf(order)).asks[0]).to.include({ attempt: pay.attemptId, askBank: false, lang: "en" });
    await script(order, { outcome: "approved" });
    await rounds();
    expect(pay.status).to.equal("open");
    jump(5000);
    await shows(pay, "approved");
    expect(names()).to.deep.equal(["before", "open", "approved", "settled"]);
  });

  it("asks at once when the router's page sends a message, whatever else it says", async () => {
    const order = newOrder();
    const { pay } = await checkout(order);
    await press(pay);
    await launched(order);
    window.postMessage({ type: "ventanilla:return", attempt: "another", outcome: "approved" }, location.origin);
    await bankQueries(order);
    expect(pay.status).to.equal("open");
    const tab = await frame("/payments/relay/another?mode=popup");
    expect(tab.window.opener).to.equal(null);
    await bankQueries(order, 2);
  });

  it("ends at once when the router's page says that the launch was refused, though the router knows nothing of it", async () => {
    const order = newOrder();
    const { pay, names, sentence } = await checkout(order);
    await script(order, { lost: true });
    await press(pay);
    await launched(order);
    const say = (attempt: string) =>
      window.postMessage({ type: "ventanilla:return", attempt, refused: true }, location.origin);
    say(crypto.randomUUID());
    await rounds();
    expect(pay.status).to.equal("open");
    say(pay.attemptId);
    await until(() => pay.status === "failed");
    expect(pay.focusWindow()).to.equal(true);
    await pay.updateComplete;
    expect(sentence()).to.match(/You were not charged\./);
    expect(names()).to.deep.equal(["before", "open", "failed", "settled"]);
  });

  it("goes on when the router knows the launch that is said to be refused", async () => {
    const order = newOrder();
    const { pay, names } = await checkout(order);
    await press(pay);
    await launched(order);
    const { attemptId: attempt } = pay;
    window.postMessage({ type: "ventanilla:return", attempt, refused: true }, location.origin);
    await bankQueries(order);
    await script(order, { outcome: "approved", act: "return" });
    await shows(pay, "approved");
    expect(names()).not.to.include("failed");
  });

  it("ignores messages of another origin and of another kind", async () => {
    const order = newOrder();
    const { pay } = await checkout(order);
    await press(pay);
    await launched(order);
    const message = (origin: string, data: unknown) =>
      window.dispatchEvent(new MessageEvent("message", { origin, data }));
    message("https://evil.example", { type: "ventanilla:return" });
    message(location.origin, { type: "something else" });
    message(location.origin, null);
    message(location.origin, "ventanilla:return");
    await rounds();
    expect((await logOf(order)).asks.filter(({ askBank }) => askBank)).to.have.length(0);
  });

  it("turns a flood of messages into few questions", async () => {
    const order = newOrder();
    const { pay } = await checkout(order);
    await press(pay);
    await launched(order);
    const { origin } = location;
    const data = { type: "ventanilla:return" };
    for (let i = 0; i < 500; i++) window.dispatchEvent(new MessageEvent("message", { origin, data }));
    await bankQueries(order, 2);
    await rounds();
    expect((await logOf(order)).asks).to.have.length(2);
  });

  for (const type of ["focus", "online", "visibilitychange"]) {
    it(`asks on ${type}`, async () => {
      const order = newOrder();
      const { pay } = await checkout(order);
      await press(pay);
      await launched(order);
      window.dispatchEvent(new Event(type));
      await bankQueries(order);
    });
  }

  for (const [state, owner, property, value] of [
    ["hidden", document, "hidden", true],
    ["offline", navigator, "onLine", false],
  ] as const) {
    it(`asks nothing while the page is ${state}`, async () => {
      const order = newOrder();
      const { pay } = await checkout(order);
      await press(pay);
      await launched(order);
      Object.defineProperty(owner, property, { configurable: true, get: () => value });
      jump(20_000);
      await rounds();
      expect((await logOf(order)).asks).to.have.length(0);
      Reflect.deleteProperty(owner, property);
      await until(async () => (await logOf(order)).asks.length > 0);
    });
  }

  it("goes on asking when the element is taken out of the page, as long as the buyer waits", async () => {
    const order = newOrder();
    const { pay } = await checkout(order);
    await press(pay);
    await launched(order);
    const home = pay.parentElement ?? expect.fail();
    pay.remove();
    await script(order, { outcome: "approved", act: "return" });
    await until(() => pay.status === "approved");
    const { length } = (await logOf(order)).asks;
    jump(20_000);
    window.dispatchEvent(new Event("focus"));
    await rounds();
    expect((await logOf(order)).asks).to.have.length(length);
    home.append(pay);
    await shows(pay, "approved");
  });

  it("asks nothing outside the page about an attempt that nobody waits for", async () => {
    const order = newOrder();
    await begunBefore(order);
    const { pay } = await checkout(order);
    await shows(pay, "pending");
    const home = pay.parentElement ?? expect.fail();
    pay.remove();
    const { length } = (await logOf(order)).asks;
    jump(20_000);
    window.dispatchEvent(new Event("focus"));
    await rounds();
    expect((await logOf(order)).asks).to.have.length(length);
    await script(order, { outcome: "approved" });
    home.append(pay);
    await shows(pay, "approved");
  });
});

describe("a window in which nothing happens", () => {
  it("is not a reason to say that the buyer is at the bank: after a while the payment may be opened again", async () => {
    const order = newOrder();
    await script(order, { lost: true, broken: true });
    const { pay, names, button } = await checkout(order);
    await press(pay);
    await launched(order);
    jump(8000);
    await shows(pay, "pending");
    expect(pay.focusWindow()).to.equal(true);
    expect(names()).to.deep.equal(["before", "open", "pending"]);
    await script(order, { lost: false, broken: false });
    // Not by a key, which would go to the open window; that is used again.
    button().click();
    await until(async () => (await logOf(order)).launches.length === 2);
    await script(order, { act: "return", outcome: "approved" });
    await shows(pay, "approved");
  });
});

describe("a window that was closed", () => {
  it("is reported, but no outcome until the router has one", async () => {
    const order = newOrder();
    await script(order, { act: "close" });
    const { pay, names, button, sentence } = await checkout(order);
    await press(pay);
    await shows(pay, "checking");
    expect(names()).to.deep.equal(["before", "open", "closed", "checking"]);
    expect(button()).to.have.attribute("aria-disabled", "false");
    expect(button()).to.have.trimmed.text("Return to the bank's page");
    expect(sentence()).to.equal("We are checking your payment with the bank.");
    await bankQueries(order, 2);
    await script(order, { outcome: "approved" });
    await shows(pay, "approved");
    expect(names()).to.deep.equal(["before", "open", "closed", "checking", "approved", "settled"]);
  });

  it("can be opened again at once: the same payment goes on, whatever the answer to the first question", async () => {
    const order = newOrder();
    const { pay, names } = await checkout(order);
    await press(pay);
    const first = pay.pay();
    await script(order, { act: "close" });
    await shows(pay, "checking");
    await script(order, { act: "stay" });
    await press(pay);
    await shows(pay, "open");
    expect(pay.focusWindow()).to.equal(true);
    await script(order, { act: "return", outcome: "approved" });
    await shows(pay, "approved");
    expect((await first).outcome).to.equal("approved");
    expect(names()).not.to.include("pending");
    expect(names().filter((name) => name === "settled")).to.have.length(1);
  });

  it("is not opened again when the answer ends the payment: nothing is launched", async () => {
    const order = newOrder();
    await script(order, { act: "close" });
    const { pay } = await checkout(order);
    await press(pay);
    await shows(pay, "checking");
    // An answer from before the approval must not be the one that the second press waits for.
    await bankQueries(order);
    await script(order, { outcome: "approved" });
    await press(pay);
    await shows(pay, "approved");
    // Firefox takes a moment to close a window.
    await until(() => !pay.focusWindow());
    expect((await logOf(order)).launches).to.have.length(1);
  });

  it("offers to open the payment again when the answer takes long, and goes on asking", async () => {
    const order = newOrder();
    const { pay, names, button, sentence } = await checkout(order);
    await press(pay);
    // While the window is open: once it is closed, this would open it again.
    const first = pay.pay();
    await script(order, { act: "close", message: "The bank has not answered yet." });
    await shows(pay, "checking");
    await bankQueries(order);
    jump(8000);
    await shows(pay, "pending");
    expect(names()).to.deep.equal(["before", "open", "closed", "checking", "pending"]);
    expect(button()).to.have.trimmed.text("Return to the bank's page");
    expect(sentence()).to.match(
      /^Did you not get to pay\? Return to the bank's page\.\nAlready paid\? Wait here\.The bank has not answered yet\. Please do not pay by any other means yet\.$/,
    );
    const one = pay.attemptId;

    await script(order, { act: "stay" });
    await press(pay);
    await shows(pay, "open");
    await script(order, { act: "return", outcome: "approved" });
    await shows(pay, "approved");
    expect(names().slice(5, 7)).to.deep.equal(["before", "open"]);
    expect(names().filter((name) => name === "approved" || name === "settled")).to.have.length(2);
    expect((await first).attempt).to.equal(pay.attemptId);
    expect(pay.attemptId).not.to.equal(one);
  });

  it("begins with what to do, and counts the time, until there is none left to pay in", async () => {
    const order = newOrder();
    await script(order, { act: "close", expiresAt: new Date(Date.now() + 60_000).toISOString() });
    const { pay, sentence } = await checkout(order);
    const clock = () => pay.shadowRoot?.querySelector("[role=timer]")?.getClientRects().length;
    await press(pay);
    await shows(pay, "checking");
    await bankQueries(order);
    await pay.updateComplete;
    expect([sentence(), clock()]).to.deep.equal(["We are checking your payment with the bank.", 0]);
    jump(8000);
    await shows(pay, "pending");
    expect(sentence()).to.match(/^Did you not get to pay\? /);
    expect(clock()).to.equal(1);
    jump(60_000);
    await until(() => !clock());
    expect(sentence()).not.to.match(/Did you not get to pay/);
    expect(sentence()).to.match(/Please do not pay by any other means yet\.$/);
  });

  it("goes on with the earlier attempt when opening it again never reaches the router", async () => {
    const order = newOrder();
    await script(order, { act: "close" });
    const { pay, names } = await checkout(order);
    await press(pay);
    await shows(pay, "checking");
    await bankQueries(order);
    jump(8000);
    await shows(pay, "pending");
    const one = pay.attemptId;
    await script(order, { lost: true });
    await press(pay);
    await shows(pay, "checking");
    jump(8000);
    await until(() => pay.attemptId === one);
    await script(order, { outcome: "approved" });
    window.dispatchEvent(new Event("focus"));
    await shows(pay, "approved");
    expect(names()).not.to.include("failed");
  });

  it("is a failure that may be tried again when the launch never reached the router, but only after a while", async () => {
    const order = newOrder();
    await script(order, { act: "close", lost: true });
    const { pay, events, names, sentence } = await checkout(order);
    await press(pay);
    await shows(pay, "checking");
    await rounds();
    expect(pay.status).to.equal("checking");
    jump(8000);
    await shows(pay, "failed");
    expect(names()).to.deep.equal(["before", "open", "closed", "checking", "failed", "settled"]);
    expect(events.at(-1)?.result).to.include({ outcome: "failed", safeToRetry: true, verified: false });
    expect(sentence()).to.equal("The bank's page did not open. You were not charged.");
  });

  it("is not a failure when something other than the router answers 404", async () => {
    const order = newOrder();
    await script(order, { act: "close", broken: true });
    const { pay, names } = await checkout(order);
    await press(pay);
    await shows(pay, "checking");
    jump(8000);
    await shows(pay, "pending");
    await script(order, { broken: false, outcome: "approved" });
    window.dispatchEvent(new Event("online"));
    await shows(pay, "approved");
    expect(names()).not.to.include("failed");
  });
});

describe("a page that stays although it should have gone to the bank", () => {
  const stopped = async (order: string) => {
    const shop = await shopFor(order, "?mode=redirect");
    Reflect.set(Reflect.get(shop.window, "HTMLFormElement").prototype, "submit", () => {});
    void shop.pay().pay();
    expect(shop.pay().status).to.equal("open");
    return shop;
  };

  it("has a usable button when it is restored from the back/forward cache", async () => {
    const order = newOrder();
    const shop = await stopped(order);
    await fetch("/payments/attempts", {
      method: "POST",
      body: new URLSearchParams({ attempt: shop.pay().attemptId, order }),
    });
    shop.window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
    await shows(shop.pay(), "pending");
    expect(shop.seen().events).to.deep.equal(["before", "open", "checking", "pending"]);
    const button = shop.pay().shadowRoot?.querySelector("button");
    expect(button).to.have.attribute("aria-disabled", "false");
    await script(order, { outcome: "approved" });
    shop.window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
    await shows(shop.pay(), "approved");
  });

  it("offers to open the payment again after a while", async () => {
    const order = newOrder();
    const shop = await stopped(order);
    const { Date: clock } = shop.window as unknown as { Date: DateConstructor };
    const late = clock.now() + 16_000;
    clock.now = () => late;
    await shows(shop.pay(), "pending");
    expect(shop.seen().events).not.to.include("failed");
  });
});
