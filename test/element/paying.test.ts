import { expect } from "@open-wc/testing";
import { sendKeys } from "@web/test-runner-commands";
import {
  checkout,
  launched,
  logOf,
  newOrder,
  press,
  refuseWindows,
  remembered,
  script,
  shopFor,
  shows,
  until,
  windowGone,
} from "./shop.ts";

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe("paying in a window", () => {
  it("reports an approval once, with everything the router says, and settles last", async () => {
    const order = newOrder();
    await script(order, { outcome: "approved", act: "return" });
    const { pay, events, names } = await checkout(order);
    await press(pay);
    await shows(pay, "approved");
    expect(names().slice(0, 2)).to.deep.equal(["before", "open"]);
    expect(names().slice(-2)).to.deep.equal(["approved", "settled"]);
    const { detail, result, bubbles, composed } = events.at(-1) ?? expect.fail();
    expect(detail).to.equal(result);
    expect(result).to.include({ order, outcome: "approved", verified: true, safeToRetry: false });
    expect(result.message).to.equal("Your payment was approved.");
    expect(result).not.to.have.any.keys("v", "state");
    expect([bubbles, composed]).to.deep.equal([true, true]);
    expect(pay.result).to.equal(result);
    expect(pay.attemptId).to.match(uuid);
    expect(pay.expiresAt).to.equal("2030-01-01T00:30:00.000Z");
  });

  it("sends the attempt, the order, the language, the mode and the return path, and nothing else", async () => {
    const order = newOrder();
    const { pay } = await checkout(order, { "return-to": "/thanks" });
    await press(pay);
    await launched(order);
    const [launch] = (await logOf(order)).launches;
    expect(launch).to.deep.equal({ attempt: pay.attemptId, order, lang: "en", mode: "popup", returnTo: "/thanks" });
    expect(document.querySelector("body > form")).to.equal(null);
  });

  for (const outcome of ["declined", "cancelled", "expired", "failed"] as const) {
    it(`offers to try again after ${outcome}, as a new attempt`, async () => {
      const order = newOrder();
      await script(order, { outcome, act: "return" });
      const { pay, names, button } = await checkout(order);
      await press(pay);
      await shows(pay, outcome);
      expect(button()).to.have.trimmed.text("Try again");
      expect(remembered(order)).to.equal(undefined);
      const first = pay.attemptId;
      await windowGone(pay);
      await script(order, { outcome: "approved" });
      await press(pay);
      await shows(pay, "approved");
      expect(pay.attemptId).not.to.equal(first);
      expect(names().filter((name) => name === "settled")).to.have.length(2);
    });
  }

  it("refuses to pay again, and to be reset, after approved and unknown", async () => {
    for (const outcome of ["approved", "unknown"] as const) {
      const order = newOrder();
      await script(order, { outcome, act: "return" });
      const { pay, names, button } = await checkout(order);
      await press(pay);
      await shows(pay, outcome);
      expect(button()).to.have.attribute("aria-disabled", "true");
      expect(pay.reset()).to.equal(false);
      const before = names().length;
      expect((await pay.pay()).outcome).to.equal(outcome);
      expect(names()).to.have.length(before);
      expect((await logOf(order)).launches).to.have.length(1);
    }
  });

  it("joins a second click to the first: one window, one launch, one promise", async () => {
    const order = newOrder();
    const { pay } = await checkout(order);
    await press(pay);
    const [one, two] = [pay.pay(), pay.pay()];
    expect(one).to.equal(two);
    await sendKeys({ press: "Enter" });
    expect(pay.focusWindow()).to.equal(true);
    await script(order, { outcome: "approved", act: "return" });
    expect((await one).outcome).to.equal("approved");
    expect((await logOf(order)).launches).to.have.length(1);
  });

  it("does nothing when pay-before is prevented", async () => {
    const order = newOrder();
    const { pay, names } = await checkout(order);
    pay.addEventListener("pay-before", (event) => event.preventDefault());
    const result = await pay.pay();
    expect(result).to.include({ outcome: "cancelled", safeToRetry: true });
    expect(names()).to.deep.equal(["before"]);
    expect(pay.status).to.equal("idle");
    expect((await logOf(order)).launches).to.have.length(0);
    expect(remembered(order)).to.equal(undefined);
  });

  it("closes the window when the signal is aborted, and still asks how it ended", async () => {
    const order = newOrder();
    const { pay } = await checkout(order);
    const stop = new AbortController();
    pay.addEventListener("click", () => void pay.pay({ signal: stop.signal }), { capture: true, once: true });
    await press(pay);
    await launched(order);
    await script(order, { outcome: "cancelled" });
    stop.abort();
    await shows(pay, "cancelled");
  });

  it("leaves the next attempt's window open when the signal of an attempt that has ended is aborted", async () => {
    const order = newOrder();
    await script(order, { outcome: "declined", act: "return" });
    const { pay } = await checkout(order);
    const stop = new AbortController();
    pay.addEventListener("click", () => void pay.pay({ signal: stop.signal }), { capture: true, once: true });
    await press(pay);
    await shows(pay, "declined");
    const first = pay.attemptId;
    await windowGone(pay);
    await script(order, { outcome: "pending", act: "stay" });
    await press(pay);
    await until(async () => (await logOf(order)).launches.length === 2);
    stop.abort();
    expect(pay.attemptId).not.to.equal(first);
    expect(pay.focusWindow()).to.equal(true);
  });

  it("begins nothing with a signal that was aborted before", async () => {
    const { pay, names } = await checkout(newOrder());
    expect((await pay.pay({ signal: AbortSignal.abort() })).outcome).to.equal("cancelled");
    expect(names()).to.deep.equal([]);
  });

  it("begins nothing when a listener aborts the signal before it begins", async () => {
    const order = newOrder();
    const { pay, names } = await checkout(order);
    const stop = new AbortController();
    pay.addEventListener("pay-before", () => stop.abort(), { once: true });
    expect((await pay.pay({ signal: stop.signal })).outcome).to.equal("cancelled");
    expect(names()).to.deep.equal(["before"]);
    expect((await logOf(order)).launches).to.have.length(0);
  });

  it("rejects without an order, naming it, with the code of a usage error", async () => {
    const { pay } = await checkout("");
    const error = await pay.pay().catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(TypeError);
    expect(String(error)).to.contain("order:");
    expect(error).to.have.property("code", "ERR_VENTANILLA_ARGUMENT");
  });

  it("goes back to the beginning on reset after an outcome that may be tried again", async () => {
    const order = newOrder();
    await script(order, { outcome: "declined", act: "return" });
    const { pay, button } = await checkout(order);
    await press(pay);
    await shows(pay, "declined");
    expect(pay.reset()).to.equal(true);
    await shows(pay, "idle");
    expect(pay.result).to.equal(undefined);
    expect(button()).to.have.trimmed.text("Pay by card");
  });
});

describe("a window that the browser refuses", () => {
  it("sends the page itself to the bank, in the same click", async () => {
    const order = newOrder();
    const shop = await shopFor(order);
    shop.window.location.hash = "#/checkout";
    refuseWindows(shop.window);
    const pay = shop.pay();
    const { seen } = shop.window;
    await pay.updateComplete;
    void pay.pay();
    expect(seen?.events).to.deep.equal(["before", "blocked", "open"]);
    expect(pay.status).to.equal("open");
    await until(() => shop.window.location.pathname === "/payments/attempts");
    const [launch] = (await logOf(order)).launches;
    expect(launch).to.include({ mode: "redirect", returnTo: `/payments/page/${order}#/checkout` });
  });

  it("stays where it is when pay-blocked is prevented", async () => {
    const order = newOrder();
    const { pay, names } = await checkout(order);
    const { open } = window;
    window.open = () => null;
    pay.addEventListener("pay-blocked", (event) => event.preventDefault());
    const result = await pay.pay().finally(() => {
      window.open = open;
    });
    expect(result).to.include({ outcome: "cancelled", safeToRetry: true });
    expect(names()).to.deep.equal(["before", "blocked"]);
    expect(pay.status).to.equal("idle");
    expect((await logOf(order)).launches).to.have.length(0);
  });
});

describe("paying by redirect", () => {
  it("comes back to the page, which then gets the events", async () => {
    const order = newOrder();
    await script(order, { outcome: "approved", act: "return" });
    const shop = await shopFor(order, "?mode=redirect");
    const first = shop.window.seen;
    void shop.pay().pay();
    expect(first?.events).to.deep.equal(["before", "open"]);
    await until(() => shop.seen() !== first && shop.seen().events.includes("settled"));
    expect(shop.seen().events).to.deep.equal(["checking", "approved", "settled"]);
    expect(shop.window.location.search).to.equal("?mode=redirect");
  });
});
