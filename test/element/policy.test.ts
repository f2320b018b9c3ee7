import { expect } from "@open-wc/testing";
import { logOf, newOrder, press, script, shopFor, until } from "./shop.ts";

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

describe("the registration", () => {
  it("leaves a first one alone when the file is loaded again", async () => {
    const first = customElements.get("ventanilla-pay");
    await import(`../../packages/element/src/define.ts?again=${Date.now()}`);
    expect(customElements.get("ventanilla-pay")).to.equal(first);
  });
});
