import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { chromium, type Page } from "@playwright/test";
import { build } from "vite";
import { find } from "../../tools/browsers.mjs";
import { median } from "./measure.ts";
import { ambition } from "./verdict.ts";

const rounds = 42;

/**
 * The minimal element in one file, bundled and minified as ours is. The caller adds the hint to the engine that ours
 * has.
 */
async function bundleMinimal(): Promise<string> {
  // Else Vite sets "production", where the next bench's `sqliteStore(":memory:")` refuses to run.
  process.env.NODE_ENV ??= "test";
  const built = await build({
    configFile: false,
    logLevel: "error",
    resolve: { conditions: ["browser", "module", "import", "default"] },
    build: {
      write: false,
      target: "es2022",
      lib: { entry: fileURLToPath(new URL("least-element.js", import.meta.url)), formats: ["es"] },
      rolldownOptions: { output: { minify: true } },
    },
  });
  const [output] = Array.isArray(built) ? built : [];
  const chunk = output?.output.find(({ type }) => type === "chunk");
  if (chunk?.type !== "chunk") throw new Error("the minimal element was not bundled");
  return chunk.code;
}

/** Milliseconds from the start of the import to the first layout of the rendered tag, in a page of its own. */
async function firstRender(page: Page, address: string, file: string): Promise<number> {
  await page.goto(address);
  return page.evaluate(async (code) => {
    // A new address each time, so that no compiled code is cached from the last round.
    const module = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
    const start = performance.now();
    await import(module);
    const tag = document.querySelector("ventanilla-pay") as HTMLElement & { updateComplete: Promise<unknown> };
    await tag.updateComplete;
    if (tag.getBoundingClientRect().height === 0) throw new Error("nothing was rendered");
    return performance.now() - start;
  }, file);
}

/**
 * The element's evaluation and first render on a CPU slowed down four times: against a minimal Lit element's, and against
 * its own without the compile hint (decision 11).
 */
export async function benchElement(): Promise<void> {
  const ours = readFileSync(new URL("../../packages/element/dist/ventanilla-pay.min.js", import.meta.url), "utf8");
  const hint = ours.startsWith("//#") ? ours.slice(0, ours.indexOf("\n") + 1) : "";
  const files = { ours, withoutHint: ours.slice(hint.length), minimal: hint + (await bundleMinimal()) };
  const server = createServer((_request, response) => {
    response.setHeader("content-type", "text/html");
    response.end("<!doctype html><title>bench</title><ventanilla-pay order=A-1></ventanilla-pay>");
  }).listen(0, "127.0.0.1");
  const executablePath = find("chromium");
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    chromiumSandbox: process.getuid?.() !== 0,
  });
  const page = await browser.newPage();
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const names = ["minimal", "ours", "withoutHint"] as const;
  const taken = { minimal: [] as number[], ours: [] as number[], withoutHint: [] as number[] };
  for (let i = -3; i < rounds; i++) {
    // Each goes first and last as often as the others.
    const first = (i + 3) % names.length;
    for (const name of [...names.slice(first), ...names.slice(0, first)]) {
      const milliseconds = await firstRender(page, address, files[name]);
      // The first rounds warm the browser up.
      if (i >= 0) taken[name].push(milliseconds);
    }
  }
  await browser.close();
  server.close();
  const [own, bare, least] = [median(taken.ours), median(taken.withoutHint), median(taken.minimal)];
  const times = `ours ${own.toFixed(1)} ms, without the compile hint ${bare.toFixed(1)} ms`;
  console.log(`\nFirst render, CPU slowed 4x: ${times}, a minimal Lit element with it ${least.toFixed(1)} ms`);
  ambition("element: first render over a minimal Lit element's", own / least, { atMost: 1.5 });
  ambition("element: first render over the same without the compile hint", own / bare, { atMost: 1 });
}
