// The layer over the page while the bank's window is open.
import { expect } from "@open-wc/testing";
import { sendKeys } from "@web/test-runner-commands";
import type { VentanillaPay } from "../../packages/element/src/index.ts";
import { checkout, launched, newOrder, press, rounds, script, shows, until } from "./shop.ts";

const inside = <T extends HTMLElement>(pay: VentanillaPay, selector: string) =>
  pay.shadowRoot?.querySelector<T>(selector) as T;
const scrimOf = (pay: VentanillaPay) => inside<HTMLDialogElement>(pay, "dialog") as HTMLDialogElement | null;

/** An element whose page is covered. */
async function covered(attributes: Record<string, string> = {}) {
  const order = newOrder();
  const shop = await checkout(order, { mode: "popup", ...attributes });
  await press(shop.pay);
  await launched(order);
  await until(() => scrimOf(shop.pay)?.open);
  return { ...shop, order };
}

describe("a scrim", () => {
  afterEach(() => document.documentElement.removeAttribute("dir"));

  it("covers the page while the window is open, and goes with it; the focus is on what is in the button's place", async () => {
    const { pay, order } = await covered();
    const scrim = scrimOf(pay) as HTMLDialogElement;
    expect(scrim.matches(":modal")).to.equal(true);
    expect(pay.shadowRoot?.activeElement).to.equal(inside(pay, "[part=show]"));
    await script(order, { act: "return", outcome: "approved" });
    await shows(pay, "approved");
    expect(scrim.open).to.equal(false);
    expect(scrim).to.have.trimmed.text("");
    expect(pay.shadowRoot?.activeElement).to.equal(inside(pay, "[part=note]"));
  });

  for (const [lang, show, cancel] of [
    ["es", "Ver la página del banco", "Cerrar la página del banco"],
    ["en", "Show the bank's page", "Close the bank's page"],
  ] as const) {
    it(`${lang}: is a named dialog with two buttons that say what they do`, async () => {
      const { pay } = await covered({ locale: lang });
      const scrim = scrimOf(pay) as HTMLDialogElement;
      expect(scrim).to.have.attribute("part", "scrim");
      expect(scrim.getAttribute("aria-label")).to.match(lang === "es" ? /^Complete el pago/ : /^Complete the payment/);
      expect(inside(pay, "[part=show]")).to.have.trimmed.text(show);
      expect(inside(pay, "dialog [part=close]")).to.have.trimmed.text(cancel);
      await expect(pay).to.be.accessible();
      for (const each of scrim.querySelectorAll("button")) {
        expect(each.getBoundingClientRect().height).to.be.at.least(44);
      }
    });
  }

  it("covers the page while the order is still being made, and says so; its button gives that up", async () => {
    const { pay } = await checkout("", { mode: "popup" });
    pay.order = () => new Promise(() => {});
    await press(pay);
    await until(() => scrimOf(pay)?.open);
    expect(scrimOf(pay)).to.contain.text("Opening the bank's page…");
    inside(pay, "dialog [part=close]").click();
    await until(() => !scrimOf(pay)?.open);
    expect(pay.status).to.equal("idle");
    expect(pay.focusWindow()).to.equal(false);
  });

  it("ends its sentence with its full stop on a right-to-left page", async () => {
    document.documentElement.dir = "rtl";
    const { pay } = await covered();
    const words = document.createTreeWalker(scrimOf(pay) as Node, NodeFilter.SHOW_TEXT);
    while (!words.nextNode()?.textContent?.trim().endsWith("page."));
    const { length } = words.currentNode.textContent?.trimEnd() ?? "";
    const range = document.createRange();
    const leftOf = (at: number) => {
      range.setStart(words.currentNode, at);
      range.setEnd(words.currentNode, at + 1);
      return range.getBoundingClientRect().left;
    };
    expect(leftOf(length - 1)).to.be.above(leftOf(length - 2));
  });

  it("brings the window to the front, and closes it", async () => {
    const { pay, order } = await covered();
    let shown = 0;
    const { focusWindow } = pay;
    pay.focusWindow = () => {
      shown++;
      return focusWindow.call(pay);
    };
    inside(pay, "[part=show]").click();
    expect(shown).to.equal(1);
    pay.focusWindow = focusWindow;
    expect(scrimOf(pay)?.open).to.equal(true);
    await script(order, { outcome: "cancelled" });
    inside(pay, "dialog [part=close]").click();
    await shows(pay, "cancelled");
    expect(scrimOf(pay)?.open).to.equal(false);
    // Which of the two is seen first is the browser's: that it is closed, or the answer.
    await until(() => !pay.focusWindow());
  });

  it("uncovers the page on Escape, while the payment goes on; the next window covers it again", async () => {
    const { pay, order, button } = await covered();
    await sendKeys({ press: "Escape" });
    await until(() => scrimOf(pay)?.open === false);
    await rounds();
    expect([pay.status, pay.focusWindow(), scrimOf(pay)?.open]).to.deep.equal(["open", true, false]);
    expect(pay.shadowRoot?.activeElement).to.equal(button());
    await script(order, { act: "return", outcome: "declined" });
    await shows(pay, "declined");
    await script(order, { act: "stay", outcome: "pending" });
    await press(pay);
    await until(() => scrimOf(pay)?.open);
  });

  it("covers the page again when the element has been moved in it, and still goes with the window", async () => {
    const { pay, order } = await covered();
    const place = document.createElement("div");
    document.body.append(place);
    place.append(pay);
    await until(() => scrimOf(pay)?.matches(":modal"), "the page is not covered");
    await script(order, { act: "return", outcome: "approved" });
    await shows(pay, "approved");
    expect(scrimOf(pay)?.open).to.equal(false);
    place.remove();
  });

  it("is not there where the page turns it off, nor over a page whose element cannot be seen", async () => {
    for (const attributes of [{}, { scrim: "on", hidden: "" }]) {
      const order = newOrder();
      const { pay } = await checkout(order, { mode: "popup", scrim: "off" });
      await press(pay);
      for (const [name, value] of Object.entries(attributes)) pay.setAttribute(name, value);
      await launched(order);
      await rounds();
      expect(scrimOf(pay)?.open ?? false).to.equal(false);
      await script(order, { act: "close" });
      await until(() => !pay.focusWindow());
    }
  });

  it("is not there on a touch screen, where the bank's window is a tab", async () => {
    const { matchMedia } = window;
    window.matchMedia = (query) => matchMedia(query === "(pointer:coarse)" ? "all" : query);
    const order = newOrder();
    const { pay } = await checkout(order, { mode: "popup" });
    await press(pay);
    await launched(order);
    await rounds();
    window.matchMedia = matchMedia;
    expect(scrimOf(pay)).to.equal(null);
    await script(order, { act: "close" });
    await until(() => !pay.focusWindow());
  });

  it("leaves the uncovered page with a button that closes the window, and then the focus on the one that opens it again", async () => {
    const order = newOrder();
    const { pay, button } = await checkout(order, { mode: "popup", scrim: "off", lang: "en" });
    const close = () => inside<HTMLButtonElement>(pay, "[part=close]");
    expect(close().hidden).to.equal(true);
    await press(pay);
    await launched(order);
    await until(() => !close().hidden);
    expect(close()).to.have.trimmed.text("Close the bank's page");
    await expect(pay).to.be.accessible();
    close().focus();
    close().click();
    await shows(pay, "checking");
    expect([close().hidden, pay.focusWindow()]).to.deep.equal([true, false]);
    expect(pay.shadowRoot?.activeElement).to.equal(button());
  });
});
