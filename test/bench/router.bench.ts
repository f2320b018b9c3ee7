import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Pool } from "undici";
import { sessionOf } from "../buyer-at-bank.ts";
import { startChild } from "./child.ts";
import { type Contender, type Measured, measure, median, table, timesAsFast } from "./measure.ts";
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
  close(): void;
}

async function startShop(label: string, bank: string, folder: string, flags: string[]): Promise<Shop> {
  const file = join(folder, `${label.replace(/\W+/g, "-")}.db`);
  const { url, child } = await startChild("router-server.ts", [label, bank, file], flags);
  const pool = new Pool(url, { connections: 16 });

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
    },
    get: async (path) => (await pool.request({ method: "GET", path })).body.text(),
    close() {
      void pool.destroy();
      child.kill();
    },
  };
}

/** What a buyer does, again and again. */
type Work = (shop: Shop) => Promise<unknown>;

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
async function among<T>(
  bank: string,
  labels: readonly string[],
  work: (shops: Shop[]) => Promise<T>,
  flags: string[] = [],
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "ventanilla-bench-"));
  const shops = await Promise.all(labels.map((label) => startShop(label, bank, folder, flags)));
  try {
    return await work(shops);
  } finally {
    for (const shop of shops) shop.close();
    rmSync(folder, { recursive: true });
  }
}

async function launches(bank: string): Promise<void> {
  const [floor, safe, ours, theirs] = ["by hand", "by hand, as safe", "ours, SQLite in memory", "stripe-node"] as const;
  const title = "Launch, 16 at a time (Express 5)";
  const { speed } = await compare(bank, title, [floor, safe, ours, theirs], 12, () => (one) => one.launch());
  guard("launch over the same by hand, as safe, with the same writes", speed(ours, safe), { atLeast: 0.85 });
  ambition("launch over one by hand without safeguards or store", speed(ours, floor), { atLeast: 0.85 });
  ambition("launch over Express 5 with stripe-node", speed(ours, theirs), { atLeast: 1.6 });
}

async function payments(bank: string): Promise<void> {
  const [floor, safe, ours] = ["by hand, SQLite", "by hand, as safe, SQLite", "ours, SQLite"] as const;
  const title = "Launch, return, settle, deliver, 16 at a time";
  const { speed, tail } = await compare(bank, title, [floor, safe, ours], 20, () => (one) => one.pay());
  guard("whole payment over the same by hand, as safe, with the same writes", speed(ours, safe), { atLeast: 0.85 });
  guard("whole payment: p99 over the same by hand, as safe", tail(ours, safe), { atMost: 1.2 });
  ambition("whole payment over one by hand without safeguards", speed(ours, floor), { atLeast: 0.85 });
  ambition("whole payment: p99 over one by hand without safeguards", tail(ours, floor), { atMost: 1.2 });
}

async function polling(bank: string): Promise<void> {
  const [floor, read, ours] = ["by hand", "by hand, one read", "ours, SQLite"] as const;
  const { speed } = await compare(bank, "Status, 16 at a time", [floor, read, ours], 12, async ([, , own]) => {
    const attempt = (await own?.launch())?.attempt;
    return (one) => one.get(`/payments/attempts/${attempt}`);
  });
  guard("status over an Express JSON route that reads the attempt's row", speed(ours, read), { atLeast: 0.9 });
  ambition("status over such a route that reads nothing", speed(ours, floor), { atLeast: 0.9 });
}

// V8's space for new objects grows by up to 128 MB when it likes: held, it does not hide what the attempts cost.
const steadyMemory = ["--expose-gc", "--max-semi-space-size=16", "--min-semi-space-size=16"];

const openAttempts = (bank: string): Promise<void> => {
  const work = async ([shop]: Shop[]): Promise<void> => {
    const held = async () => Number(await shop?.get("/memory")) / 2 ** 20;
    const launch = async (count: number) => {
      for (let i = 0; i < count; i += 50) await Promise.all(Array.from({ length: 50 }, async () => shop?.launch()));
    };
    // The first launches allocate what a server needs only once.
    await launch(1000);
    const before = await held();
    await launch(10_000);
    guard("10,000 open attempts, MB", (await held()) - before, { below: 50 });
  };
  return among(bank, ["ours, SQLite"], work, steadyMemory);
};

/** How often each comparison starts its shops: two processes of one program differ by some 5 %. */
const starts = 8;

/** The 99th percentile of the times, in milliseconds. */
function slowest({ rounds }: Measured): number {
  const times = rounds.flatMap((round) => round.times).toSorted((a, b) => a - b);
  return times[Math.floor(times.length * 0.99)] ?? Number.NaN;
}

/**
 * Many short rounds, because the speed of disk and machine varies. Each start ends before its first launches are 45 s
 * old: then their shop begins to query the bank.
 * @returns the shops' ratios: `speed`, the median of all rounds, and `tail`, of the 99th percentile, that of the starts
 */
async function compare<Label extends string>(
  bank: string,
  title: string,
  labels: readonly Label[],
  rounds: number,
  workOf: (shops: Shop[]) => Work | Promise<Work>,
) {
  const all: Measured[][] = [];
  for (let start = 0; start < starts; start++) {
    const rows = await among(bank, labels, async (shops) => {
      const work = await workOf(shops);
      const contenders = shops.map((shop): Contender => ({ label: shop.label, once: () => work(shop) }));
      return measure(contenders, { concurrency: 16, seconds: 0.25, rounds });
    });
    all.push(rows);
  }
  const of = (label: Label) => all.flatMap((rows) => rows.filter((row) => row.label === label));
  const pooled = (label: Label) => pooledOf(label, of(label));
  table(`${title} (CPU of the buyers)`, labels.map(pooled));
  return {
    speed: (ours: Label, theirs: Label) => timesAsFast(pooled(ours), pooled(theirs)),
    tail(ours: Label, theirs: Label) {
      const others = of(theirs).map(slowest);
      return median(of(ours).map((own, start) => slowest(own) / (others[start] ?? Number.NaN)));
    },
  };
}

function pooledOf(label: string, rows: readonly Measured[]): Measured {
  const rounds = rows.flatMap((row) => row.rounds);
  const perSecond = median(rounds.map((round) => round.perSecond));
  return { label, perSecond, cpuMs: median(rows.map((row) => row.cpuMs)), rounds };
}
