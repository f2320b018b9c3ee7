import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startPostgres, type TestServer } from "../postgres.ts";
import { openPostgresCase, sqliteCases } from "./case-databases.ts";
import { type Flow, flows } from "./flows.ts";
import { type Lane, openLane } from "./kills.ts";
import { shopProgram } from "./shop-child.ts";

const lanesAtOnce = 2;
const cases = sqliteCases();
const program = shopProgram();
let server: TestServer;

before(async () => {
  server = await startPostgres();
});
after(async () => {
  await server.stop();
  cases.close();
  program.remove();
});

/** Kills each flow once at each of its points; answers how often at which. */
async function killEverywhere(
  chosen: readonly Flow[],
  open: () => Promise<Lane>,
): Promise<Record<string, Record<string, number>>> {
  const lanes = await Promise.all(Array.from({ length: lanesAtOnce }, open));
  const table: Record<string, Record<string, number>> = {};
  try {
    const [first] = lanes as [Lane];
    const work: { flow: Flow; point: number }[] = [];
    const launches = new Map<Flow["hook"], string[]>();
    for (const flow of chosen) {
      const { points, launch } = await first.measure(flow);
      // Who has not paid yet is the same buyer in all flows with the same hook: killed there in the first of them.
      const played = launches.get(flow.hook);
      if (played !== undefined)
        assert.deepEqual(points.slice(0, launch), played, `${flow.title}: until the buyer pays`);
      launches.set(flow.hook, points.slice(0, launch));
      work.push(...points.map((_, point) => ({ flow, point })).slice(played === undefined ? 0 : launch));
    }
    await Promise.all(
      lanes.map(async (lane) => {
        for (let next = work.shift(); next; next = work.shift()) {
          const { flow, point } = next;
          const diedAt = await lane.kill(flow, point).catch((error: unknown) => {
            throw new Error(`${flow.title}, killed at point ${point}`, { cause: error });
          });
          const row = table[diedAt] ?? {};
          table[diedAt] = { ...row, [flow.title]: (row[flow.title] ?? 0) + 1 };
        }
      }),
    );
  } finally {
    await Promise.all(lanes.map((lane) => lane.close()));
  }
  return table;
}

function show(chosen: readonly Flow[], table: Record<string, Record<string, number>>): string[] {
  const titles = chosen.map(({ title }) => title);
  const rows = Object.entries(table).map(
    ([point, kills]) =>
      `${point.padEnd(22)} ${titles.map((title) => String(kills[title] ?? "·").padStart(title.length)).join(" | ")}`,
  );
  return [`${"killed after".padEnd(22)} ${titles.join(" | ")}`, ...rows];
}

test("SQLite: killed after every call of store, bank and hook in six flows, the next process delivers what was paid", async (t) => {
  const table = await killEverywhere(flows, () => openLane(program, cases.folder, cases.open));
  for (const line of show(flows, table)) t.diagnostic(line);
});

test("Postgres: the same in the flow whose hook writes in the delivery's transaction: it does so once", async (t) => {
  const chosen = flows.filter(({ hook }) => hook === "transaction");
  const table = await killEverywhere(chosen, () => openLane(program, cases.folder, () => openPostgresCase(server)));
  for (const line of show(chosen, table)) t.diagnostic(line);
});
