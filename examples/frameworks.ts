import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { request } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import type { RequestHandler } from "express";

type Step = "build" | "start";

/** What `npm run build` and `npm start` run in the examples that are servers of their own, with their own dependencies. */
const frameworks: Record<string, Record<Step, string[]>> = {
  next: { build: ["node_modules/next/dist/bin/next", "build"], start: ["node_modules/next/dist/bin/next", "start"] },
  nuxt: { build: ["node_modules/nuxt/bin/nuxt.mjs", "build"], start: [".output/server/index.mjs"] },
};

/** Whether an example is a server of its own. */
export const isFramework = (name: string): boolean => Object.hasOwn(frameworks, name);

/**
 * Builds such an example and starts its server beside this one; the handler passes requests on, as nginx does in front
 * of both. The example's dependencies are installed: `npm ci --prefix examples/next`.
 */
export async function openFramework(name: string): Promise<{ handler: RequestHandler; stop(): void }> {
  const [code] = await once(run(name, "build"), "exit");
  if (code !== 0) throw new Error(`the example ${name} was not built: exit code ${code}`);
  const port = await freePort();
  const server = run(name, "start", { HOST: "127.0.0.1", PORT: String(port) });
  await new Promise<void>((resolve, reject) => {
    server.stdout?.on("data", (words) => /Ready|Listening/.test(String(words)) && resolve());
    server.once("exit", () => reject(new Error(`the example ${name} did not start`)));
  });
  return { handler: passOnTo(port), stop: () => void server.kill() };
}

function run(name: string, step: Step, env: Record<string, string> = {}): ChildProcess {
  const child = spawn(process.execPath, frameworks[name]?.[step] ?? [], {
    cwd: join(import.meta.dirname, name),
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...process.env,
      NODE_ENV: "production",
      NEXT_TELEMETRY_DISABLED: "1",
      NUXT_TELEMETRY_DISABLED: "1",
      ...env,
    },
  });
  child.stdout.resume();
  return child;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  return port;
}

function passOnTo(port: number): RequestHandler {
  return ({ method, originalUrl: path, headers }, response, next) => {
    request({ host: "127.0.0.1", port, method, path, headers })
      .once("response", (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      })
      .once("error", next)
      .end();
  };
}
