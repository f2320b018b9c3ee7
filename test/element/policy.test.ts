import { expect } from "@open-wc/testing";
import { logOf, newOrder, press, rounds, script, shopFor, until } from "./shop.ts";

describe("the strictest content security policy", () => {
  it("is kept in a window and by redirect: no violation", async () => {
    for (const mode of ["popup", "redirect"]) {
      const order = newOrder();
      await script(order, { outcome: "approved", act: "return" });
      const shop = await shopFor(order, `?mode=${mode}`);
      const first = shop.window.seen;
      const button = shop.pay().shadowRoot?.querySelector("button") as HTMLButtonElement;
      expect(getComputedStyle(button).cursor).to.equal("pointer");
      await press(shop.pay());
      await until(() => shop.seen().events.includes("settled"));
      expect((await logOf(order)).launches).to.have.length(1);
      expect([...(first?.violations ?? []), ...shop.seen().violations]).to.deep.equal([]);
    }
  });

  it("is really in force in the page that the other test uses", async () => {
    const shop = await shopFor(newOrder());
    shop.pay().setAttribute("style", "color: red");
    await until(() => shop.seen().violations.length > 0);
  });
});

describe("a policy that stops the launch", () => {
  for (const [mode, directive] of [
    ["popup", "form-action"],
    ["redirect", "form-action"],
    ["modal", "frame-src"],
  ]) {
    it(`ends the payment at once, and the router hears of it: ${mode}`, async () => {
      const order = newOrder();
      const shop = await shopFor(order, `?mode=${mode}${directive === "form-action" ? "&stops-forms" : ""}`);
      const pay = shop.pay();
      await press(pay);
      await until(() => pay.status === "failed");
      expect(pay.focusWindow()).to.equal(false);
      expect(shop.seen().events.slice(0, 2)).to.deep.equal(["before", "open"]);
      expect(pay.result).to.include({ order, outcome: "failed", safeToRetry: true });
      expect(pay.result?.message).to.equal("The bank's page did not open. You were not charged.");
      const report = (await (await fetch(`/payments/reports/${pay.attemptId}`)).json()) as { blocked: string };
      expect(report.blocked).to.equal(`${directive} ${origin}`);
      expect((await logOf(order)).launches).to.deep.equal([]);
    });
  }

  it("is of no concern to a payment where it stops something else", async () => {
    const order = newOrder();
    const shop = await shopFor(order);
    await press(shop.pay());
    await until(async () => (await logOf(order)).launches.length === 1);
    const frame = shop.window.document.createElement("iframe");
    frame.src = "/payments/relay/x";
    shop.window.document.body.append(frame);
    await until(() => shop.seen().violations.length > 0);
    await rounds();
    expect(shop.pay().status).to.equal("open");
    await script(order, { act: "return", outcome: "approved" });
    await until(() => shop.pay().status === "approved");
  });
});

describe("the registration", () => {
  it("leaves a first one alone when the file is loaded again", async () => {
    const first = customElements.get("ventanilla-pay");
    await import(`../../packages/element/src/define.ts?again=${Date.now()}`);
    expect(customElements.get("ventanilla-pay")).to.equal(first);
  });
});
