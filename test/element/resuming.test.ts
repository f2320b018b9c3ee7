import { expect } from "@open-wc/testing";
import type { PayOutcome } from "../../packages/element/src/index.ts";
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
  remembered,
  rounds,
  script,
  shows,
  until,
} from "./shop.ts";

describe("a payment begun before the page was loaded", () => {
  it("is asked about before anything else, and reported", async () => {
    const order = newOrder();
    await script(order, { outcome: "declined" });
    const attempt = await begunBefore(order);
    const { pay, names, button } = await checkout(order);
    expect(pay.status).to.equal("checking");
    expect(button()).to.have.attribute("aria-disabled", "true");
    expect(getComputedStyle(button()).opacity, "a button that waits looks so").to.equal("0.5");
    await shows(pay, "declined");
    expect(names()).to.deep.equal(["checking", "declined", "settled"]);
    expect((await logOf(order)).asks).to.deep.equal([{ attempt, askBank: true, lang: "en" }]);
    expect(remembered(order)).to.equal(undefined);
  });

  it("is offered to be opened again while the bank has no answer", async () => {
    const order = newOrder();
    const attempt = await begunBefore(order);
    const { pay, names } = await checkout(order);
    await shows(pay, "pending");
    expect(names()).to.deep.equal(["checking", "pending"]);
    expect(pay.attemptId).to.equal(attempt);
    await script(order, { outcome: "approved", act: "return" });
    await press(pay);
    await shows(pay, "approved");
    expect(names().filter((name) => name === "approved")).to.have.length(1);
  });

  it("goes on when the launch that opens it again is refused", async () => {
    const order = newOrder();
    const attempt = await begunBefore(order);
    const { pay, names } = await checkout(order);
    await shows(pay, "pending");
    await script(order, { refuses: true, act: "close" });
    await press(pay);
    await until(async () => (await logOf(order)).launches.length === 2);
    const { attempt: refused } = (await logOf(order)).launches[1] ?? {};
    await until(async () => (await logOf(order)).asks.some((ask) => ask.attempt === refused));
    await until(() => pay.attemptId === attempt, "the earlier attempt was not taken up again");
    expect(remembered(order)).to.equal(attempt);
    await script(order, { outcome: "approved" });
    await shows(pay, "approved");
    expect(names()).not.to.include("failed");
  });

  it("is found after a launch that failed was sent again without the page", async () => {
    const order = newOrder();
    await script(order, { refuses: true, act: "close" });
    const { pay, names } = await checkout(order);
    await press(pay);
    await shows(pay, "failed");
    await script(order, { refuses: false });
    const elsewhere = await begunBefore(order);
    localStorage.removeItem(`ventanilla:/payments:${order}`);
    await script(order, { outcome: "approved", elsewhere });
    window.dispatchEvent(new Event("focus"));
    await shows(pay, "approved");
    expect(names().at(-1)).to.equal("settled");
  });

  it("is paid again for every load of the page, and once in each", async () => {
    const order = newOrder();
    await script(order, { outcome: "approved" });
    const attempt = await begunBefore(order);
    const shop = await frame(`/payments/page/${order}`);
    for (let load = 0; load < 2; load++) {
      await until(() => shop.pay()?.status === "approved" && shop.seen().events.includes("settled"));
      expect(shop.seen().events).to.deep.equal(["checking", "approved", "settled"]);
      // Mounted a second time, it knows, and has nothing more to say.
      const again = shop.window.document.createElement("ventanilla-pay");
      again.order = order;
      shop.window.document.body.append(again);
      await shows(again, "approved");
      expect(shop.seen().events).to.deep.equal(["checking", "approved", "settled"]);
      const before = shop.window.seen;
      shop.window.location.reload();
      await until(() => shop.window.seen !== undefined && shop.window.seen !== before);
    }
    expect(remembered(order)).to.equal(attempt);
  });

  it("is forgotten without an outcome when it never reached the router", async () => {
    const order = newOrder();
    await begunBefore(order, { arrived: false });
    const { pay, names } = await checkout(order);
    await shows(pay, "idle");
    expect(names()).to.deep.equal(["checking"]);
    expect(remembered(order)).to.equal(undefined);
  });

  it("is waited for when it has just begun, and may still be on its way", async () => {
    const order = newOrder();
    const attempt = await begunBefore(order, { arrived: false, at: Date.now() });
    const { pay } = await checkout(order);
    await rounds();
    expect(pay.status).to.equal("checking");
    await fetch("/payments/attempts", { method: "POST", body: new URLSearchParams({ attempt, order }) });
    await shows(pay, "pending");
  });

  it("answers pay() with its outcome instead of opening a second window", async () => {
    const order = newOrder();
    await script(order, { outcome: "approved" });
    await begunBefore(order);
    const { pay } = await checkout(order);
    const launches = (await logOf(order)).launches.length;
    expect((await pay.pay()).outcome).to.equal("approved");
    expect((await logOf(order)).launches).to.have.length(launches);
  });

  it("is taken up from another tab as soon as the buyer is back at this one", async () => {
    const order = newOrder();
    const { pay } = await checkout(order);
    await script(order, { outcome: "approved" });
    await begunBefore(order);
    expect(pay.status).to.equal("idle");
    window.dispatchEvent(new Event("focus"));
    await shows(pay, "approved");
  });
});

describe("an order that was begun on another device", () => {
  /** The device has done that, and this browser remembers nothing. */
  const begunElsewhere = async (order: string, outcome: PayOutcome) => {
    const attempt = await begunBefore(order);
    localStorage.clear();
    await script(order, { outcome, elsewhere: attempt });
    return attempt;
  };

  for (const outcome of ["approved", "unknown"] as const) {
    it(`is shown as ${outcome}, and cannot be paid`, async () => {
      const order = newOrder();
      const attempt = await begunElsewhere(order, outcome);
      const { pay, names, button } = await checkout(order);
      await shows(pay, outcome);
      expect(pay.attemptId).to.equal(attempt);
      expect(button()).to.have.attribute("aria-disabled", "true");
      expect(names()).to.deep.equal(["checking", outcome, "settled"]);
      expect((await pay.pay()).outcome).to.equal(outcome);
      expect((await logOf(order)).launches).to.have.length(1);
      // It is remembered from now on.
      expect(remembered(order)).to.equal(attempt);
    });
  }

  it("is opened again here while the bank has no answer", async () => {
    const order = newOrder();
    const attempt = await begunElsewhere(order, "pending");
    const { pay } = await checkout(order);
    await shows(pay, "pending");
    expect(pay.attemptId).to.equal(attempt);
  });

  it("does not disturb a payment that begins here before the answer is there", async () => {
    const order = newOrder();
    await begunElsewhere(order, "approved");
    const { fetch: own } = window;
    let answer = () => {};
    window.fetch = async (address, init) => {
      const isAboutOrder = typeof address === "string" && address.includes("/orders/");
      if (isAboutOrder) await new Promise<void>((resolve) => (answer = resolve));
      return own(address, init);
    };
    const { pay } = await checkout(order);
    await press(pay);
    window.fetch = own;
    answer();
    await rounds();
    expect(pay.status).to.equal("open");
    expect((await logOf(order)).launches).to.have.length(2);
  });

  for (const [elsewhere, what] of [
    ["broken", "fails"],
    ["refused", "does not know the order, or the buyer"],
    ["", "knows of nothing"],
  ] as const) {
    it(`changes nothing when the router ${what}`, async () => {
      const order = newOrder();
      await script(order, { elsewhere });
      const { pay, names } = await checkout(order);
      await rounds();
      expect([pay.status, ...names()]).to.deep.equal(["idle"]);
    });
  }
});

describe("another order in the same element", () => {
  it("has a payment of its own, and the first one is still remembered", async () => {
    const [one, two] = [newOrder(), newOrder()];
    const { pay } = await checkout(one);
    await press(pay);
    const first = pay.pay();
    await queried(one);
    pay.order = two;
    await shows(pay, "idle");
    expect(remembered(one)).to.be.a("string");
    await script(one, { outcome: "approved", act: "close" });
    pay.order = one;
    await shows(pay, "approved");
    expect(await first).to.equal(pay.result);
  });

  it("is paid even if it is set in the same click", async () => {
    const [one, two] = [newOrder(), newOrder()];
    await script(two, { outcome: "approved", act: "return" });
    const { pay } = await checkout(one);
    const turn = () => pay.setAttribute("order", two);
    pay.addEventListener("click", turn, { capture: true, once: true });
    await press(pay);
    await shows(pay, "approved");
    expect(pay.result?.order).to.equal(two);
    expect((await logOf(one)).launches).to.have.length(0);
  });

  const queried = async (order: string) => {
    await launched(order);
    window.dispatchEvent(new Event("focus"));
    await bankQueries(order);
  };
});

describe("the browser's storage", () => {
  it("may be refused: the page still remembers while it lives", async () => {
    const order = newOrder();
    const refuse = () => {
      throw new DOMException("refused", "SecurityError");
    };
    const storages = ["localStorage", "sessionStorage"] as const;
    const own = storages.map((name) => Object.getOwnPropertyDescriptor(window, name) as PropertyDescriptor);
    for (const name of storages) Object.defineProperty(window, name, { configurable: true, get: refuse });
    try {
      const { pay } = await checkout(order);
      await press(pay);
      await launched(order);
      const attempt = pay.attemptId;
      pay.remove();
      const again = await checkout(order);
      expect(again.pay.status).to.equal("open");
      expect(again.pay.attemptId).to.equal(attempt);
      await script(order, { outcome: "declined", act: "close" });
      await shows(again.pay, "declined");
    } finally {
      for (const [i, name] of storages.entries()) Object.defineProperty(window, name, own[i] ?? {});
    }
  });

  it("ignores anything else that is stored under its key", async () => {
    const never = JSON.stringify({ attempt: "x", at: "never" });
    const outside = JSON.stringify({ attempt: "../../x", at: 0 });
    for (const text of ["", "null", "not JSON", "[]", "{}", "5", never, outside]) {
      const order = newOrder();
      localStorage.setItem(`ventanilla:/payments:${order}`, text);
      const { pay } = await checkout(order);
      jump(8000);
      await shows(pay, "idle");
    }
  });
});
