import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Pool } from "undici";
import { sessionOf } from "../buyer-at-bank.ts";
import { startChild } from "./child.ts";
import { type Contender, type Measured, measure, table, timesAsFast } from "./measure.ts";
import { ambition, guard } from "./verdict.ts";

const form = { "content-type": "application/x-www-form-urlencoded" };
let orders = 0;

/** A shop's server, and the requests of a buyer. */
interface Shop {
  label: string;
  launch(): Promise<{ attempt: string; SESSION: string }>;
  /** Launch, return, result. */
  pay(): Promise<void>;
  get(path: string): Promise<string>;
  /** The 99th percentile of the payments' times since the last call, in milliseconds. */
  slowest(): number;
  close(): void;
}

async function startShop(label: string, bank: string, folder: string, flags: string[]): Promise<Shop> {
  const file = join(folder, `${label.replace(/\W+/g, "-")}.db`);
  const { url, child } = await startChild("router-server.ts", [label, bank, file], flags);
  const pool = new Pool(url, { connections: 16 });
  let times: number[] = [];

  async function launch(): Promise<{ attempt: string; SESSION: string }> {
    const attempt = crypto.randomUUID();
    const body = `order=O-${++orders}&attempt=${attempt}&lang=es`;
    const headers = { ...form, origin: url };
    const answer = await pool.request({ method: "POST", path: "/payments/attempts", headers, body });
    const SESSION = sessionOf(await answer.body.text());
    if (SESSION === undefined) throw new Error(`${label}: the launch failed with ${answer.statusCode}`);
    return { attempt, SESSION };
  }

  return {
    label,
    launch,
    async pay() {
      const start = performance.now();
      const { SESSION } = await launch();
      const [, , address] = JSON.parse(Buffer.from(SESSION, "base64url").toString()) as string[];
      const path = new URL(address ?? "").pathname;
      const answer = await pool.request({
        method: "POST",
        path,
        headers: form,
        body: "Description=Transaction+Received",
      });
      await answer.body.dump();
      if (answer.statusCode !== 303) throw new Error(`${label}: the return was answered with ${answer.statusCode}`);
      times.push(performance.now() - start);
    },
    get: async (path) => (await pool.request({ method: "GET", path })).body.text(),
    slowest() {
      const sorted = times.toSorted((a, b) => a - b);
      times = [];
      return sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN;
    },
    close() {
      void pool.destroy();
      child.kill();
    },
  };
}

/** The router against the same by hand and against what people use otherwise (decision 12). */
export async function benchRouter(): Promise<void> {
  const bank = await startChild("bank.ts");
  try {
    await launches(bank.url);
    await payments(bank.url);
    await polling(bank.url);
    await openAttempts(bank.url);
  } finally {
    bank.child.kill();
  }
}

/** Runs only the shops that are compared: a shop continues to query the bank about its launches. */
async function among(
  bank: string,
  labels: string[],
  work: (...shops: Shop[]) => Promise<void>,
  flags: string[] = [],
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "ventanilla-bench-"));
  const shops = await Promise.all(labels.map((label) => startShop(label, bank, folder, flags)));
  try {
    await work(...shops);
  } finally {
    for (const shop of shops) shop.close();
    rmSync(folder, { recursive: true });
  }
}

const launches = (bank: string): Promise<void> =>
  among(bank, ["by hand", "by hand, as safe", "ours, SQLite in memory", "stripe-node"], async (...shops) => {
    // Ends before the first launches are 45 s old: then their shop begins to query the bank.
    const rounds = 31;
    const title = "Launch, 16 at a time (Express 5)";
    const [floor, safe, ours, theirs] = await compare(title, shops, rounds, (one) => one.launch());
    guard("launch over the same by hand, as safe, with the same writes", ratio(ours, safe), { atLeast: 0.85 });
    ambition("launch over one by hand without safeguards or store", ratio(ours, floor), { atLeast: 0.85 });
    ambition("launch over Express 5 with stripe-node", ratio(ours, theirs), { atLeast: 1.6 });
  });

const payments = (bank: string): Promise<void> =>
  among(bank, ["by hand, SQLite", "by hand, as safe, SQLite", "ours, SQLite"], async (hand, asSafe, own) => {
    const title = "Launch, return, settle, deliver, 16 at a time";
    const [floor, safe, ours] = await compare(title, [hand, asSafe, own], 81, (one) => one.pay());
    const slowest = own.slowest();
    guard("whole payment over the same by hand, as safe, with the same writes", ratio(ours, safe), { atLeast: 0.85 });
    guard("whole payment: p99 over the same by hand, as safe", slowest / asSafe.slowest(), { atMost: 1.2 });
    ambition("whole payment over one by hand without safeguards", ratio(ours, floor), { atLeast: 0.85 });
    ambition("whole payment: p99 over one by hand without safeguards", slowest / hand.slowest(), { atMost: 1.2 });
  });

const polling = (bank: string): Promise<void> =>
  among(bank, ["by hand", "by hand, one read", "ours, SQLite"], async (hand, reading, own) => {
    const { attempt } = await own.launch();
    const path = `/payments/attempts/${attempt}`;
    const shops = [hand, reading, own];
    // Ends before the launch is 45 s old: then its shop asks the bank, and answers with the payment.
    const [bare, read, status] = await compare("Status, 16 at a time", shops, 51, (one) => one.get(path));
    guard("status over an Express JSON route that reads the attempt's row", ratio(status, read), { atLeast: 0.9 });
    ambition("status over such a route that reads nothing", ratio(status, bare), { atLeast: 0.9 });
  });

// V8's space for new objects grows by up to 128 MB when it likes: held, it does not hide what the attempts cost.
const steadyMemory = ["--expose-gc", "--max-semi-space-size=16", "--min-semi-space-size=16"];

const openAttempts = (bank: string): Promise<void> => {
  const work = async (shop: Shop): Promise<void> => {
    const held = async () => Number(await shop.get("/memory")) / 2 ** 20;
    const launch = async (count: number) => {
      for (let i = 0; i < count; i += 50) await Promise.all(Array.from({ length: 50 }, () => shop.launch()));
    };
    // The first launches allocate what a server needs only once.
    await launch(1000);
    const before = await held();
    await launch(10_000);
    guard("10,000 open attempts, MB", (await held()) - before, { below: 50 });
  };
  return among(bank, ["ours, SQLite"], work, steadyMemory);
};

/** Many short rounds, because the speed of disk and machine varies. */
async function compare(
  title: string,
  shops: Shop[],
  rounds: number,
  work: (shop: Shop) => Promise<unknown>,
): Promise<Measured[]> {
  const contenders = shops.map((shop): Contender => ({ label: shop.label, once: () => work(shop) }));
  const rows = await measure(contenders, { concurrency: 16, seconds: 0.25, rounds });
  table(`${title} (CPU of the buyers)`, rows);
  return rows;
}

function ratio(ours: Measured | undefined, theirs: Measured | undefined): number {
  return ours && theirs ? timesAsFast(ours, theirs) : Number.NaN;
}
