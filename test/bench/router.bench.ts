import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Pool } from "undici";
import { startChild } from "./child.ts";
import { bound, type Contender, type Measured, measure, table } from "./measure.ts";

const form = { "content-type": "application/x-www-form-urlencoded" };
let orders = 0;

/** A shop's server, and what a buyer asks of it. */
interface Shop {
  label: string;
  launch(): Promise<{ attempt: string; SESSION: string }>;
  /** Launch, return, result. */
  pay(): Promise<void>;
  get(path: string): Promise<string>;
  /** The longest that one in a hundred payments took, in milliseconds, since it was last asked. */
  slowest(): number;
  close(): void;
}

async function startShop(label: string, bank: string, folder: string): Promise<Shop> {
  const file = join(folder, `${label.replace(/\W+/g, "-")}.db`);
  const { url, child } = await startChild("router-server.ts", label, bank, file);
  const pool = new Pool(url, { connections: 16 });
  let times: number[] = [];

  async function launch(): Promise<{ attempt: string; SESSION: string }> {
    const attempt = crypto.randomUUID();
    const body = `order=O-${++orders}&attempt=${attempt}&lang=es`;
    const headers = { ...form, origin: url };
    const answer = await pool.request({ method: "POST", path: "/payments/attempts", headers, body });
    const SESSION = /name="SESSION" value="([^"]+)"/.exec(await answer.body.text())?.[1];
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

/** The router against the same by hand and against what people use otherwise (performance, section 3). */
export async function benchRouter(): Promise<void> {
  const bank = await startChild("bank.ts");
  const folder = mkdtempSync(join(tmpdir(), "ventanilla-bench-"));
  const shop = (label: string) => startShop(label, bank.url, folder);
  const open = await Promise.all(
    ["by hand", "by hand, as safe", "ours, memory", "stripe-node", "by hand, SQLite", "ours, SQLite"].map(shop),
  );
  const [hand, safe, memory, stripe, handSqlite, sqlite] = open as [Shop, Shop, Shop, Shop, Shop, Shop];
  try {
    const launches = [hand, safe, memory, stripe];
    const [floor, , ours, theirs] = await compare("Launch, 16 at a time (Express 5)", launches, (one) => one.launch());
    ratio("launch, memory store, over the same by hand without a store (at least 0.85)", ours, floor, 0.85);
    ratio("launch, memory store, over Express 5 with stripe-node (at least 1.6)", ours, theirs, 1.6);

    const [sqliteFloor, sqliteOurs] = await compare(
      "Launch, return, settle, deliver, 16 at a time",
      [handSqlite, sqlite],
      (one) => one.pay(),
    );
    ratio(
      "whole payment, SQLite, over the same by hand with the same writes (at least 0.85)",
      sqliteOurs,
      sqliteFloor,
      0.85,
    );
    const slower = sqlite.slowest() / handSqlite.slowest();
    bound("whole payment, p99 over the same by hand (at most 1.2)", slower, slower <= 1.2);

    const { attempt } = await sqlite.launch();
    const [bare, status] = await compare("Status, 16 at a time", [hand, sqlite], (one) =>
      one.get(`/payments/attempts/${attempt}`),
    );
    ratio("status over a bare Express JSON route (at least 0.9)", status, bare, 0.9);

    const before = Number(await sqlite.get("/memory"));
    for (let i = 0; i < 10_000; i += 50) await Promise.all(Array.from({ length: 50 }, () => sqlite.launch()));
    const megabytes = (Number(await sqlite.get("/memory")) - before) / 2 ** 20;
    bound("10,000 open attempts, MB (below 50)", megabytes, megabytes < 50);
  } finally {
    for (const one of open) one.close();
    bank.child.kill();
    rmSync(folder, { recursive: true });
  }
}

async function compare(title: string, shops: Shop[], work: (shop: Shop) => Promise<unknown>): Promise<Measured[]> {
  const contenders = shops.map((shop): Contender => ({ label: shop.label, once: () => work(shop) }));
  // Short rounds, many of them: neither the disk nor the machine is even.
  const rows = await measure(contenders, { concurrency: 16, seconds: 0.25, rounds: 31 });
  table(`${title} (CPU of the buyers)`, rows);
  return rows;
}

function ratio(text: string, ours: Measured | undefined, theirs: Measured | undefined, least: number): void {
  const value = (ours?.perSecond ?? 0) / (theirs?.perSecond ?? 0);
  bound(text, value, value >= least);
}
