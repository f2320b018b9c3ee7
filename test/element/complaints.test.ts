// What merchants complain of with payment buttons, one test for each, named after the complaint. Those that take a real
// bank's page are in test/e2e/complaints.spec.ts.
import { expect } from "@open-wc/testing";
import { sendKeys } from "@web/test-runner-commands";
import {
  bankQueries,
  begunBefore,
  checkout,
  frame,
  jump,
  launched,
  logOf,
  newOrder,
  press,
  refuseWindows,
  rounds,
  script,
  shopFor,
  shows,
  until,
} from "./shop.ts";

it("popup blocked after an await: the page goes to the bank itself, and the buyer comes back to the outcome", async () => {
  const order = newOrder();
  await script(order, { outcome: "approved", act: "return" });
  const shop = await shopFor(order);
  // What browsers do to a window that is opened later than its click.
  refuseWindows(shop.window);
  const first = shop.window.seen;
  await Promise.resolve();
  void shop.pay().pay();
  expect(first?.events).to.deep.equal(["before", "blocked", "open"]);
  await until(() => shop.seen() !== first && shop.seen().events.includes("settled"));
  expect(shop.seen().events).to.deep.equal(["checking", "approved", "settled"]);
});

it("close misread: a window closed after paying is not a cancellation", async () => {
  const order = newOrder();
  await script(order, { act: "close" });
  const { pay, names } = await checkout(order);
  await press(pay);
  await shows(pay, "checking");
  await bankQueries(order, 2);
  expect(pay.result?.safeToRetry).to.equal(false);
  await script(order, { outcome: "approved" });
  await shows(pay, "approved");
  expect(names()).not.to.include("cancelled");
});

it("COOP: a window that looks closed while the buyer still pays in it changes nothing", async () => {
  const order = newOrder();
  const { open } = window;
  window.open = (...how) => open.apply(window, how) && ({ closed: true, focus() {}, close() {} } as Window);
  const { pay, names } = await checkout(order);
  await press(pay);
  window.open = open;
  await shows(pay, "checking");
  await bankQueries(order);
  jump(8000);
  await shows(pay, "pending");
  await script(order, { outcome: "approved", act: "return" });
  await shows(pay, "approved");
  expect(names()).to.deep.equal(["before", "open", "closed", "checking", "pending", "approved", "settled"]);
});

describe("webview that navigates the current tab", () => {
  for (const [app, userAgent] of [
    ["Instagram on iOS", "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Instagram 380.0"],
    [
      "a web view on Android",
      "Mozilla/5.0 (Linux; Android 16; Pixel 9; wv) AppleWebKit/537.36 Chrome/150.0 Safari/537.36",
    ],
    ["Facebook", "Mozilla/5.0 (Linux; Android 16) Chrome/150.0 Mobile Safari/537.36 [FBAN/FB4A;FBAV/500.0]"],
  ]) {
    it(`${app}: auto is a redirect from the first click on, and comes back`, async () => {
      const order = newOrder();
      await script(order, { outcome: "approved", act: "return" });
      const shop = await shopFor(order);
      const first = shop.window.seen;
      Object.defineProperty(shop.window.navigator, "userAgent", { get: () => userAgent });
      void shop.pay().pay();
      expect(first?.events).to.deep.equal(["before", "open"]);
      await until(() => shop.seen() !== first && shop.seen().events.includes("settled"));
      expect((await logOf(order)).launches[0]).to.include({ mode: "redirect" });
    });
  }

  it("a window that turns out to be this page counts as refused", async () => {
    const order = newOrder();
    const shop = await shopFor(order);
    refuseWindows(shop.window, shop.window);
    void shop.pay().pay();
    await launched(order);
    expect((await logOf(order)).launches[0]).to.include({ mode: "redirect" });
  });

  it("ordinary browsers keep their window, installed web apps do not", async () => {
    for (const [display, mode] of [
      ["browser", "popup"],
      ["standalone", "redirect"],
      ["minimal-ui", "redirect"],
    ] as const) {
      const order = newOrder();
      const shop = await shopFor(order);
      const { matchMedia } = shop.window;
      shop.window.matchMedia = (query) =>
        matchMedia(
          query.replace(/\(display-mode:(.*?)\)/g, (_, asked) => (asked === display ? "(width)" : "(width:0)")),
        );
      shop.window.open = () => ({ closed: false, focus() {}, close() {} }) as Window;
      const fields: Record<string, string>[] = [];
      const { prototype } = Reflect.get(shop.window, "HTMLFormElement") as typeof HTMLFormElement;
      prototype.submit = function (this: HTMLFormElement) {
        fields.push(Object.fromEntries(new FormData(this)) as Record<string, string>);
      };
      void shop.pay().pay();
      expect(fields[0]?.mode).to.equal(mode);
    }
  });
});

it("CSP and form-action: everything works under the strictest policy, the bank's address is nowhere in it", async () => {
  for (const mode of ["popup", "redirect"]) {
    const order = newOrder();
    await script(order, { outcome: "declined", act: "return" });
    const shop = await shopFor(order, `?mode=${mode}&form`);
    const first = shop.window.seen;
    await press(shop.pay());
    await until(() => shop.seen().events.includes("settled"));
    expect([...(first?.violations ?? []), ...shop.seen().violations]).to.deep.equal([]);
  }
});

it("bfcache stuck button: a page that is restored as it was left can pay", async () => {
  const order = newOrder();
  const shop = await shopFor(order, "?mode=redirect");
  const { prototype } = Reflect.get(shop.window, "HTMLFormElement") as typeof HTMLFormElement;
  const { submit } = prototype;
  prototype.submit = () => {};
  void shop.pay().pay();
  await begunBefore(order);
  shop.window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  await shows(shop.pay(), "pending");
  prototype.submit = submit;
  await script(order, { outcome: "approved", act: "return" });
  const button = shop.pay().shadowRoot?.querySelector("button");
  expect(button).to.have.attribute("aria-disabled", "false");
  button?.click();
  await until(() => shop.seen().events.includes("settled"));
  expect(shop.pay().status).to.equal("approved");
});

it("paid but page shows an error: errors, proxies' pages and silence are never an outcome", async () => {
  const order = newOrder();
  await script(order, { act: "close", broken: true });
  const { pay, names, sentence } = await checkout(order);
  await press(pay);
  await shows(pay, "checking");
  jump(8000);
  await shows(pay, "pending");
  expect(sentence()).to.match(/^We are checking your payment/);
  await script(order, { broken: false, outcome: "approved" });
  jump(10_000);
  await shows(pay, "approved");
  expect(names().filter((name) => /failed|declined|expired/.test(name))).to.deep.equal([]);
});

it("refused frame: a window is offered, and the payment is the same", async () => {
  const order = newOrder();
  // The merchant's policy allows no frames at all.
  const shop = await shopFor(order, "?mode=modal");
  void shop.pay().pay();
  await until(() => shop.seen().violations.includes("frame-src"));
  const offer = shop.pay().shadowRoot?.querySelector<HTMLButtonElement>("[part=window]");
  offer?.focus();
  await sendKeys({ press: "Enter" });
  const inWindow = async () => (await logOf(order)).launches.some(({ mode }) => mode === "popup");
  await until(inWindow);
  await script(order, { outcome: "approved", act: "return" });
  await until(() => shop.pay()?.status === "approved");
});

describe("StrictMode and double load", () => {
  it("an element that is replaced goes on with the window and the promise of the first", async () => {
    const order = newOrder();
    const { pay, names } = await checkout(order);
    await press(pay);
    const promise = pay.pay();
    await launched(order);
    const home = pay.parentElement as HTMLElement;
    pay.remove();
    home.append(pay);
    pay.remove();
    const twin = document.createElement("ventanilla-pay");
    twin.order = order;
    const told: string[] = [];
    // Whether the closed window is seen before the answer comes is the machine's.
    for (const name of ["approved", "settled"]) twin.addEventListener(`pay-${name}`, () => told.push(name));
    home.append(twin);
    await twin.updateComplete;
    expect(twin.status).to.equal("open");
    expect(twin.focusWindow()).to.equal(true);
    await script(order, { outcome: "approved", act: "return" });
    expect((await promise).outcome).to.equal("approved");
    expect(told).to.deep.equal(["approved", "settled"]);
    expect(names()).to.deep.equal(["before", "open"]);
  });

  it("a second file leaves the registration of the first alone", async () => {
    const first = customElements.get("ventanilla-pay");
    // As an address, which the bundle of this file leaves alone: modules of their own.
    const copy = `/packages/element/src/define.ts?version=${Date.now()}`;
    await import(copy);
    expect(customElements.get("ventanilla-pay")).to.equal(first);
  });

  it("two elements of one order share one payment: both show it, one dispatches its events", async () => {
    const order = newOrder();
    await script(order, { outcome: "approved", act: "return" });
    const [one, two] = [await checkout(order), await checkout(order)];
    await press(one.pay);
    await shows(two.pay, "approved");
    expect(two.pay.result).to.equal(one.pay.result);
    expect([...one.names(), ...two.names()].filter((name) => name === "approved")).to.have.length(1);
    expect((await logOf(order)).launches).to.have.length(1);
  });
});

it("overlay accessibility: named, modal, trapped, closed by Escape, and the focus comes back", async () => {
  const order = newOrder();
  const { pay, button } = await checkout(order, { mode: "modal" });
  await press(pay);
  await launched(order);
  const dialog = pay.shadowRoot?.querySelector("dialog");
  expect(dialog?.matches(":modal")).to.equal(true);
  await expect(pay).to.be.accessible();
  dialog?.querySelector<HTMLElement>("[part=close]")?.focus();
  await sendKeys({ press: "Escape" });
  await until(() => pay.status === "checking");
  expect(pay.shadowRoot?.activeElement).to.equal(button());
});

it("double click: one window, one launch, one promise", async () => {
  const order = newOrder();
  const { pay, button, names } = await checkout(order);
  await press(pay);
  button().click();
  button().click();
  expect(pay.pay()).to.equal(pay.pay());
  await launched(order);
  await rounds();
  expect((await logOf(order)).launches).to.have.length(1);
  expect(names()).to.deep.equal(["before", "open"]);
});

it("message after the opener is gone: the page's next load hears it, and so does another tab", async () => {
  const order = newOrder();
  const attempt = await begunBefore(order, { at: Date.now() });
  const { pay } = await checkout(order);
  await shows(pay, "pending");
  const asked = (await logOf(order)).asks.length;
  await script(order, { outcome: "approved" });
  // The bank's window has no opener any more; it speaks to whoever listens.
  await frame(`/payments/relay/${attempt}`);
  await shows(pay, "approved");
  expect((await logOf(order)).asks.length).to.be.greaterThan(asked);
});

it("reload while paying: the attempt is found again, not begun again", async () => {
  const order = newOrder();
  const shop = await shopFor(order);
  await press(shop.pay());
  await launched(order);
  const attempt = shop.pay().attemptId;
  const before = shop.window.seen;
  shop.window.location.reload();
  await until(() => shop.window.seen !== undefined && shop.window.seen !== before);
  await until(() => shop.pay()?.attemptId === attempt);
  await script(order, { outcome: "approved", act: "return" });
  await until(() => shop.pay()?.status === "approved");
  expect((await logOf(order)).launches).to.have.length(1);
  expect(shop.seen().events.filter((name) => name === "settled")).to.have.length(1);
});

it("offline at the return: nothing is concluded, and the outcome comes with the network", async () => {
  const order = newOrder();
  const { pay, names } = await checkout(order);
  await press(pay);
  await launched(order);
  const { fetch: own } = window;
  window.fetch = () => Promise.reject(new TypeError("Failed to fetch"));
  await own(`/payments/test/${order}`, { method: "POST", body: JSON.stringify({ act: "close", outcome: "approved" }) });
  await shows(pay, "checking");
  jump(8000);
  await shows(pay, "pending");
  window.fetch = own;
  window.dispatchEvent(new Event("online"));
  await shows(pay, "approved");
  expect(names()).to.deep.equal(["before", "open", "closed", "checking", "pending", "approved", "settled"]);
});

it("retry that would pay twice: an earlier attempt is asked about before a new one begins", async () => {
  const order = newOrder();
  const { pay, names } = await checkout(order);
  // Another tab has paid meanwhile, and no event has told this one.
  await begunBefore(order);
  const launches = (await logOf(order)).launches.length;
  await script(order, { outcome: "approved" });
  await press(pay);
  await shows(pay, "approved");
  expect(pay.focusWindow()).to.equal(false);
  expect((await logOf(order)).launches).to.have.length(launches);
  expect(names()).to.deep.equal(["before", "checking", "approved", "settled"]);
});
