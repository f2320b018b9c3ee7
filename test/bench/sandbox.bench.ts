import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { Pool } from "undici";
import { startChild } from "./child.ts";
import { measure, median } from "./measure.ts";
import { request } from "./request.ts";
import { guard } from "./verdict.ts";

const held = 100_000;

/** The sandbox in a process of its own: start, session creation, and what holding many sessions costs. */
export async function benchSandbox(): Promise<void> {
  const times: number[] = [];
  for (let i = 0; i < 5; i++) {
    const one = await startSandbox();
    times.push(one.ms);
    await one.close();
  }
  guard("sandbox: start to first answer, ms, the middle of 5", median(times), { atMost: 500 });

  const { child, create, close } = await startSandbox();
  const used = () => cpuSeconds(child.pid ?? 0);
  const perCore = async (count: number) => {
    const before = used();
    const each = Math.ceil(count / 32);
    await Promise.all(
      Array.from({ length: 32 }, async () => {
        for (let i = 0; i < each; i++) await create();
      }),
    );
    return (each * 32) / (used() - before);
  };
  await perCore(5_000);
  const empty = await perCore(10_000);
  await perCore(held - 35_000);
  const full = await perCore(20_000);
  const megabytes = memoryOf(child.pid ?? 0);
  const [row] = await measure([{ label: "create", once: create }], { concurrency: 32, rounds: 3 });
  console.log(
    `\nSandbox: ${Math.round(empty)} sessions per CPU second with few held, ${Math.round(full)} with ${held}; ` +
      `${Math.round(row?.perSecond ?? 0)}/s on this machine, its clients included; ${Math.round(megabytes)} MB`,
  );
  guard("sandbox: sessions per CPU second", full, { atLeast: 3000 });
  guard(`sandbox: the same with ${held} held over with few`, full / empty, { atLeast: 0.8 });
  guard(`sandbox: MB with ${held} sessions held`, megabytes, { below: 300 });
  await close();
}

/** A sandbox that has answered once; `ms` is how long that took from the start of the process. */
async function startSandbox(): Promise<{
  child: ChildProcess;
  create: () => Promise<void>;
  close: () => Promise<void>;
  ms: number;
}> {
  const start = performance.now();
  const { url, child } = await startChild("../../packages/sandbox/bin/ventanilla-sandbox.js", ["--port", "0"]);
  const pool = new Pool(url, { connections: 32 });
  const headers = { "content-type": "application/json" };
  let created = 0;
  const create = async () => {
    // As a shop's are: each of an order of its own.
    const number = 100_000 + (created++ % 900_000);
    const returns = { ReturnUrl: `${request.ReturnUrl}/${number}`, CancelUrl: `${request.CancelUrl}/${number}` };
    const body = JSON.stringify({ ...request, ...returns, OrdenId: `A-${number}`, TransactionId: String(number) });
    const answer = await pool.request({ method: "POST", path: "/sessions", headers, body });
    await answer.body.dump();
    if (answer.statusCode !== 200) throw new Error(`the sandbox answered ${answer.statusCode}`);
  };
  await create();
  const ms = performance.now() - start;
  const close = async () => {
    await pool.close();
    child.kill();
    await once(child, "exit");
  };
  return { child, create, close, ms };
}

/** User and system time of a process, in seconds, as Linux counts it. */
function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").replace(/.*\) /s, "").split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function memoryOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
}
