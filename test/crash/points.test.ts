import assert from "node:assert/strict";
import { after, type TestContext, test } from "node:test";
import { hasMariaDb, startMariaDb } from "../mariadb.ts";
import { some } from "../part.ts";
import { startPostgres } from "../postgres.ts";
import { mariaDbCases, postgresCases, sqliteCases } from "./case-databases.ts";
import { chosenPoints, ofAll } from "./chosen.ts";
import { type Flow, flows } from "./flows.ts";
import { type CaseDatabase, type Lane, openLane } from "./kills.ts";
import { shopProgram } from "./shop-child.ts";

const lanesAtOnce = 2;
const cases = sqliteCases();
const program = await shopProgram();

after(() => {
  cases.close();
  program.remove();
});

/** How often each flow was killed at which point, by the point's name; and how many points there are. */
interface Kills {
  table: Record<string, Record<string, number>>;
  points: number;
}

/** Kills each flow once at each of its points that this run plays. */
async function killFlows(chosen: readonly Flow[], open: () => Promise<Lane>): Promise<Kills> {
  const lanes = await Promise.all(Array.from({ length: lanesAtOnce }, open));
  const kills: Kills = { table: {}, points: 0 };
  try {
    const [first] = lanes as [Lane];
    const work: { flow: Flow; point: number }[] = [];
    const launches = new Map<Flow["hook"], string[]>();
    for (const flow of chosen) {
      const { points, launch } = await first.measure(flow);
      // Until the buyer pays, all flows with the same hook are the same: killed there in the first of them.
      const played = launches.get(flow.hook);
      if (played !== undefined)
        assert.deepEqual(points.slice(0, launch), played, `${flow.title}: until the buyer pays`);
      launches.set(flow.hook, points.slice(0, launch));
      const from = played === undefined ? 0 : launch;
      work.push(...chosenPoints(points, from).map((point) => ({ flow, point })));
      kills.points += points.length - from;
    }
    await Promise.all(
      lanes.map(async (lane) => {
        for (let next = work.shift(); next; next = work.shift()) {
          const { flow, point } = next;
          const diedAt = await lane.kill(flow, point).catch((error: unknown) => {
            throw new Error(`${flow.title}, killed at point ${point}`, { cause: error });
          });
          const row = kills.table[diedAt] ?? {};
          kills.table[diedAt] = { ...row, [flow.title]: (row[flow.title] ?? 0) + 1 };
        }
      }),
    );
  } finally {
    await Promise.all(lanes.map((lane) => lane.close()));
  }
  return kills;
}

function show(chosen: readonly Flow[], { table, points }: Kills): string[] {
  const titles = chosen.map(({ title }) => title);
  const rows = Object.entries(table).map(
    ([point, kills]) =>
      `${point.padEnd(22)} ${titles.map((title) => String(kills[title] ?? "·").padStart(title.length)).join(" | ")}`,
  );
  const played = Object.values(table).flatMap((kills) => Object.values(kills));
  const sum = played.reduce((total, kills) => total + kills, 0);
  return [ofAll(sum, points), `${"killed after".padEnd(22)} ${titles.join(" | ")}`, ...rows];
}

test("SQLite: killed after calls of store, bank and hook in six flows, the next process delivers what was paid", async (t) => {
  const kills = await killFlows(flows, () => openLane(program, cases.folder, cases.open));
  for (const line of show(flows, kills)) t.diagnostic(line);
});

/**
 * Kills the flow whose hook writes in the delivery's transaction, also between the statements of each transaction.
 * @param databases opens the cases of a lane
 */
async function killInTransactions(t: TestContext, databases: () => () => Promise<CaseDatabase>): Promise<void> {
  const chosen = flows.filter(({ hook }) => hook === "transaction");
  const kills = await killFlows(chosen, () => openLane(program, cases.folder, databases()));
  for (const line of show(chosen, kills)) t.diagnostic(line);
}

const engines: Record<string, (t: TestContext) => Promise<void>> = {
  async Postgres(t) {
    const server = await startPostgres();
    t.after(() => server.stop());
    await killInTransactions(t, () => postgresCases(server));
  },
  async MariaDB(t) {
    const server = await startMariaDb();
    t.after(() => server.stop());
    await killInTransactions(t, () => mariaDbCases(server));
  },
};

const names = Object.keys(engines);
for (const name of hasMariaDb ? some("crash", names) : names) {
  const skip = name === "MariaDB" && !hasMariaDb && "MariaDB is not installed here";
  const title = `${name}: the same, also after each statement, where the hook writes in the delivery's transaction: it does so once`;
  test(title, { skip }, (t) => engines[name]?.(t));
}
