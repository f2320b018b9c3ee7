import { expect } from "@open-wc/testing";
import { sendKeys } from "@web/test-runner-commands";
import type { VentanillaPay } from "../../packages/element/src/index.ts";
import { checkout, launched, logOf, newOrder, press, script, shows, until } from "./shop.ts";

const inside = <T extends Element>(pay: VentanillaPay, selector: string) =>
  pay.shadowRoot?.querySelector<T>(selector) as T;
const dialogOf = (pay: VentanillaPay) => inside<HTMLDialogElement>(pay, "dialog");
const frameOf = (pay: VentanillaPay) => inside<HTMLIFrameElement>(pay, "iframe") as HTMLIFrameElement | null;

describe("paying in a dialog", () => {
  it("launches into a frame, and closes it with the outcome; the focus is on the note, which has taken the button's place", async () => {
    const order = newOrder();
    const { pay, names } = await checkout(order, { mode: "modal" });
    await press(pay);
    expect(dialogOf(pay).open).to.equal(true);
    expect(frameOf(pay)).to.have.attribute("aria-label", "Complete the payment on the bank's page.");
    await launched(order);
    const [launch] = (await logOf(order)).launches;
    expect(launch).to.include({ order, mode: "modal", attempt: pay.attemptId });
    await until(() => frameOf(pay)?.contentDocument?.title === "Bank");
    await script(order, { act: "return", outcome: "approved" });
    await shows(pay, "approved");
    expect(names()).to.deep.equal(["before", "open", "approved", "settled"]);
    expect(dialogOf(pay).open).to.equal(false);
    expect(frameOf(pay)).to.equal(null);
    expect(pay.shadowRoot?.activeElement).to.equal(inside(pay, "[part=note]"));
  });

  it("is accessible: a named modal dialog, with the bank's page in a named frame", async () => {
    const order = newOrder();
    const { pay } = await checkout(order, { mode: "modal" });
    await press(pay);
    await launched(order);
    expect(dialogOf(pay).matches(":modal")).to.equal(true);
    expect(dialogOf(pay)).to.have.attribute("aria-label", "Complete the payment on the bank's page.");
    await expect(pay).to.be.accessible();
    for (const button of dialogOf(pay).querySelectorAll("button")) {
      const { width, height } = button.getBoundingClientRect();
      expect(Math.min(width, height)).to.be.at.least(44);
    }
    pay.cancel();
  });

  it("says what to do and offers a window from the start, and goes on with the same payment there", async () => {
    const order = newOrder();
    const { pay, names } = await checkout(order, { mode: "modal", scrim: "off" });
    await press(pay);
    await launched(order);
    const offer = inside<HTMLButtonElement>(pay, "[part=window]");
    expect(offer.checkVisibility({ visibilityProperty: true })).to.equal(true);
    expect(inside(pay, "header")).to.contain.text("Complete the payment on the bank's page.");
    offer.focus();
    await sendKeys({ press: "Enter" });
    await until(async () => (await logOf(order)).launches.length === 2);
    const [first, second] = (await logOf(order)).launches;
    expect([first?.mode, second?.mode]).to.deep.equal(["modal", "popup"]);
    await pay.updateComplete;
    expect(dialogOf(pay).open).to.equal(false);
    expect(pay.focusWindow()).to.equal(true);
    await script(order, { act: "return", outcome: "approved" });
    await shows(pay, "approved");
    // That the window closes may be seen before the answer is there.
    const told = names().filter((name) => name !== "closed" && name !== "checking");
    expect(told).to.deep.equal(["before", "open", "before", "open", "approved", "settled"]);
  });

  it("closes on Escape as soon as it is open, because the focus is not in the frame", async () => {
    const order = newOrder();
    const { pay } = await checkout(order, { mode: "modal" });
    await press(pay);
    await launched(order);
    expect(pay.shadowRoot?.activeElement).to.equal(inside(pay, "dialog [part=close]"));
    await sendKeys({ press: "Escape" });
    await shows(pay, "checking");
    expect(dialogOf(pay).open).to.equal(false);
    await script(order, { outcome: "cancelled" });
    await shows(pay, "cancelled");
  });

  it("says in the frame, too, that the bank's page is on its way", async () => {
    const order = newOrder();
    await script(order, { held: true });
    const { pay } = await checkout(order, { mode: "modal" });
    await press(pay);
    expect(frameOf(pay)?.contentDocument?.body).to.contain.text("Opening the bank's page…");
    await script(order, { held: false });
    await until(() => frameOf(pay)?.contentDocument?.title === "Bank");
    pay.cancel();
  });

  for (const [how, close] of [
    ["Escape", async () => sendKeys({ press: "Escape" })],
    ["its button", async (pay: VentanillaPay) => inside<HTMLButtonElement>(pay, "dialog [part=close]").click()],
    ["cancel()", async (pay: VentanillaPay) => pay.cancel()],
  ] as const) {
    it(`asks when it is closed by ${how}, which says nothing about the outcome`, async () => {
      const order = newOrder();
      const { pay, names, button } = await checkout(order, { mode: "modal" });
      await press(pay);
      await launched(order);
      inside<HTMLElement>(pay, "dialog [part=close]").focus();
      await close(pay);
      await shows(pay, "checking");
      expect(names()).to.deep.equal(["before", "open", "closed", "checking"]);
      expect(pay.shadowRoot?.activeElement).to.equal(button());
      await script(order, { outcome: "cancelled" });
      await shows(pay, "cancelled");
      expect(pay.result?.safeToRetry).to.equal(true);
    });
  }
});
