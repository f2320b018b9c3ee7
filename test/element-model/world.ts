// A browser, a router and a bank without any of them: what the payment logic of the element touches, in the hands of a
// test. Time stands until it is moved, requests wait until they are answered, launches until they arrive.
import { mock } from "node:test";
import type { PayEvent, PayOutcome, PayResult } from "../../packages/element/src/index.ts";
import type { OrderPayment } from "../../packages/element/src/order-payment.ts";
import type { PaymentController } from "../../packages/element/src/payment-controller.ts";
import type { PayMode } from "../../packages/element/src/payment-host.ts";

const decisive = /^(approved|unknown|pending)$/;
const terminal = /^(approved|declined|cancelled|expired|unknown|failed)$/;
/** The headers of an answer, as far as the element reads them. */
const spanish = new Map([["content-language", "es"]]);

/** How the bank stands to an attempt of the router's. */
interface Kept {
  id: string;
  outcome: PayOutcome;
}

/** A window of the bank's, or a frame's. */
interface BankWindow {
  closed: boolean;
  close(): void;
  focus(): void;
}

/** One load of the merchant's page: its module state dies with it. */
export interface Page {
  readonly payment: OrderPayment;
  controller: PaymentController;
  /** Puts an element into the page, without the one before. */
  mount(): void;
  /** The events of the page, `approved:<attempt>` and so on. */
  told: string[];
  /** What `pay()` has promised here. */
  promises: Promise<PayResult>[];
}

let loads = 0;
let worlds = 0;

/** The world of one run. Must be ended before the next one begins. */
export class World {
  pages: Page[] = [];
  /** Pages that were reloaded. */
  gone: Page[] = [];
  windows: BankWindow[] = [];
  requests: { attempt: string; from: unknown; resolve(answer: unknown): void; reject(reason: Error): void }[] = [];
  launches: { attempt: string; arrived?: boolean }[] = [];
  kept: Kept[] = [];
  serves = new Map<string, Kept>();
  blocked = false;
  /** Questions answered so far, and how many had been when a button was last pressed. */
  answers = 0;
  pressedAt = 0;
  /** Breaches of what must hold at every moment. */
  wrong: string[] = [];
  #storage: Record<string, string | undefined> = {};
  // A page's module is loaded again for other worlds, and keeps its payments by order.
  #order = `A-${worlds++}`;
  #key = `ventanilla:/payments:${this.#order}`;

  constructor() {
    mock.timers.enable({ apis: ["setInterval", "setTimeout", "Date"], now: Date.parse("2030-01-01") });
    const globals = {
      localStorage: {
        getItem: (key: string) => this.#storage[key] ?? null,
        setItem: (key: string, value: string) => {
          this.#storage[key] = value;
        },
        removeItem: (key: string) => delete this.#storage[key],
      },
      document: {
        hidden: false,
        baseURI: "https://shop.example/checkout",
        body: { append() {} },
        createElement: () => this.#form(),
      },
      navigator: { onLine: true, userAgent: "" },
      matchMedia: () => ({ matches: false }),
      addEventListener() {},
      BroadcastChannel: class extends EventTarget {},
      location: {
        href: "https://shop.example/checkout",
        pathname: "/checkout",
        search: "",
        origin: "https://shop.example",
      },
      origin: "https://shop.example",
      fetch: (url: string, init: { method: "HEAD" } | { page: Page }) =>
        "page" in init ? this.#ask(url, init.page) : Promise.resolve(new Response()),
    };
    for (const [name, value] of Object.entries({
      ...globals,
      window: globalThis,
      self: globalThis,
      top: globalThis,
    } as object)) {
      Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
    }
  }

  end(): void {
    for (const { controller } of [...this.pages, ...this.gone]) controller.hostDisconnected();
    mock.timers.reset();
  }

  /** Loads the page in a tab, again if it is there. */
  async load(tab: number): Promise<void> {
    const before = this.pages[tab];
    if (before) {
      before.controller.hostDisconnected();
      this.gone.push(before);
      this.requests = this.requests.filter(({ from }) => from !== before);
    }
    const path = `../../packages/element/src/payment-controller.ts?load=${loads++ % 500}`;
    const module = (await import(path)) as typeof import("../../packages/element/src/payment-controller.ts");
    const page: Page = {
      controller: undefined as never,
      get payment() {
        return this.controller._payment;
      },
      mount: () => {
        page.controller?.hostDisconnected();
        page.controller = this.#element(page, module.PaymentController);
        page.controller._follow();
      },
      told: [],
      promises: [],
    };
    this.pages[tab] = page;
    page.mount();
    await this.flush();
  }

  press(tab: number, mode: PayMode): void {
    const page = this.pages[tab] as Page;
    this.pressedAt = this.answers;
    page.promises.push(page.controller._pay({ mode }));
  }

  /** The oldest launch on its way reaches the router, or is lost. */
  arrive(lost: boolean): void {
    const launch = this.launches.find(({ arrived }) => arrived === undefined);
    if (!launch) return;
    launch.arrived = !lost;
    if (lost) return;
    const open = this.kept.find(({ outcome }) => /pending|cancelled|approved|unknown/.test(outcome));
    const kept = open ?? { id: launch.attempt, outcome: "pending" };
    if (!open) this.kept.push(kept);
    // The buyer is at the bank again.
    if (kept.outcome === "cancelled") kept.outcome = "pending";
    this.serves.set(launch.attempt, kept);
  }

  /** The bank learns how the payment ended; nothing but `cancelled` can be taken back. */
  decide(outcome: PayOutcome): void {
    const open = this.kept.find((kept) => /pending|cancelled/.test(kept.outcome));
    if (open) open.outcome = outcome;
  }

  /** Answers the oldest question with the truth, with an error, or with what is none of the router's. */
  answer(how: "truth" | "error" | "garbage"): void {
    const request = this.requests.shift();
    if (how === "error") request?.reject(new TypeError("offline"));
    else if (how === "garbage") request?.resolve({});
    else if (request) {
      this.answers++;
      request.resolve(this.#status(request.attempt));
    }
  }

  #status(attempt: string): object {
    // Without an attempt, it is about the order.
    const kept = attempt ? this.serves.get(attempt) : this.kept.find(({ outcome }) => decisive.test(outcome));
    if (!kept) return { v: 1, error: { code: "not_found" } };
    const { id, outcome } = kept;
    const safeToRetry = !/pending|approved|unknown/.test(outcome);
    return { v: 1, attempt: id, order: this.#order, outcome, verified: true, safeToRetry, message: outcome };
  }

  set(what: "hidden" | "onLine", value: boolean): void {
    Object.assign(what === "hidden" ? document : navigator, { [what]: value });
  }

  async tick(milliseconds: number): Promise<void> {
    mock.timers.tick(milliseconds);
    await this.flush();
  }

  async flush(): Promise<void> {
    for (let i = 0; i < 3; i++) await new Promise((resolve) => setImmediate(resolve));
  }

  /** Everything on its way arrives, the bank decides, and everyone asks until there is no more to learn. */
  async finish(outcome: PayOutcome): Promise<void> {
    this.set("hidden", false);
    this.set("onLine", true);
    for (let round = 0; round < 40; round++) {
      while (this.launches.some(({ arrived }) => arrived === undefined)) this.arrive(false);
      for (const window of this.windows) window.closed = true;
      if (round === 10) this.decide(outcome);
      // At first by the browser's back button, for pages that were on their way to the bank.
      for (const { payment } of this.pages) payment._wake(round === 0);
      await this.tick(1000);
      while (this.requests.length > 0) {
        this.answer("truth");
        await this.flush();
      }
    }
  }

  /** The outcome of the router's record that serves an attempt. */
  truth(attempt: string): PayOutcome | undefined {
    return this.kept.find(({ id }) => id === attempt)?.outcome;
  }

  #element(page: Page, Controller: typeof PaymentController): PaymentController {
    const told = ({ type, result }: PayEvent) => {
      const name = type.replace("pay-", "");
      page.told.push(`${name}:${result.attempt}`);
      const truth = this.truth(result.attempt);
      if (terminal.test(name) && name !== "failed" && name !== "cancelled" && name !== truth) {
        this.wrong.push(`told ${name} where the router has ${truth}`);
      }
      return true;
    };
    const element = {
      endpoint: "/payments",
      order: this.#order,
      mode: "auto",
      isConnected: true,
      hasUpdated: true,
      addController() {},
      addEventListener() {},
      removeEventListener() {},
      dispatchEvent: (event: Event) => told(event as PayEvent),
      requestUpdate() {},
      // How a question is known to be this page's.
      requestInit: { page },
      launchFields: undefined,
      returnTo: "",
    };
    let framed: BankWindow | undefined;
    const host = {
      _messages: () => ({ lang: "es", missed: "missed" }),
      _openWindow: () => (this.blocked ? null : this.#window()),
      _openFrame: () => {
        framed = this.#window();
        return framed;
      },
      _closeFrame: () => {
        framed?.close();
        framed = undefined;
      },
      _isFraming: () => framed !== undefined,
      _beforeRedirect() {},
    };
    return new Controller(
      element as unknown as ConstructorParameters<typeof PaymentController>[0],
      host as unknown as ConstructorParameters<typeof PaymentController>[1],
    );
  }

  #window(): BankWindow {
    const window: BankWindow = {
      closed: false,
      close() {
        window.closed = true;
      },
      focus() {},
    };
    this.windows.push(window);
    return window;
  }

  #form() {
    let fill: (event: { formData: FormData }) => void;
    const submit = () => {
      const formData = new FormData();
      fill({ formData });
      const attempt = formData.get("attempt") as string;
      const { attempt: remembered } = JSON.parse(this.#storage[this.#key] ?? "{}") as { attempt?: string };
      if (remembered && remembered !== attempt && this.answers === this.pressedAt) {
        this.wrong.push("launched again without asking how the earlier attempt stands");
      }
      this.launches.push({ attempt });
    };
    const addEventListener = (_: string, listener: typeof fill) => {
      fill = listener;
    };
    return { addEventListener, submit, remove() {} };
  }

  #ask(url: string, from: Page): Promise<{ headers: typeof spanish; json(): Promise<unknown> }> {
    const [, attempt = ""] = /attempts\/([^?]+)/.exec(url) ?? [];
    return new Promise((resolve, reject) => {
      // A page that was reloaded does nothing any more.
      if (!this.gone.some((page) => page === from))
        this.requests.push({
          attempt,
          from,
          resolve: (answer) => resolve({ headers: spanish, json: () => Promise.resolve(answer) }),
          reject,
        });
    });
  }
}
