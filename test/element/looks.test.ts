import { expect, fixture, html } from "@open-wc/testing";
import { sendKeys } from "@web/test-runner-commands";
import type { PayOutcome, VentanillaPay } from "../../packages/element/src/index.ts";
import { begunBefore, checkout, launched, newOrder, press, script, shows } from "./shop.ts";

const words = {
  es: {
    idle: "Pagar con tarjeta",
    open: "Ver la página del banco",
    pending: "Volver a la página del banco",
    approved: "Pagado",
    declined: "Intentar de nuevo",
    cancelled: "Intentar de nuevo",
    expired: "Intentar de nuevo",
    unknown: "Pago en revisión",
    failed: "Intentar de nuevo",
  },
  en: {
    idle: "Pay by card",
    open: "Show the bank's page",
    pending: "Return to the bank's page",
    approved: "Paid",
    declined: "Try again",
    cancelled: "Try again",
    expired: "Try again",
    unknown: "Payment under review",
    failed: "Try again",
  },
};
const outcomes: PayOutcome[] = ["pending", "approved", "declined", "cancelled", "expired", "unknown", "failed"];

describe("each state, in Spanish and English", () => {
  for (const lang of ["es", "en"] as const) {
    it(`${lang}: before anything has begun`, async () => {
      const { pay, button, sentence } = await checkout(newOrder(), { lang });
      expect(button()).to.have.trimmed.text(words[lang].idle);
      expect(sentence()).to.equal("");
      await expect(pay).to.be.accessible();
    });

    it(`${lang}: at the bank, and after leaving it`, async () => {
      const order = newOrder();
      const { pay, button, sentence } = await checkout(order, { lang });
      await press(pay);
      expect(button()).to.have.trimmed.text(words[lang].open);
      expect(sentence()).to.match(lang === "es" ? /página del banco/ : /bank's page/);
      await expect(pay).to.be.accessible();
      await script(order, { act: "close" });
      await shows(pay, "checking");
      expect(button()).to.have.trimmed.text(words[lang].pending);
      expect(sentence()).to.match(lang === "es" ? /verificando/ : /checking/);
      await expect(pay).to.be.accessible();
    });

    for (const outcome of outcomes) {
      it(`${lang}: ${outcome}`, async () => {
        const order = newOrder();
        await script(order, { outcome });
        await begunBefore(order);
        const { pay, button, sentence } = await checkout(order, { lang });
        await shows(pay, outcome);
        expect(button()).to.have.trimmed.text(words[lang][outcome]);
        expect(sentence()).not.to.equal("");
        await expect(pay).to.be.accessible();
      });
    }
  }
});

describe("the language", () => {
  it("is that of locale, else of the nearest lang, also outside a shadow tree, else Spanish", async () => {
    const button = (pay: Element | null | undefined) => pay?.shadowRoot?.querySelector("button");
    const home = await fixture(html`
      <div lang="en-US">
        <ventanilla-pay></ventanilla-pay>
        <section lang="es-DO"><ventanilla-pay></ventanilla-pay></section>
        <ventanilla-pay locale="es"></ventanilla-pay>
        <div class="host"></div>
      </div>
    `);
    const [near, nearer, own] = home.querySelectorAll("ventanilla-pay");
    await own?.updateComplete;
    expect(button(near)).to.have.trimmed.text("Pay by card");
    expect(button(nearer)).to.have.trimmed.text("Pagar con tarjeta");
    expect(button(own)).to.have.trimmed.text("Pagar con tarjeta");
    expect(own?.shadowRoot?.querySelector("[lang]")).to.have.attribute("lang", "es");
    const host = home.querySelector(".host")?.attachShadow({ mode: "open" });
    const inside = document.createElement("ventanilla-pay");
    host?.append(inside);
    await inside.updateComplete;
    expect(button(inside)).to.have.trimmed.text("Pay by card");
    const alone = await fixture<VentanillaPay>(html`<ventanilla-pay></ventanilla-pay>`);
    expect(button(alone)).to.have.trimmed.text("Pagar con tarjeta");
  });
});

describe("the button", () => {
  it("shows the merchant's label, escaped, until it has something else to say", async () => {
    const label = '<img src=x onerror="throw 1">';
    const order = newOrder();
    await begunBefore(order);
    const { pay, button } = await checkout(order, { label });
    expect(pay.status).to.equal("checking");
    expect(button()).to.have.trimmed.text(label);
    expect(button().querySelector("img")).to.equal(null);
    await shows(pay, "pending");
    expect(button()).to.have.trimmed.text("Return to the bank's page");
  });

  it("is reached by Tab, pressed by Enter and Space, and cannot be pressed while disabled", async () => {
    const { pay, button, names } = await checkout(newOrder());
    pay.addEventListener("pay-before", (event) => event.preventDefault());
    pay.disabled = true;
    await pay.updateComplete;
    expect(pay).to.have.attribute("disabled");
    button().click();
    expect(names()).to.deep.equal([]);
    pay.disabled = false;
    await pay.updateComplete;
    pay.focus();
    expect(pay.shadowRoot?.activeElement).to.equal(button());
    await sendKeys({ press: "Enter" });
    await sendKeys({ press: " " });
    expect(names()).to.deep.equal(["before", "before"]);
  });

  it("keeps the focus while it waits, and its icon turns only where motion is not reduced", async () => {
    const order = newOrder();
    await script(order, { outcome: "cancelled" });
    await begunBefore(order);
    const { fetch: send } = window;
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    window.fetch = (...request) => held.then(() => send(...request));
    const { pay, button } = await checkout(order);
    window.fetch = send;
    pay.focus();
    expect(pay.status).to.equal("checking");
    expect(button()).to.have.trimmed.text("Pay by card");
    expect(pay.shadowRoot?.activeElement).to.equal(button());
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    expect(button().querySelector("svg")?.getAnimations()).to.have.length(still ? 0 : 1);
    answer();
    await shows(pay, "cancelled");
    expect(pay.shadowRoot?.activeElement).to.equal(button());
  });

  it("is at least 44 pixels high and as wide as its container", async () => {
    const { pay, button } = await checkout(newOrder());
    const { width, height } = button().getBoundingClientRect();
    expect(height).to.be.at.least(44);
    expect(width).to.equal(pay.getBoundingClientRect().width);
  });

  it("keeps its text readable on any accent", async () => {
    for (const accent of ["#ffd400", "#e4002b", "#635bff", "#111", "#8bc34a", "white"]) {
      const { pay } = await checkout(newOrder());
      pay.style.setProperty("--ventanilla-accent", accent);
      await expect(pay).to.be.accessible();
    }
  });

  it("takes its accent from a property of the page, whatever that is named", async () => {
    const { pay, button } = await checkout(newOrder());
    const page = document.documentElement.style;
    page.setProperty("--accent", "rgb(99, 91, 255)");
    pay.style.setProperty("--ventanilla-accent", "var(--accent)");
    expect(getComputedStyle(button()).backgroundColor).to.equal("rgb(99, 91, 255)");
    page.removeProperty("--accent");
  });
});

describe("the attributes", () => {
  it("are the properties; defaults are not reflected, and come back when the attribute is removed", async () => {
    const pay = await fixture<VentanillaPay>(html`<ventanilla-pay></ventanilla-pay>`);
    expect(pay.getAttributeNames()).to.deep.equal([]);
    expect(pay).to.include({ endpoint: "/payments", order: "", mode: "auto", name: "", locale: "", label: "" });
    expect(pay).to.include({ returnTo: "", disabled: false, status: "idle", attemptId: "", result: undefined });
    Object.assign(pay, { endpoint: "/pay/", order: "A-1", mode: "redirect", name: "payment", returnTo: "/thanks" });
    await pay.updateComplete;
    expect(pay.getAttributeNames()).to.have.members(["endpoint", "mode", "name", "order", "return-to"]);
    pay.removeAttribute("endpoint");
    expect(pay.endpoint).to.equal("/payments");
  });

  it("hide the fallback form that is shown without JavaScript", async () => {
    const pay = await fixture<VentanillaPay>(html`
      <ventanilla-pay order="A-1">
        <form method="post" action="/payments/attempts"><button name="order" value="A-1">Pay</button></form>
      </ventanilla-pay>
    `);
    expect(pay.querySelector("form")?.getClientRects()).to.have.length(0);
  });
});

/** A color's share of light: sRGB relative luminance. */
function luminance(color: string): number {
  const channels = (color.match(/[\d.]+/g) ?? []).slice(0, 3).map((value) => Number(value) / 255);
  const [red = 0, green = 0, blue = 0] = channels.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, two: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(two)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

describe("the focus ring", () => {
  it("stands out from every background, and its two colors from each other", async () => {
    const { pay, button } = await checkout(newOrder());
    pay.focus();
    await sendKeys({ press: "Shift" });
    const { outlineColor, outlineStyle, outlineWidth, boxShadow } = getComputedStyle(button());
    expect([outlineStyle, outlineWidth]).to.deep.equal(["solid", "3px"]);
    const inner = /rgba?\([^)]*\)/.exec(boxShadow)?.[0] ?? expect.fail("no inner ring");
    expect(contrast(outlineColor, inner)).to.be.at.least(3);
    for (const background of [
      "255, 255, 255",
      "0, 0, 0",
      "119, 119, 119",
      "11, 122, 102",
      "228, 0, 43",
      "255, 212, 0",
    ]) {
      const best = Math.max(contrast(outlineColor, `rgb(${background})`), contrast(inner, `rgb(${background})`));
      expect(best, `on rgb(${background})`).to.be.at.least(3);
    }
  });
});

describe("an outcome", () => {
  it("has a mark of its own in the note, and describes the button", async () => {
    const marks = new Map<string | null, PayOutcome>();
    for (const outcome of outcomes) {
      const order = newOrder();
      await script(order, { outcome });
      await begunBefore(order);
      const { pay, button } = await checkout(order);
      await shows(pay, outcome);
      const mark = pay.shadowRoot?.querySelector("[part=note] path")?.getAttribute("d") ?? null;
      expect(marks.get(mark), `the mark of ${outcome}`).to.equal(undefined);
      marks.set(mark, outcome);
      const description = pay.shadowRoot?.getElementById(button().getAttribute("aria-describedby") ?? "");
      expect(description).to.have.attribute("part", "message");
    }
  });

  for (const outcome of ["approved", "unknown"] as const) {
    it(`that ends the order's payment is a block with the focus of the button, and no button: ${outcome}`, async () => {
      const order = newOrder();
      const { pay, button } = await checkout(order);
      await press(pay);
      await launched(order);
      await script(order, { outcome, act: "close" });
      await shows(pay, outcome);
      const note = pay.shadowRoot?.querySelector<HTMLElement>("[part=note]");
      expect(button().getClientRects()).to.have.length(0);
      expect(pay.shadowRoot?.activeElement).to.equal(note);
      expect(note?.querySelector("[role=status] > strong")).to.have.text(words.en[outcome]);
      await expect(pay).to.be.accessible();
    });
  }

  for (const outcome of ["declined", "failed", "unknown"] as const) {
    it(`that needs an explanation has it above the button: ${outcome}`, async () => {
      const order = newOrder();
      await script(order, { outcome });
      await begunBefore(order);
      const { pay, button } = await checkout(order);
      await shows(pay, outcome);
      const note = pay.shadowRoot?.querySelector("[part=note]")?.getBoundingClientRect();
      expect(note?.height).to.be.greaterThan(20);
      if (outcome !== "unknown") expect(button().getBoundingClientRect().top).to.be.at.least(note?.bottom ?? Infinity);
    });
  }

  it("is awaited with a sign that moves", async () => {
    const order = newOrder();
    await script(order, { error: "busy" });
    await begunBefore(order);
    const { pay } = await checkout(order);
    expect(pay.status).to.equal("checking");
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    expect(pay.shadowRoot?.querySelector("[part=note] svg")?.getAnimations()).to.have.length(still ? 0 : 1);
  });
});
