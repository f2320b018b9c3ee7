import { expect } from "@open-wc/testing";
import {
  checkout,
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

/** Keeps what a page opens: its windows, and the features it asks for. */
function watchWindows(page: Window): { opened: Window[]; features: Record<string, string>[] } {
  const seen: ReturnType<typeof watchWindows> = { opened: [], features: [] };
  const { open } = page;
  page.open = (...how) => {
    const opened = open.apply(page, how);
    if (how[1] !== "_top" && opened) seen.opened.push(opened);
    seen.features.push(Object.fromEntries(new URLSearchParams(how[2]?.replaceAll(",", "&"))));
    return opened;
  };
  return seen;
}

/** A window of another origin, which nobody may read. */
function foreign(opened: Window, close: () => void = () => opened.close()): Window {
  return {
    get document() {
      throw new DOMException("of another origin", "SecurityError");
    },
    get closed() {
      return opened.closed;
    },
    focus: () => opened.focus(),
    close,
  } as unknown as Window;
}

describe("the bank's window, before the bank's page is there", () => {
  for (const [lang, title, hint] of [
    ["en", "Opening the bank's page…", "If it does not open, close this window and try again."],
    ["es", "Abriendo la página del banco…", "Si no se abre, cierre esta ventana e inténtelo de nuevo."],
  ] as const) {
    it(`says in ${lang} what is happening, from the click on and under the strictest policy`, async () => {
      const order = newOrder();
      await script(order, { held: true });
      const shop = await shopFor(order, `?mode=popup&lang=${lang}`);
      const { opened } = watchWindows(shop.window);
      await press(shop.pay());
      const { document: said } = opened[0] ?? expect.fail();
      expect(said.title).to.equal(title);
      expect(said.body.innerText).to.match(new RegExp(`^${location.host}\\s+${title}\\s+${hint}$`));
      expect(said.querySelector("h2")?.closest("[lang]")).to.have.attribute("lang", lang);
      expect(said.querySelector("h2")?.closest("[dir]")).to.have.attribute("dir", "auto");
      const { colorScheme, textAlign } = getComputedStyle(said.documentElement);
      expect([colorScheme, textAlign]).to.deep.equal(["light dark", "center"]);
      expect(shop.seen().violations).to.deep.equal([]);
      await script(order, { held: false, act: "return", outcome: "approved" });
      await until(() => shop.pay().status === "approved");
    });
  }

  it("says it also while an earlier attempt is asked about", async () => {
    const order = newOrder();
    const { pay } = await checkout(order);
    const { fetch, open } = window;
    const { opened } = watchWindows(window);
    await press(pay);
    // The router does not answer until the test is over.
    window.fetch = () => new Promise(() => {});
    pay.cancel();
    await shows(pay, "checking");
    await press(pay);
    Object.assign(window, { fetch, open });
    expect(opened[1]?.document.title).to.equal("Opening the bank's page…");
    opened[1]?.close();
  });

  it("is left alone where it was open before and shows the bank's page, which nobody may read", async () => {
    const order = newOrder();
    await script(order, { outcome: "approved", act: "return" });
    const { pay } = await checkout(order);
    const { open } = window;
    window.open = (...how) => foreign(open.apply(window, how) ?? expect.fail());
    await press(pay);
    window.open = open;
    await shows(pay, "approved");
    expect((await logOf(order)).launches).to.have.length(1);
  });

  describe("that is told to close while it goes to another page, which WebKit does not hear,", () => {
    /** A checkout whose only window hears `close()` when the test says so; counts how often it is told. */
    async function deafCheckout(order: string) {
      const { pay } = await checkout(order);
      const { open } = window;
      const windows = { hear: false, told: 0 };
      let opened: Window | null = null;
      window.open = (...how) => {
        opened ??= open.apply(window, how);
        return foreign(opened ?? expect.fail(), () => {
          windows.told++;
          if (windows.hear) opened?.close();
        });
      };
      await press(pay);
      await launched(order);
      pay.cancel();
      return { pay, windows };
    }

    it("is told again", async () => {
      const { pay, windows } = await deafCheckout(newOrder());
      expect(windows.told).to.equal(1);
      windows.hear = true;
      await shows(pay, "checking");
      expect(windows.told).to.equal(2);
    });

    it("is not told any more when the buyer presses again and gets the same window", async () => {
      const order = newOrder();
      const { fetch } = window;
      let mayAnswer = Promise.resolve();
      // The router does not know the attempt, as long as its launch takes.
      window.fetch = async (...request) => {
        if (!new Request(...request).url.includes("/attempts/")) return fetch(...request);
        await mayAnswer;
        return Response.json({ v: 1, error: { code: "not_found", message: "" } }, { status: 404 });
      };
      const { pay, windows } = await deafCheckout(order);
      await shows(pay, "pending");
      const { promise, resolve } = Promise.withResolvers<void>();
      mayAnswer = promise;
      // Not by a key, which Firefox would give to the window.
      void pay.pay();
      windows.hear = true;
      await rounds();
      window.fetch = fetch;
      resolve();
      await until(async () => (await logOf(order)).launches.length === 2);
    });
  });

  it("is placed in the middle of its opener, on whatever screen that is, in the size that the page sets", async () => {
    for (const [size, width, height] of [
      ["", 480, 760],
      ["600px 700px", 600, 700],
      ["600.5px 700px", 600.5, 700],
      ["37.5rem 50rem", 480, 760],
    ] as const) {
      const order = newOrder();
      const { pay } = await checkout(order);
      pay.style.setProperty("--ventanilla-window-size", size);
      const { open } = window;
      const { features } = watchWindows(window);
      const place = { screenX: 2000, screenY: 100, outerWidth: 1000, outerHeight: 900 };
      const before = Object.getOwnPropertyDescriptors(window);
      for (const [name, value] of Object.entries(place)) {
        Object.defineProperty(window, name, { configurable: true, get: () => value });
      }
      await press(pay);
      window.open = open;
      for (const name of Object.keys(place) as (keyof typeof place)[])
        Object.defineProperty(window, name, before[name]);
      const [left, top] = [2500 - width / 2, 550 - height / 2];
      expect(features[0]).to.deep.equal({ popup: "", ...texts({ width, height, left, top }) });
      await script(order, { act: "close", outcome: "cancelled" });
      await shows(pay, "cancelled");
    }
  });
});

const texts = (numbers: Record<string, number>) =>
  Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, String(value)]));

describe("a page in a frame that may neither open windows nor replace the tab", () => {
  for (const mode of ["auto", "redirect"]) {
    it(`ends at once with a sentence and can be tried again: ${mode}`, async () => {
      const order = newOrder();
      const shop = await shopFor(order, `?mode=${mode}`);
      refuseWindows(shop.window, null, null);
      const { outcome, safeToRetry } = await shop.pay().pay();
      expect({ outcome, safeToRetry }).to.deep.equal({ outcome: "failed", safeToRetry: true });
      await shop.pay().updateComplete;
      const note = shop.pay().shadowRoot?.querySelector("[role=status]");
      expect(note).to.contain.text("The bank's page did not open.");
      expect((await logOf(order)).launches).to.have.length(0);
    });
  }

  it("goes on with an attempt that is still live", async () => {
    const order = newOrder();
    const shop = await shopFor(order, "?mode=popup");
    await press(shop.pay());
    await launched(order);
    shop.pay().cancel();
    await shows(shop.pay(), "checking");
    refuseWindows(shop.window, null, null);
    shop.pay().shadowRoot?.querySelector("button")?.click();
    await shows(shop.pay(), "pending");
    await script(order, { outcome: "approved" });
    await until(() => shop.pay().status === "approved" || void shop.window.dispatchEvent(new Event("focus")));
    expect(shop.seen().events).not.to.include("failed");
  });
});
