import { spawnSync } from "node:child_process";
import { Agent, request as nodeRequest } from "node:http";
import { createSession, openGateway } from "@ventanilla/client";
import axios from "axios";
import { Stripe } from "stripe";
import { Pool } from "undici";
import { startChild } from "./child.ts";
import { type Contender, measure, table, timesAsFast } from "./measure.ts";
import { request } from "./request.ts";
import { ambition, guard } from "./verdict.ts";

/** Creating a session: our client against bare undici and what people use otherwise (decision 12). */
export async function benchClient(): Promise<void> {
  const { url, child } = await startChild("upstream.ts");
  const body = JSON.stringify(request);
  const headers = { "content-type": "application/json", accept: "application/json" };
  const gateway = openGateway({ sessionApiUrl: url, gatewayUrl: url });
  const pool = new Pool(url, { connections: 64 });
  const agent = new Agent({ keepAlive: true });
  const { hostname, port } = new URL(url);
  const stripe = new Stripe("sk_test_x", { host: hostname, port: Number(port), protocol: "http", telemetry: false });

  const contenders: Contender[] = [
    {
      label: "undici, no validation (floor)",
      async once() {
        const answer = await pool.request({ method: "POST", path: "/sessions", headers, body });
        return JSON.parse(await answer.body.text());
      },
    },
    { label: "ours: validated both ways", once: () => createSession(gateway, request) },
    {
      label: "node:http with agent",
      once: () =>
        new Promise((resolve, reject) => {
          nodeRequest(`${url}/sessions`, { method: "POST", agent, headers }, (answer) => {
            let text = "";
            answer.setEncoding("utf8").on("data", (part: string) => {
              text += part;
            });
            answer.on("end", () => resolve(JSON.parse(text)));
          })
            .on("error", reject)
            .end(body);
        }),
    },
    {
      label: "stripe-node",
      once: () => stripe.checkout.sessions.create({ mode: "payment", success_url: "https://shop.example/a" }),
    },
    { label: "axios", once: () => axios.post(`${url}/sessions`, body, { headers }) },
    {
      label: "global fetch",
      once: async () => (await fetch(`${url}/sessions`, { method: "POST", headers, body })).json(),
    },
  ];
  for (const concurrency of [1, 16, 64]) {
    const rows = await measure(contenders, { concurrency });
    table(`Create a session, ${concurrency} at a time`, rows);
    const [floor, ours, , theirs] = rows;
    if (concurrency !== 16 || !floor || !ours || !theirs) continue;
    guard("createSession: CPU over bare undici at 16", ours.cpuMs / floor.cpuMs, { atMost: 1.4 });
    guard("createSession: throughput over stripe-node at 16", timesAsFast(ours, theirs), { atLeast: 3 });
  }

  const [ours, theirs] = [coldImport("@ventanilla/client"), coldImport("stripe")];
  console.log(`\nCold import: ours ${ours.toFixed(0)} ms, stripe-node ${theirs.toFixed(0)} ms`);
  ambition("cold import over stripe-node's", ours / theirs, { atMost: 1 });
  await gateway.close();
  await pool.close();
  agent.destroy();
  child.kill();
}

/** Milliseconds to import a package from its built files in a new process; the best of seven. */
function coldImport(name: string): number {
  const script = `const t = performance.now(); await import(${JSON.stringify(name)}); console.log(performance.now() - t)`;
  const run = () =>
    Number(
      spawnSync(process.execPath, ["--input-type=module", "--eval", script], {
        cwd: import.meta.dirname,
        encoding: "utf8",
      }).stdout,
    );
  return Math.min(...Array.from({ length: 7 }, run));
}
