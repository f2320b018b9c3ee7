import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** Builds the example pages and serves them in a process of their own. Fails when it ends before it is ready. */
export async function serveExamples(): Promise<{ origin: string; stop(): Promise<void> }> {
  const script = fileURLToPath(new URL("../../examples/serve.ts", import.meta.url));
  const named = process.env.EXAMPLES?.split(",") ?? [];
  const server = spawn(process.execPath, ["--conditions=@ventanilla/source", script, ...named], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, PORT: "0" },
  });
  const ended = once(server, "exit");
  const origin = await new Promise<string>((resolve, reject) => {
    let told = "";
    server.stdout.on("data", (part) => {
      told += String(part);
      const [, address] = /Ready: (http:\/\/localhost:\d+)/.exec(told) ?? [];
      if (address) resolve(address);
    });
    void ended.then(() => reject(new Error(`the examples are not served: ${told}`)));
  });
  return {
    origin,
    async stop() {
      server.kill();
      await ended;
    },
  };
}
