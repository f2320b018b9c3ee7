// Which order is paid, when a page sets it late, changes it, or has yet to make it.
import { expect } from "@open-wc/testing";
import type { PayResult, VentanillaPay } from "../../packages/element/src/index.ts";
import {
  begunBefore,
  checkout,
  frame,
  jump,
  launched,
  logOf,
  newOrder,
  press,
  rounds,
  script,
  shopFor,
  shows,
  until,
} from "./shop.ts";

const launchesOf = async (order: string) => (await logOf(order)).launches.length;

describe("an order that a listener of pay-before sets", () => {
  it("is the one that is paid, in its own window", async () => {
    const [one, two] = [newOrder(), newOrder()];
    const { pay, names } = await checkout(one);
    pay.addEventListener("pay-before", () => (pay.order = two));
    await press(pay);
    await launched(two);
    expect(await launchesOf(one)).to.equal(0);
    await pay.updateComplete;
    expect(pay.status).to.equal("open");
    expect(pay.result?.order).to.equal(two);
    expect(pay.focusWindow()).to.equal(true);
    await script(two, { outcome: "approved", act: "return" });
    await shows(pay, "approved");
    expect(names().filter((name) => name === "before")).to.have.length(1);
    expect(names().at(-1)).to.equal("settled");
  });

  it("may be the first one that the element gets", async () => {
    const order = newOrder();
    const { pay, events } = await checkout("");
    pay.addEventListener("pay-before", () => (pay.order = order));
    await press(pay);
    await launched(order);
    expect(pay.status).to.equal("open");
    expect(events.map(({ result }) => result.order)).to.deep.equal(["", order]);
  });

  it("is not paid a second time when it is paid already", async () => {
    const [one, two] = [newOrder(), newOrder()];
    await script(two, { outcome: "approved" });
    await begunBefore(two);
    const before = await launchesOf(two);
    const { pay } = await checkout(one);
    pay.addEventListener("pay-before", () => (pay.order = two));
    await press(pay);
    await shows(pay, "approved");
    expect(pay.focusWindow()).to.equal(false);
    expect([await launchesOf(one), await launchesOf(two)]).to.deep.equal([0, before]);
  });

  it("goes with everything else that the listener sets: endpoint, mode, fields, language, return path", async () => {
    const [one, two] = [newOrder(), newOrder()];
    const { pay } = await checkout(one, { endpoint: "/nowhere" });
    pay.addEventListener("pay-before", () => {
      Object.assign(pay, { order: two, endpoint: "/payments", mode: "modal", locale: "es", returnTo: "/thanks" });
      pay.launchFields = { csrf: "token" };
    });
    await press(pay);
    await launched(two);
    const { attemptId: attempt } = pay;
    const [launch] = (await logOf(two)).launches;
    const fields = { csrf: "token", attempt, order: two, lang: "es", mode: "modal", returnTo: "/thanks" };
    expect(launch).to.deep.equal(fields);
    pay.cancel();
  });
});

describe("a window whose element has turned away", () => {
  it("is watched when the element shows another order: the promise resolves, and the element hears of it", async () => {
    const [one, two] = [newOrder(), newOrder()];
    const { pay, events } = await checkout(one);
    await press(pay);
    const end = pay.pay();
    await launched(one);
    pay.order = two;
    await shows(pay, "idle");
    await script(one, { outcome: "approved", act: "return" });
    const { outcome, order } = await end;
    expect({ outcome, order }).to.deep.equal({ outcome: "approved", order: one });
    expect(pay.status).to.equal("idle");
    const told = events.filter(({ type }) => /approved|settled/.test(type));
    expect(told.map(({ result }) => result.order)).to.deep.equal([one, one]);
  });

  it("is watched when the element is removed: the promise resolves, and its listeners hear of it", async () => {
    const order = newOrder();
    const { pay, names } = await checkout(order);
    await press(pay);
    const end = pay.pay();
    await launched(order);
    pay.remove();
    await script(order, { outcome: "approved", act: "return" });
    expect((await end).outcome).to.equal("approved");
    expect(names().slice(-2)).to.deep.equal(["approved", "settled"]);
  });

  it("is launched for the order that was pressed, when another is set while an earlier attempt is verified", async () => {
    const [one, two] = [newOrder(), newOrder()];
    const { pay } = await checkout(one);
    await begunBefore(one);
    const before = await launchesOf(one);
    await press(pay);
    pay.order = two;
    await until(async () => (await launchesOf(one)) > before);
    await shows(pay, "idle");
    expect(await launchesOf(two)).to.equal(0);
    await script(one, { act: "close", outcome: "cancelled" });
    await rounds();
  });

  it("keeps its dialog in front of the next order", async () => {
    const [one, two] = [newOrder(), newOrder()];
    const { pay } = await checkout(one, { mode: "modal" });
    await press(pay);
    await launched(one);
    pay.order = two;
    await pay.updateComplete;
    const dialog = pay.shadowRoot?.querySelector("dialog");
    expect(dialog?.open).to.equal(true);
    await script(one, { outcome: "approved", act: "return" });
    await shows(pay, "idle");
    expect(dialog?.open).to.equal(false);
  });
});

/** An order that a test makes when it wants to. */
function laterOrder() {
  let give: (order: string) => void = () => {};
  let refuse: (reason: Error) => void = () => {};
  const promise = new Promise<string>((resolve, reject) => {
    give = resolve;
    refuse = reject;
  });
  return { promise, give, refuse };
}

/** Does what a click does, in a click. */
async function pressFor(pay: VentanillaPay, start: () => Promise<PayResult>): Promise<Promise<PayResult>[]> {
  const ends: Promise<PayResult>[] = [];
  const instead = (event: Event) => {
    event.stopImmediatePropagation();
    ends.push(start());
  };
  pay.addEventListener("click", instead, { capture: true, once: true });
  await press(pay);
  await until(() => ends.length > 0);
  return ends;
}

describe("an order that is made while the buyer waits", () => {
  it("is paid in the window that the click has opened, by pay({ order: promise })", async () => {
    const order = newOrder();
    const { promise, give } = laterOrder();
    const { pay, names, button } = await checkout("");
    const [end] = await pressFor(pay, () => pay.pay({ order: promise }));
    expect(pay.focusWindow()).to.equal(true);
    expect(names()).to.deep.equal(["before"]);
    await pay.updateComplete;
    expect(button()).to.have.attribute("aria-disabled", "true");
    give(order);
    await launched(order);
    await pay.updateComplete;
    expect(pay).to.include({ order, status: "open" });
    expect(names()).to.deep.equal(["before", "open"]);
    await script(order, { outcome: "approved", act: "return" });
    expect(await end).to.include({ order, outcome: "approved" });
    await shows(pay, "approved");
  });

  it("may come from a function, which is called once for each attempt, and not to open a pending one again", async () => {
    const orders = [newOrder(), newOrder()];
    const { pay, names } = await checkout("");
    let made = 0;
    pay.order = async () => orders[made++] as string;
    await press(pay);
    await launched(orders[0] as string);
    await script(orders[0] as string, { act: "close", outcome: "pending" });
    await shows(pay, "checking");
    jump(8000);
    await shows(pay, "pending");
    await script(orders[0] as string, { act: "stay" });
    await press(pay);
    await until(async () => (await launchesOf(orders[0] as string)) === 2);
    expect(made).to.equal(1);
    await script(orders[0] as string, { act: "return", outcome: "declined" });
    await shows(pay, "declined");
    await script(orders[1] as string, { act: "return", outcome: "approved" });
    // A framework gives a new function with each rendering.
    pay.order = async () => orders[made++] as string;
    await pay.updateComplete;
    expect(pay.status).to.equal("declined");
    await press(pay);
    await shows(pay, "approved");
    expect(pay.result?.order).to.equal(orders[1]);
    expect(made).to.equal(2);
    expect(names().filter((name) => name === "settled")).to.have.length(2);
    expect(pay).not.to.have.attribute("order");
  });

  it("is launched once, however often the buyer presses meanwhile", async () => {
    const order = newOrder();
    const { promise, give } = laterOrder();
    const { pay, button, names } = await checkout("");
    let made = 0;
    pay.order = () => {
      made++;
      return promise;
    };
    await press(pay);
    button().click();
    const [one, two] = [pay.pay(), pay.pay({ order: "another" })];
    expect(one).to.equal(two);
    give(order);
    await launched(order);
    await rounds();
    expect(await launchesOf(order)).to.equal(1);
    expect(made).to.equal(1);
    expect(names()).to.deep.equal(["before", "open"]);
    await script(order, { outcome: "approved", act: "return" });
    expect((await one).outcome).to.equal("approved");
  });

  for (const [what, end] of [
    ["is refused", (pay: VentanillaPay) => (pay.order = () => Promise.reject(new Error("out of stock")))],
    [
      "cannot be made",
      (pay: VentanillaPay) => {
        pay.order = () => {
          throw new Error("out of stock");
        };
      },
    ],
    ["is empty", (pay: VentanillaPay) => (pay.order = () => "")],
    ["is not an id", (pay: VentanillaPay) => (pay.order = (() => ({})) as unknown as () => string)],
    [
      "takes too long",
      (pay: VentanillaPay) => {
        pay.order = () => {
          setTimeout(jump, 0, 31_000);
          return new Promise(() => {});
        };
      },
    ],
  ] as const) {
    it(`that ${what} is a failure at once, without a window, and says that nothing was charged`, async () => {
      const { pay, events, names, sentence } = await checkout("");
      end(pay);
      const settled = pay.whenSettled;
      await press(pay);
      await until(() => pay.status === "failed");
      await pay.updateComplete;
      expect(names()).to.deep.equal(["before", "failed", "settled"]);
      const { result } = events.at(-1) ?? expect.fail();
      expect(result).to.include({ order: "", outcome: "failed", safeToRetry: true, verified: false });
      expect(await settled).to.equal(result);
      expect(sentence()).to.match(/You were not charged\./);
      expect(pay.focusWindow()).to.equal(false);
      const order = newOrder();
      await script(order, { outcome: "approved", act: "return" });
      pay.order = () => order;
      await press(pay);
      await shows(pay, "approved");
    });
  }

  for (const [who, close] of [
    ["buyer closes the window", (_pay: VentanillaPay, opened: Window) => opened.close()],
    ["page cancels", (pay: VentanillaPay) => pay.cancel()],
    ["signal is aborted", (_pay: VentanillaPay, _opened: Window, stop: AbortController) => stop.abort()],
  ] as const) {
    it(`is not launched when the ${who} before it is there`, async () => {
      const [order, shown] = [newOrder(), newOrder()];
      const { promise, give } = laterOrder();
      const { pay, names } = await checkout(shown);
      const stop = new AbortController();
      const { signal } = stop;
      const { open } = window;
      let opened: Window | null = null;
      window.open = (...how) => (opened = open.apply(window, how));
      const [end] = await pressFor(pay, () => pay.pay({ order: promise, signal }));
      window.open = open;
      close(pay, opened ?? expect.fail(), stop);
      expect(await end).to.include({ outcome: "cancelled", safeToRetry: true });
      await until(() => !pay.focusWindow());
      give(order);
      await rounds();
      expect([await launchesOf(order), await launchesOf(shown)]).to.deep.equal([0, 0]);
      expect(names()).to.deep.equal(["before"]);
      expect(pay).to.include({ order: shown, status: "idle" });
    });
  }

  for (const [how, give] of [
    ["of a string", (order: string) => order],
    ["of a function", (order: string) => () => order],
  ] as const) {
    it(`is the element's only when it has an id, in the place ${how}`, async () => {
      const [own, other] = [newOrder(), newOrder()];
      const later = laterOrder();
      const { pay, events, sentence } = await checkout("");
      pay.order = give(own);
      const { order } = pay;
      const prevent = (event: Event) => event.preventDefault();
      pay.addEventListener("pay-before", prevent, { once: true });
      await pay.pay({ order: later.promise });
      await pay.updateComplete;
      expect(pay).to.include({ order, status: "idle" });
      const [failing] = await pressFor(pay, () => pay.pay({ order: later.promise }));
      expect(pay.order).to.equal(order);
      later.refuse(new Error("out of stock"));
      expect(await failing).to.include({ outcome: "failed", order: "" });
      await pay.updateComplete;
      expect(pay).to.include({ order, status: "failed" });
      expect(sentence()).to.match(/You were not charged\./);
      // The buyer's next press pays the element's own.
      await script(own, { act: "return", outcome: "declined" });
      await press(pay);
      await launched(own);
      await shows(pay, "declined");
      await script(other, { act: "return", outcome: "approved" });
      await pressFor(pay, () => pay.pay({ order: Promise.resolve(other) }));
      await shows(pay, "approved");
      expect(pay.result?.order).to.equal(other);
      expect(pay.order).to.equal(typeof order === "function" ? order : other);
      expect(events.filter(({ type }) => type === "pay-before")).to.have.length(4);
    });
  }

  it("is not launched when it is paid already: the window closes, and the element shows that", async () => {
    const order = newOrder();
    await script(order, { outcome: "approved" });
    await begunBefore(order);
    const before = await launchesOf(order);
    const { pay } = await checkout("");
    pay.order = async () => order;
    await press(pay);
    await shows(pay, "approved");
    expect(pay.focusWindow()).to.equal(false);
    expect(await launchesOf(order)).to.equal(before);
  });

  it("is paid in a dialog", async () => {
    const order = newOrder();
    const { promise, give } = laterOrder();
    const { pay } = await checkout("", { mode: "modal" });
    pay.order = () => promise;
    await press(pay);
    const dialog = pay.shadowRoot?.querySelector("dialog");
    expect(dialog?.open).to.equal(true);
    give(order);
    await launched(order);
    await pay.updateComplete;
    expect(dialog?.open).to.equal(true);
    expect((await logOf(order)).launches[0]).to.include({ mode: "modal", order });
    await script(order, { outcome: "approved", act: "return" });
    await shows(pay, "approved");
    expect(dialog?.open).to.equal(false);
  });

  it("is paid by redirect: the page waits, and then goes to the bank", async () => {
    const order = newOrder();
    const { promise, give } = laterOrder();
    const shop = await shopFor(order, "?mode=redirect");
    const { seen } = shop.window;
    void shop.pay().pay({ order: promise });
    expect(seen?.events).to.deep.equal(["before"]);
    give(order);
    await until(() => shop.window.location.pathname === "/payments/attempts");
    expect(seen?.events).to.deep.equal(["before", "open"]);
  });

  it("does not go to the bank by redirect when the signal is aborted before it is there", async () => {
    const order = newOrder();
    const { promise, give } = laterOrder();
    const shop = await shopFor(newOrder(), "?mode=redirect");
    const { seen, location } = shop.window;
    const stop = new AbortController();
    const end = shop.pay().pay({ order: promise, signal: stop.signal });
    stop.abort();
    give(order);
    expect((await end).outcome).to.equal("cancelled");
    await rounds();
    expect(location.pathname).to.match(/\/page\//);
    expect(await launchesOf(order)).to.equal(0);
    expect(seen?.events).to.deep.equal(["before"]);
  });

  for (const [how, stopIt] of [
    ["the signal is aborted", (_pay: VentanillaPay, stop: AbortController) => stop.abort()],
    ["the page cancels", (pay: VentanillaPay) => pay.cancel()],
  ] as const) {
    it(`does not go to the bank by redirect when ${how} while an earlier attempt is asked about`, async () => {
      const order = newOrder();
      await begunBefore(order);
      const before = await launchesOf(order);
      const shop = await frame(`/payments/page/${order}?mode=redirect`);
      await until(() => shop.pay()?.status === "pending");
      const stop = new AbortController();
      void shop.pay().pay({ signal: stop.signal });
      stopIt(shop.pay(), stop);
      await rounds();
      expect(shop.window.location.pathname).to.match(/\/page\//);
      expect(await launchesOf(order)).to.equal(before);
    });
  }
});
