// The element's language while it is shown, and what it tells the page's author.
import { expect } from "@open-wc/testing";
import { en } from "../../packages/element/src/messages/en.ts";
import { es } from "../../packages/element/src/messages/es.ts";
import { type Order, orderFrom } from "../../packages/element/src/order-source.ts";
import {
  begunBefore,
  checkout,
  heardWarnings,
  jump,
  logOf,
  newOrder,
  press,
  rounds,
  script,
  shows,
  until,
} from "./shop.ts";

describe("another language while a payment is shown", () => {
  afterEach(() => document.documentElement.removeAttribute("lang"));

  for (const outcome of ["approved", "declined", "pending"] as const) {
    it(`is asked for, and never stands beside the first: ${outcome}`, async () => {
      const order = newOrder();
      await script(order, { outcome });
      await begunBefore(order);
      const { pay, sentence, names, button } = await checkout(order);
      await shows(pay, outcome);
      const before = names();
      const { message: first = "" } = pay.result ?? {};
      await script(order, { message: "Otra frase." });
      const asked = (await logOf(order)).asks.length;
      pay.locale = "es";
      await pay.updateComplete;
      expect(pay.shadowRoot?.querySelector("[lang]")).to.have.attribute("lang", "es");
      expect(sentence()).not.to.contain(first);
      await until(() => sentence().includes("Otra frase."));
      expect(pay.result).to.include({ outcome, message: "Otra frase." });
      expect((await logOf(order)).asks.slice(asked).map(({ lang }) => lang)).to.include("es");
      expect(names()).to.deep.equal(before);
      expect(button()).not.to.have.trimmed.text("Try again");
    });
  }

  it("is asked for again, after a question without an answer, when the buyer comes back to the page", async () => {
    const order = newOrder();
    await script(order, { outcome: "declined" });
    await begunBefore(order);
    const { pay, sentence } = await checkout(order);
    await until(() => sentence().startsWith("Insufficient funds."));
    await script(order, { error: "busy" });
    const asked = (await logOf(order)).asks.length;
    pay.locale = "es";
    await until(async () => (await logOf(order)).asks.length > asked);
    await rounds();
    expect((await logOf(order)).asks.length).to.equal(asked + 1);
    await script(order, { error: "" });
    await until(() => sentence().startsWith("Fondos insuficientes.") || void window.dispatchEvent(new Event("focus")));
  });

  it("reads a locale as POSIX writes it, of the attribute and of the nearest lang", async () => {
    for (const [locale, text] of [
      ["en_US", en.idle],
      ["es_DO.UTF-8", es.idle],
      ["en_GB.UTF-8", en.idle],
      ["EN", en.idle],
      ["es_DO", es.idle],
      ["C", es.idle],
    ] as const) {
      const { pay, button } = await checkout(newOrder(), { locale });
      expect(button()).to.have.trimmed.text(text);
      pay.locale = "";
      const home = pay.parentElement as HTMLElement;
      home.lang = locale;
      // The page's language is looked up when the element is shown.
      home.append(pay);
      await pay.updateComplete;
      expect(button()).to.have.trimmed.text(text);
    }
  });

  it("follows the nearest lang, of the page as well", async () => {
    const order = newOrder();
    await script(order, { outcome: "declined" });
    await begunBefore(order);
    const { pay, sentence, button } = await checkout(order);
    await until(() => sentence().startsWith("Insufficient funds."));
    const home = pay.parentElement as HTMLElement;
    home.removeAttribute("lang");
    document.documentElement.lang = "es";
    await until(() => sentence().startsWith("Fondos insuficientes."));
    document.documentElement.lang = "en";
    await until(() => sentence().startsWith("Insufficient funds."));
    pay.remove();
    home.lang = "es";
    home.append(pay);
    await until(() => sentence().startsWith("Fondos insuficientes."));
    expect(button()).to.have.trimmed.text("Intentar de nuevo");
  });

  it("may be the page's own, with every sentence", async () => {
    const order = newOrder();
    await script(order, { outcome: "declined", message: "La banque a refusé." });
    await begunBefore(order);
    const { pay, sentence, button } = await checkout(order, { locale: "fr" });
    pay.messages = { lang: "fr", again: "Réessayer" };
    await shows(pay, "declined");
    await until(() => sentence().includes("La banque"));
    expect((await logOf(order)).asks.at(-1)?.lang).to.equal("fr");
    expect(button()).to.have.trimmed.text("Réessayer");
    expect(sentence()).to.equal("La banque a refusé.");
  });

  it("keeps its own sentence where the page's is undefined", async () => {
    const { pay, button } = await checkout("");
    pay.messages = { idle: undefined } as object;
    await pay.updateComplete;
    expect(button()).to.have.trimmed.text("Pay by card");
    pay.messages = { idle: "Pay the deposit" };
    await pay.updateComplete;
    expect(button()).to.have.trimmed.text("Pay the deposit");
  });

  it("is said by the element itself where the router knows nothing", async () => {
    const { pay, sentence } = await checkout("");
    pay.order = () => "";
    await press(pay);
    await shows(pay, "failed");
    expect(sentence()).to.match(/^The bank's page did not open\. You were not charged\./);
    pay.locale = "es";
    await until(() => sentence().startsWith("No se abrió la página del banco. No se le hizo ningún cargo."));
  });
});

describe("what the page's author should know", () => {
  const heard = heardWarnings();

  it("is said of a router that answers with an error of its own, and not as if there were no router", async () => {
    const order = newOrder();
    await script(order, { error: "unavailable" });
    await begunBefore(order);
    const { pay } = await checkout(order);
    await until(() => heard.said.length > 0);
    await pay.checkStatus();
    expect(pay.result?.outcome).to.equal("pending");
    // The shop tells nothing about an order that is not the visitor's.
    const another = newOrder();
    await script(another, { elsewhere: "refused" });
    await checkout(another);
    await rounds();
    expect(heard.said).to.deep.equal(["<ventanilla-pay> router: it answered with the error unavailable"]);
  });

  it("is said once a page: no order, no such mode, no such language, no router at the endpoint", async () => {
    for (let i = 0; i < 2; i++) {
      const { pay } = await checkout("", { mode: "windw", locale: "pt" });
      await press(pay);
      const order = newOrder();
      await script(order, { broken: true });
      await begunBefore(order);
      pay.order = order;
      await rounds();
    }
    for (const what of [
      /> order: /,
      /mode: expected one of auto, popup, redirect, modal, got windw$/,
      /locale: .*pt/,
      /endpoint: .*\/payments/,
    ]) {
      expect(heard.said.filter((text) => what.test(text))).to.have.length(1);
    }
  });

  it("is said of messages under names that there are not, and of those that a language lacks", async () => {
    const { pay } = await checkout("");
    const messages: Record<string, string> = { idle: "Pay", idel: "Pay", waiting: "Wait" };
    for (let i = 0; i < 2; i++) {
      pay.messages = { ...messages };
      await pay.updateComplete;
    }
    expect(heard.said).to.deep.equal(["<ventanilla-pay> messages: unknown: idel, waiting"]);
    pay.messages = { ...en, lang: "ht" };
    await pay.updateComplete;
    expect(heard.said).to.have.length(1);
    pay.messages = { ...en, lang: "ht", either: undefined, missed: undefined } as object;
    await pay.updateComplete;
    expect(heard.said.slice(1)).to.deep.equal(["<ventanilla-pay> messages: missing in ht: either, missed"]);
  });

  it("is not said of a framework that has nothing yet: the element shows its own texts, and works", async () => {
    const { pay, button } = await checkout(newOrder(), { required: "" });
    for (const nothing of [null, undefined]) {
      for (const name of [
        "messages",
        "endpoint",
        "order",
        "locale",
        "label",
        "returnTo",
        "requestInit",
        "launchFields",
      ]) {
        Object.assign(pay, { [name]: nothing });
        await pay.updateComplete;
      }
    }
    expect([button().textContent?.trim(), pay.checkValidity()]).to.deep.equal(["Pay by card", false]);
    expect(heard.said).to.deep.equal([]);
  });

  it("is said of a language that the router does not speak", async () => {
    const order = newOrder();
    await script(order, { outcome: "declined" });
    await begunBefore(order);
    const { pay } = await checkout(order);
    await shows(pay, "declined");
    pay.locale = "es-DO";
    await rounds();
    expect(heard.said).to.deep.equal([]);
    pay.messages = { ...en, lang: "ht" };
    await until(() => heard.said.length > 0);
    expect(heard.said).to.deep.equal(["<ventanilla-pay> texts: the router answers ht in es"]);
  });

  it("is said of an order without an id, and of time only where it took too long", async () => {
    const wanted = () => true;
    const messageOf = (source: unknown) =>
      orderFrom(source as Order, wanted).catch(({ message }: Error) => message.replace(/^order: /, ""));
    for (const source of [() => "", async () => 42, async () => undefined, Promise.resolve("")]) {
      expect(await messageOf(source)).to.equal("expected an id, a text that is not empty");
    }
    const never = messageOf(new Promise(() => {}));
    jump(31_000);
    expect(await never).to.equal("expected an id within 30 s");
  });

  it("is not said of a window that the buyer closes at once", async () => {
    const order = newOrder();
    const { pay } = await checkout(order);
    await script(order, { act: "close" });
    await press(pay);
    await shows(pay, "checking");
    await rounds();
    expect(heard.said).to.deep.equal([]);
  });
});
