// Pages that are changed under the element by programs that know nothing of it.
import { expect, waitUntil } from "@open-wc/testing";
import type { PayOutcome, VentanillaPay } from "../../packages/element/src/index.ts";
import { begunBefore, checkout, jump, launched, newOrder, press, rounds, script, shows } from "./shop.ts";

/** The texts that a reader sees in the element, in their order. */
function seen(pay: VentanillaPay): string {
  const read = (node: Node): string => {
    if (node instanceof Text) return node.data;
    if (node instanceof Element && getComputedStyle(node).display === "none") return "";
    return [...node.childNodes].map(read).join(" ");
  };
  return read(pay.shadowRoot as Node)
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** Replaces each text by an element with a translation, as the translators of browsers do, also inside shadow trees. */
function translate(root: Node): void {
  for (const node of Array.from(root.childNodes)) {
    if (node instanceof Text) {
      if (!node.data.trim() || node.parentElement?.closest("font, [translate=no]")) continue;
      const font = document.createElement("font");
      font.append(`[${node.data.trim()}]`);
      node.replaceWith(font);
    } else {
      translate(node);
      if (node instanceof Element && node.shadowRoot) translate(node.shadowRoot);
    }
  }
}

const words: Record<Exclude<PayOutcome, "pending">, RegExp> = {
  approved: /^Paid Your payment was approved\.$/,
  declined: /^Insufficient funds\. Try again$/,
  cancelled: / Try again$/,
  expired: / Try again$/,
  unknown: /^Payment under review /,
  failed: / Try again$/,
};

describe("a translated page", () => {
  for (const [outcome, sentence] of Object.entries(words)) {
    it(`shows the present sentence, and that alone, at every step: to ${outcome}`, async () => {
      const order = newOrder();
      const { pay } = await checkout(order, { scrim: "off" });
      translate(document.body);
      expect(seen(pay)).to.equal("[Pay by card]");
      await press(pay);
      await launched(order);
      expect(seen(pay)).to.equal("Opening the bank's page… Show the bank's page Close the bank's page");
      translate(document.body);
      jump(2500);
      await rounds();
      await pay.updateComplete;
      expect(seen(pay)).to.match(
        /^Complete the payment on the bank's page\. \[?Time left to pay:.* \[Show the bank's page\] \[Close the bank's page\]$/,
      );
      translate(document.body);
      await script(order, { act: "close" });
      await shows(pay, "checking");
      // Nor a clock: there is nothing to hurry for.
      expect(seen(pay)).to.equal("We are checking your payment with the bank. Return to the bank's page");
      translate(document.body);
      await script(order, { outcome: outcome as PayOutcome });
      await shows(pay, outcome as PayOutcome);
      expect(seen(pay)).to.match(sentence);
      translate(document.body);
      expect(seen(pay)).to.match(/^\[/);
    });
  }

  it("is translated once: a text that is the same is left as it is, while the time goes on", async () => {
    const order = newOrder();
    const { pay } = await checkout(order, { scrim: "off" });
    await press(pay);
    jump(2500);
    await rounds();
    translate(document.body);
    const before = seen(pay);
    expect(before).to.match(/\[Time left to pay:\] \d/);
    jump(3000);
    pay.requestUpdate();
    await pay.updateComplete;
    expect(seen(pay)).not.to.equal(before);
    expect(seen(pay).replace(/\d\d:\d\d/, "")).to.equal(before.replace(/\d\d:\d\d/, ""));
  });

  it("has another language at once when the translator says so on the document", async () => {
    const { pay } = await checkout(newOrder());
    const home = pay.parentElement as HTMLElement;
    translate(document.body);
    home.removeAttribute("lang");
    document.documentElement.lang = "es";
    document.documentElement.classList.add("translated-ltr");
    await waitUntil(() => seen(pay) === "Pagar con tarjeta");
    document.documentElement.removeAttribute("lang");
    document.documentElement.removeAttribute("class");
  });

  it("keeps the words of the scrim, and of the dialog, as they change", async () => {
    const order = newOrder();
    const { pay } = await checkout(order);
    let give = (_: string) => {};
    void pay.updateComplete.then(() => {});
    pay.order = () => new Promise<string>((resolve) => (give = resolve));
    await press(pay);
    await pay.updateComplete;
    const title = () => pay.shadowRoot?.querySelector("dialog bdi")?.textContent;
    expect(title()).to.equal("Opening the bank's page…");
    translate(document.body);
    give(order);
    await launched(order);
    await shows(pay, "open");
    expect(title()).to.equal("Complete the payment on the bank's page.");
  });
});

describe("a page that is changed by another program", () => {
  it("may wrap every word into an element, and take attributes and children from the element", async () => {
    const order = newOrder();
    await script(order, { outcome: "declined" });
    await begunBefore(order);
    const { pay } = await checkout(order);
    for (const place of pay.shadowRoot?.querySelectorAll("span, slot, small, bdi, strong") ?? []) {
      for (const node of Array.from(place.childNodes)) {
        if (!(node instanceof Text)) continue;
        const parts = node.data
          .split(" ")
          .map((word) => Object.assign(document.createElement("w-w"), { textContent: word }));
        node.replaceWith(...parts);
      }
    }
    // As morphdom, idiomorph and Turbo's streams do with a page that the server has rendered again.
    pay.setAttribute("label", "Pay");
    pay.append(document.createElement("form"));
    pay.removeAttribute("label");
    pay.replaceChildren();
    await shows(pay, "declined");
    expect(seen(pay)).to.equal("Insufficient funds. Try again");
  });

  it("may move and replace the element while the buyer is at the bank: the payment goes on", async () => {
    const order = newOrder();
    const { pay, events } = await checkout(order, { scrim: "off" });
    await press(pay);
    await launched(order);
    const home = pay.parentElement as HTMLElement;
    home.prepend(pay);
    const copy = pay.cloneNode(true) as VentanillaPay;
    pay.replaceWith(copy);
    await copy.updateComplete;
    expect([copy.status, copy.attemptId]).to.deep.equal(["open", pay.attemptId]);
    expect(seen(copy)).to.match(/ Show the bank's page Close the bank's page$/);
    await script(order, { act: "return", outcome: "approved" });
    await shows(copy, "approved");
    expect(seen(copy)).to.match(words.approved);
    expect(events.filter(({ type }) => type === "pay-open")).to.have.length(1);
  });
});
