import { expect, fixture, html, waitUntil } from "@open-wc/testing";
import { keepForm, restoreForm } from "../../packages/element/src/form-keeping.ts";
import {
  begunBefore,
  checkout,
  launched,
  logOf,
  newOrder,
  press,
  remembered,
  rounds,
  script,
  shopFor,
  shows,
  until,
} from "./shop.ts";

/** A form around an element that is in the page already. */
function formAround(element: HTMLElement): HTMLFormElement {
  const form = document.createElement("form");
  form.addEventListener("submit", (event) => event.preventDefault());
  element.replaceWith(form);
  form.append(element);
  return form;
}

describe("in a form", () => {
  it("sends the attempt under its name once it is approved, and nothing before", async () => {
    const order = newOrder();
    const { pay } = await checkout(order, { name: "payment" });
    const form = formAround(pay);
    expect(pay.form).to.equal(form);
    expect([...new FormData(form)]).to.deep.equal([]);
    await script(order, { outcome: "approved", act: "return" });
    await press(pay);
    await shows(pay, "approved");
    expect([...new FormData(form)]).to.deep.equal([["payment", pay.attemptId]]);
    expect(pay.value).to.equal(pay.attemptId);
  });

  it("keeps a form that requires it from being sent unpaid, and says why in its language", async () => {
    for (const [lang, words] of [
      ["es", "Pague con tarjeta antes de continuar."],
      ["en", "Please pay by card before you continue."],
    ] as const) {
      const order = newOrder();
      const { pay, button } = await checkout(order, { lang, required: "" });
      const form = formAround(pay);
      let sent = 0;
      form.addEventListener("submit", () => sent++);
      form.requestSubmit();
      expect(sent).to.equal(0);
      expect(pay.checkValidity()).to.equal(false);
      expect(pay.validity.valueMissing).to.equal(true);
      expect(pay.validationMessage).to.equal(words);
      expect(pay.willValidate).to.equal(true);
      pay.reportValidity();
      expect(pay.shadowRoot?.activeElement).to.equal(button());
      await script(order, { outcome: "approved", act: "return" });
      await press(pay);
      await shows(pay, "approved");
      expect(pay.checkValidity()).to.equal(true);
      form.requestSubmit();
      expect(sent).to.equal(1);
    }
  });

  it("cannot be pressed in a disabled fieldset", async () => {
    const { pay, button, names } = await checkout(newOrder());
    const form = formAround(pay);
    const set = document.createElement("fieldset");
    form.append(set);
    set.append(pay);
    set.disabled = true;
    await pay.updateComplete;
    button().click();
    expect(button().disabled).to.equal(true);
    expect(pay.disabled).to.equal(false);
    // What the first legend holds is as it was: it may be what the set is chosen by.
    const legend = document.createElement("legend");
    set.append(legend);
    legend.append(pay);
    await pay.updateComplete;
    expect([button().disabled, pay.matches(":disabled")]).to.deep.equal([false, false]);
    set.append(pay);
    await pay.updateComplete;
    expect(button().disabled).to.equal(true);
    set.disabled = false;
    await pay.updateComplete;
    expect(button().disabled).to.equal(false);
    expect(names()).to.deep.equal([]);
  });

  it("goes back to the beginning with the form, but never out of a payment that is not safe to repeat", async () => {
    for (const [outcome, after] of [
      ["declined", "idle"],
      ["approved", "approved"],
    ] as const) {
      const order = newOrder();
      await script(order, { outcome, act: "return" });
      const { pay } = await checkout(order);
      const form = formAround(pay);
      await press(pay);
      await shows(pay, outcome);
      form.reset();
      expect(pay.status).to.equal(after);
    }
  });

  it("finds the attempt that the browser has kept with the form", async () => {
    const order = newOrder();
    await script(order, { outcome: "declined" });
    const attempt = await begunBefore(order);
    localStorage.removeItem(`ventanilla:/payments:${order}`);
    const { pay } = await checkout(order);
    expect(pay.status).to.equal("idle");
    await pay.formStateRestoreCallback(attempt, "autocomplete");
    expect(pay.status).to.equal("idle");
    await pay.formStateRestoreCallback(attempt, "restore");
    await shows(pay, "declined");
    expect(pay.attemptId).to.equal(attempt);
  });

  it("remembers nothing when the browser has kept a form before any payment", async () => {
    const order = newOrder();
    const { pay } = await checkout(order);
    await pay.formStateRestoreCallback("", "restore");
    expect(localStorage.getItem(`ventanilla:/payments:${order}`)).to.equal(null);
  });
});

describe("a form around the element, after a redirect", () => {
  it("gets back what the buyer typed, and nothing that could be a secret", async () => {
    const order = newOrder();
    const shop = await shopFor(order, "?mode=redirect&form");
    const first = shop.window.document;
    const typed = first.forms[0] as HTMLFormElement;
    const secrets = ["pin", "number", "cardHolder", "CVV", "code", "numero_tarjeta", "codigoSeguridad", "clave"];
    // Named by their autocomplete alone.
    secrets.push("billing", "shownAgain", "byPhone");
    for (const name of ["name", "note", ...secrets]) (typed.elements.namedItem(name) as HTMLInputElement).value = name;
    (typed.elements.namedItem("island") as HTMLSelectElement).value = "B";
    (typed.elements.namedItem("gift") as HTMLInputElement).checked = true;
    (typed.elements.namedItem("way") as RadioNodeList).value = "2";
    (typed.elements.namedItem("token") as HTMLInputElement).value = "stale";
    await script(order, { outcome: "declined", act: "return" });
    void shop.pay().pay();
    const kept = shop.window.sessionStorage["ventanilla:form"] as string;
    for (const name of [...secrets, "stale"]) expect(kept).not.to.contain(name);
    await until(() => shop.window.document !== first && shop.pay()?.status === "declined");
    const again = shop.window.document.forms[0] as HTMLFormElement;
    expect(Object.fromEntries(new (shop.window as unknown as typeof globalThis).FormData(again))).to.deep.equal({
      name: "name",
      note: "note",
      island: "B",
      gift: "on",
      way: "2",
      pin: "",
      number: "",
      cardHolder: "",
      CVV: "",
      code: "",
      numero_tarjeta: "",
      codigoSeguridad: "",
      clave: "",
      billing: "",
      shownAgain: "",
      byPhone: "",
      token: "fresh",
    });
    expect(shop.window.sessionStorage.length).to.equal(0);
    expect(shop.seen().violations).to.deep.equal([]);
  });

  it("gets back what was typed into it, and not into another form of the page", async () => {
    const form = html`<form><input name="email" /></form>`;
    const page = await fixture(html`<div>${form}${form}</div>`);
    const [first, second] = page.querySelectorAll("form");
    const typedIn = (one: HTMLFormElement | undefined) => one?.querySelector("input") as HTMLInputElement;
    typedIn(second).value = "ana@example.com";
    keepForm(second as HTMLFormElement);
    typedIn(second).value = "";
    // Another form of the page, which comes and goes.
    page.prepend(Object.assign(document.createElement("form"), { innerHTML: '<input name="q" />' }));
    for (const one of [first, second]) restoreForm(one as HTMLFormElement);
    expect([first, second].map((one) => typedIn(one).value)).to.deep.equal(["", "ana@example.com"]);
    expect(sessionStorage.getItem("ventanilla:form")).to.equal(null);
  });

  it("gets back every option that was chosen, and the page hears of it as of a buyer's own choice", async () => {
    const form = await fixture<HTMLFormElement>(html`
      <form>
        <select name="extras" multiple><option>A</option><option>B</option><option>C</option></select>
        <select name="island"><option>A</option><option>B</option></select>
      </form>
    `);
    const [extras, island] = form.querySelectorAll("select") as unknown as [HTMLSelectElement, HTMLSelectElement];
    const choose = (...values: string[]) => {
      for (const option of extras.options) option.selected = values.includes(option.value);
    };
    choose("A", "C");
    island.value = "B";
    keepForm(form);
    choose("B");
    island.value = "A";
    const heard: string[] = [];
    for (const type of ["input", "change"]) {
      form.addEventListener(type, ({ target }) => heard.push(`${type} ${(target as HTMLSelectElement).name}`));
    }
    restoreForm(form);
    expect([...extras.selectedOptions].map(({ value }) => value)).to.deep.equal(["A", "C"]);
    expect(island.value).to.equal("B");
    expect(heard).to.deep.equal(["input extras", "change extras", "input island", "change island"]);
  });

  it("says nothing of a field that stays as it is, nor of the choice that another one takes back", async () => {
    const form = await fixture<HTMLFormElement>(html`
      <form>
        <input type="radio" name="way" value="pickup" checked /><input type="radio" name="way" value="courier" />
        <input name="note" value="Ring twice" />
        <select name="extras" multiple><option>Bow</option><option>Bow</option></select>
      </form>
    `);
    const heard: string[] = [];
    for (const type of ["input", "change"]) {
      form.addEventListener(type, ({ target }) => heard.push(`${type} ${(target as HTMLInputElement).value}`));
    }
    const { way, extras } = form.elements as unknown as { way: RadioNodeList; extras: HTMLSelectElement };
    keepForm(form);
    restoreForm(form);
    expect(heard).to.deep.equal([]);
    way.value = "courier";
    (extras.options[1] as HTMLOptionElement).selected = true;
    keepForm(form);
    form.reset();
    restoreForm(form);
    expect([way.value, ...[...extras.options].map(({ selected }) => selected)]).to.deep.equal(["courier", false, true]);
    expect(heard).to.deep.equal(["input courier", "change courier", "input Bow", "change Bow"]);
  });

  it("gets back a choice whose options the page writes when it hears of another", async () => {
    const form = await fixture<HTMLFormElement>(html`
      <form>
        <select name="province"><option>Santo Domingo</option><option>Santiago</option></select>
        <select name="town"></select>
      </form>
    `);
    const [province, town] = form.querySelectorAll("select") as unknown as [HTMLSelectElement, HTMLSelectElement];
    province.addEventListener("change", () => {
      const towns = province.value === "Santiago" ? ["Tamboril", "Navarrete"] : [];
      town.replaceChildren(...towns.map((name) => new Option(name)));
    });
    province.value = "Santiago";
    province.dispatchEvent(new Event("change"));
    town.value = "Navarrete";
    keepForm(form);
    province.value = "Santo Domingo";
    province.dispatchEvent(new Event("change"));
    restoreForm(form);
    expect([province.value, town.value]).to.deep.equal(["Santiago", "Navarrete"]);
  });
});

describe("a page whose router is on another origin", () => {
  const elsewhere = `http://127.0.0.1:${location.port}`;

  it("posts the launch there with its own origin, asks there, and ignores messages of other origins", async () => {
    const order = newOrder();
    const { pay, names } = await checkout(order, { endpoint: `${elsewhere}/payments` });
    await press(pay);
    await launched(order);
    expect((await logOf(order)).launches).to.deep.equal([
      {
        attempt: pay.attemptId,
        order,
        lang: "en",
        mode: "popup",
        returnTo: location.pathname + location.search,
        origin: location.origin,
      },
    ]);
    const say = (origin: string) =>
      window.dispatchEvent(new MessageEvent("message", { origin, data: { type: "ventanilla:return" } }));
    say(location.origin);
    say("https://evil.example");
    await rounds();
    expect((await logOf(order)).asks).to.have.length(0);
    await script(order, { outcome: "approved", act: "return" });
    await shows(pay, "approved");
    // The window closes right behind its message: which of the two is noticed first is up to the browser.
    const inAnyCase = names().filter((name) => name !== "closed" && name !== "checking");
    expect(inAnyCase).to.deep.equal(["before", "open", "approved", "settled"]);
    expect(remembered(order)).to.equal(undefined);
    expect(localStorage[`ventanilla:${elsewhere}/payments:${order}`]).to.be.a("string");
  });

  it("adds the page's own fields to the launch, and its headers to the question", async () => {
    const order = newOrder();
    const { pay } = await checkout(order);
    const notSet = undefined as unknown as string;
    pay.launchFields = { csrf: "token", order: "another", campaign: notSet };
    pay.requestInit = { headers: { "X-Shop": "1" } };
    const seen: (RequestInit | undefined)[] = [];
    const { fetch: own } = window;
    window.fetch = (url, init) => {
      if (typeof url === "string" && url.includes(pay.attemptId)) seen.push(init);
      return own(url, init);
    };
    try {
      await press(pay);
      await launched(order);
      await pay.checkStatus();
    } finally {
      window.fetch = own;
    }
    expect(seen[0]?.headers).to.deep.equal({ "X-Shop": "1" });
    const [launch] = (await logOf(order)).launches;
    expect(launch).to.include({ csrf: "token", order, campaign: "" });
  });

  it("adds the page's headers to its first question, too", async () => {
    const asked: (RequestInit | undefined)[] = [];
    const { fetch: own } = window;
    window.fetch = async (_url, init) => {
      asked.push(init);
      return new Response(null, { status: 204 });
    };
    try {
      await fixture(html`<ventanilla-pay order="A-1" .requestInit=${{ headers: { "X-Shop": "1" } }}></ventanilla-pay>`);
      await waitUntil(() => asked.length > 0);
    } finally {
      window.fetch = own;
    }
    expect(asked[0]?.headers).to.deep.equal({ "X-Shop": "1" });
  });
});

describe("the merchant's own texts", () => {
  it("replace the element's, one by one", async () => {
    const pay = await fixture<HTMLElementTagNameMap["ventanilla-pay"]>(
      html`<ventanilla-pay lang="en" .messages=${{ idle: "Pay the deposit" }}><b slot="label">Deposit</b></ventanilla-pay>`,
    );
    expect(pay.shadowRoot?.querySelector("slot[name=label]")).to.have.trimmed.text("Pay the deposit");
    const slot = pay.shadowRoot?.querySelector<HTMLSlotElement>("slot[name=label]");
    expect(slot?.assignedElements()[0]).to.have.text("Deposit");
  });
});
