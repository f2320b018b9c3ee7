import { resolve as absolute } from "node:path";
import { pathToFileURL } from "node:url";
import { ArgumentError } from "@ventanilla/client";
import type { Payments } from "../payments.ts";
import type { Command } from "./command.ts";

/** A run that is started every 20 seconds ends before the next one begins. */
const defaultBudgetMs = 15_000;

/** `reconcile --once`: what a running router does all the time, once, with the shop's own configuration. */
export const reconcile: Command = {
  usage: "reconcile --once --config <file> [--budget <ms>]",
  about:
    "asks the bank about open attempts and delivers waiting events, once; --config is a module that exports the router. Default budget: 15000",
  options: {
    once: { type: "boolean" },
    config: { type: "string" },
    budget: { type: "string" },
  },
  async run({ values: { once, config, budget } }) {
    if (once !== true) throw new ArgumentError("--once is required: a running router already does this all the time");
    if (typeof config !== "string") {
      throw new ArgumentError("--config: expected a module whose default export is the router");
    }
    const budgetMs = typeof budget === "string" ? Number(budget) : defaultBudgetMs;
    if (!Number.isFinite(budgetMs) || budgetMs <= 0) throw new ArgumentError("--budget: expected milliseconds above 0");
    const payments = await loadRouter(config);
    try {
      const { attempts, events } = await payments.reconcileOnce({ budgetMs });
      return {
        ok: true,
        json: { attempts, events },
        text: `queried attempts: ${attempts}, delivered events: ${events}`,
      };
    } finally {
      await payments.close();
    }
  },
};

/** Returns the router that the module exports, or that the function which it exports returns. */
async function loadRouter(config: string): Promise<Payments> {
  const router = await defaultExport(config).catch((cause: unknown) => {
    // An error in the module is not an error of the command line.
    throw new Error(`--config ${config}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  });
  if (!isRouter(router)) {
    throw new ArgumentError("--config: expected a module whose default export is what ventanilla(…) returned");
  }
  return router;
}

async function defaultExport(config: string): Promise<unknown> {
  const exported = ((await import(pathToFileURL(absolute(config)).href)) as { default?: unknown }).default;
  // A router is a function too, and is not called.
  return typeof exported === "function" && !isRouter(exported) ? exported() : exported;
}

function isRouter(value: unknown): value is Payments {
  return typeof value === "function" && "reconcileOnce" in value && "close" in value;
}
