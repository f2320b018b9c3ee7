// The buyer's way back from the bank: to a page that does not begin with the outcome, or to one that is not the router's.
import { expect } from "@open-wc/testing";
import {
  begunBefore,
  checkout,
  frame,
  heardWarnings,
  jump,
  launched,
  newOrder,
  press,
  remembered,
  script,
  shopFor,
  shows,
  until,
  windowGone,
} from "./shop.ts";

const heard = heardWarnings();

describe("a service worker that answers in the router's place", () => {
  it("is named, its window is closed after a while, and the payment ends as the router says", async () => {
    const order = newOrder();
    await script(order, { shell: true });
    const { pay, names } = await checkout(order);
    await press(pay);
    await launched(order);
    await script(order, { act: "return", outcome: "approved" });
    await until(() => {
      jump(100);
      return heard.said.length > 0;
    });
    await shows(pay, "approved");
    await windowGone(pay);
    // That the window closes may be seen before the answer is there.
    const told = names().filter((name) => name !== "closed" && name !== "checking");
    expect(told).to.deep.equal(["before", "open", "approved", "settled"]);
    expect(heard.said).to.have.length(1);
    expect(heard.said[0]).to.match(/a service worker must not answer \/payments\/relay\/[\w-]+: see its deny list$/);
  });

  it("does not keep a tab that went to the bank itself: it is led to the page that it came from", async () => {
    const order = newOrder();
    await script(order, { shell: true, act: "return", outcome: "declined" });
    const shop = await shopFor(order, "?mode=redirect");
    const first = shop.window.document;
    await press(shop.pay());
    await until(() => shop.window.document !== first && shop.pay()?.status === "declined");
    expect(shop.window.location.pathname).to.equal(`/payments/page/${order}`);
  });
});

describe("a page that is isolated from other origins", () => {
  it("opens a window for modal at once, and names the header", async () => {
    const order = newOrder();
    Object.defineProperty(window, "crossOriginIsolated", { value: true, configurable: true });
    const { pay } = await checkout(order, { mode: "modal", scrim: "off" });
    await press(pay);
    await launched(order);
    expect(pay.focusWindow()).to.equal(true);
    expect(pay.shadowRoot?.querySelector("dialog")).to.equal(null);
    expect(heard.said.filter((text) => text.includes("Cross-Origin-Embedder-Policy"))).to.have.length(1);
    Object.defineProperty(window, "crossOriginIsolated", { value: false, configurable: true });
    await script(order, { act: "return", outcome: "approved" });
    await shows(pay, "approved");
    await windowGone(pay);
  });
});

describe("an outcome that comes with the page", () => {
  /** A page whose element is far below, for a buyer who is back from the bank. */
  async function cameBack(outcome: "declined" | "approved" | "unknown", error = "") {
    const order = newOrder();
    await script(order, { outcome, error });
    await begunBefore(order);
    const shop = await frame(`/payments/page/${order}?below`);
    (shop.window.frameElement as HTMLElement).style.height = "600px";
    return { shop, order };
  }

  const noteOf = (shop: Awaited<ReturnType<typeof frame>>) =>
    shop.pay().shadowRoot?.querySelector("[part=note]") as HTMLElement;

  for (const [outcome, title] of [
    ["declined", "Insufficient funds. · Shop"],
    ["approved", "Paid · Shop"],
    ["unknown", "Payment under review · Shop"],
  ] as const) {
    it(`is in view, and in the document's title: ${outcome}`, async () => {
      const { shop } = await cameBack(outcome);
      await until(() => shop.pay()?.status === outcome);
      await shop.pay().updateComplete;
      const { top, bottom } = noteOf(shop).getBoundingClientRect();
      expect(top).to.be.at.least(0);
      expect(bottom).to.be.at.most(shop.window.innerHeight);
      expect(shop.window.document.title).to.equal(title);
      expect(shop.window.document.activeElement).to.equal(shop.window.document.body);
    });
  }

  it("is in view, where the browser of an app keeps nothing but for the tab", async () => {
    const order = newOrder();
    await script(order, { act: "return", outcome: "declined" });
    const shop = await shopFor(order, "?mode=redirect&below&refuses-storage");
    (shop.window.frameElement as HTMLElement).style.height = "600px";
    const first = shop.window.document;
    await press(shop.pay());
    await until(() => shop.window.document !== first && shop.pay()?.status === "declined");
    await shop.pay().updateComplete;
    expect(noteOf(shop).getBoundingClientRect().bottom).to.be.within(0, shop.window.innerHeight);
    expect(shop.window.document.title).to.equal("Insufficient funds. · Shop");
    expect(remembered(order)).to.equal(undefined);
  });

  it("leaves a reader alone who has begun to read, and the title is the page's again with the next attempt", async () => {
    const { shop, order } = await cameBack("declined", "busy");
    await until(() => /checking|pending/.test(shop.pay()?.status ?? ""));
    shop.window.dispatchEvent(new Event("wheel"));
    await script(order, { error: "" });
    await shop.pay().checkStatus();
    await until(() => shop.pay().status === "declined");
    await shop.pay().updateComplete;
    expect(shop.window.scrollY).to.equal(0);
    expect(shop.window.document.title).to.equal("Insufficient funds. · Shop");
    await script(order, { outcome: "pending" });
    await press(shop.pay());
    await until(() => shop.window.document.title === "Shop");
    await script(order, { act: "return", outcome: "approved" });
    await until(() => shop.pay().status === "approved");
    await windowGone(shop.pay());
  });

  it("is not announced where no buyer was at the bank lately", async () => {
    const order = newOrder();
    await script(order, { outcome: "approved" });
    await begunBefore(order, { at: Date.now() - 7_200_000 });
    const shop = await frame(`/payments/page/${order}?below`);
    await until(() => shop.pay()?.status === "approved");
    await shop.pay().updateComplete;
    expect([shop.window.scrollY, shop.window.document.title]).to.deep.equal([0, "Shop"]);
  });
});
