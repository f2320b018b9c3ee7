import { expect } from "@open-wc/testing";
import type { VentanillaPay } from "../../packages/element/src/ventanilla-pay.ts";
import { type Framed, logOf, newOrder, press, rounds, script, shopFor, until } from "./shop.ts";

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
  /** What the router has heard of a payment. */
  const reported = async (pay: VentanillaPay) => {
    const response = await fetch(`/payments/reports/${pay.attemptId}`);
    return ((await response.json()) as { blocked?: string }).blocked;
  };
  const embed = ({ window: { document } }: Framed, src: string) =>
    document.body.append(Object.assign(document.createElement("iframe"), { src }));
  const post = ({ window: { document } }: Framed, action: string) => {
    const form = Object.assign(document.createElement("form"), { action, method: "post" });
    document.body.append(form);
    try {
      form.submit();
    } catch {
      // Firefox.
    }
  };

  for (const mode of ["popup", "redirect"]) {
    it(`ends the payment at once, and the router hears of it: ${mode}`, async () => {
      const order = newOrder();
      const shop = await shopFor(order, `?mode=${mode}&stops-forms`);
      const pay = shop.pay();
      await press(pay);
      await until(() => pay.status === "failed");
      expect(pay.focusWindow()).to.equal(false);
      expect(shop.seen().events.slice(0, 2)).to.deep.equal(["before", "open"]);
      expect(pay.result).to.include({ order, outcome: "failed", safeToRetry: true });
      expect(pay.result?.message).to.equal("The bank's page did not open. You were not charged.");
      expect(await reported(pay)).to.equal(`form-action ${origin}`);
      expect((await logOf(order)).launches).to.deep.equal([]);
    });
  }

  it("leaves the dialog and its window to the buyer where it stops the frame, and the router hears of it", async () => {
    const order = newOrder();
    const shop = await shopFor(order, "?mode=modal");
    const pay = shop.pay();
    await press(pay);
    await until(async () => (await reported(pay)) === `frame-src ${origin}`);
    expect(pay.status).to.equal("open");
    expect(pay.shadowRoot?.querySelector("[part=window]")).not.to.equal(null);
  });

  it("is of no concern to a payment in a dialog where it stops another frame", async () => {
    const order = newOrder();
    const shop = await shopFor(order, "?mode=modal&frames");
    await press(shop.pay());
    await until(async () => (await logOf(order)).launches.length === 1);
    embed(shop, "https://chat.shop.example/widget");
    await until(() => shop.seen().violations.length > 0);
    await rounds();
    expect(shop.pay().status).to.equal("open");
    expect(await reported(shop.pay())).to.equal(undefined);
  });

  it("is of no concern to a launch on its way where it stops another form", async () => {
    const shop = await shopFor(newOrder(), "?stops-forms");
    const pay = shop.pay();
    // The launch is stopped as well, but nobody is told.
    const hide = (event: SecurityPolicyViolationEvent) => {
      if (event.blockedURI.endsWith("/payments/attempts")) event.stopImmediatePropagation();
    };
    shop.window.addEventListener("securitypolicyviolation", hide, true);
    await press(pay);
    await until(() => pay.status === "open");
    for (const action of ["/newsletter", "/payments", "/payments/attempts/x"]) {
      const { length } = shop.seen().violations;
      post(shop, action);
      await until(() => shop.seen().violations.length > length);
    }
    await rounds();
    expect(pay.status).to.equal("open");
    expect(await reported(pay)).to.equal(undefined);
    // The next test needs the keys that its window would take.
    pay.cancel();
  });

  it("is of no concern to a payment where it stops something else", async () => {
    const order = newOrder();
    const shop = await shopFor(order);
    await press(shop.pay());
    await until(async () => (await logOf(order)).launches.length === 1);
    embed(shop, "/payments/relay/x");
    await until(() => shop.seen().violations.length > 0);
    await rounds();
    expect(shop.pay().status).to.equal("open");
    await script(order, { act: "return", outcome: "approved" });
    await until(() => shop.pay().status === "approved");
  });
});
