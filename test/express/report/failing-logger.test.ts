import assert from "node:assert/strict";
import { test } from "node:test";
import { runInNewContext } from "node:vm";
import type { Logger } from "@ventanilla/express";
import { warningsOf } from "../../loggers.ts";
import { cards, comeBack, openShop, pay, payAtBank, sessionIn } from "../../shop.ts";

/** A logger that works only as long as its methods are called on it. */
class OwnLogger {
  readonly #lines: string[] = [];
  info(_fields: object, message: string) {
    this.#lines.push(message);
  }
  warn(_fields: object, message: string) {
    this.#lines.push(message);
  }
  error(_fields: object, message: string) {
    this.#lines.push(message);
  }
  get lines() {
    return this.#lines;
  }
}

/** Pays A-1 with a logger, with a hook that fails, and B-2 for review; gives the process's warnings of the logger. */
async function payWith(logger: Logger): Promise<string[]> {
  const warnings = await warningsOf(async () => {
    const shop = await openShop({
      logger,
      onPaid: () => {
        throw new Error("the warehouse is closed");
      },
    });
    const attempt = crypto.randomUUID();
    const SESSION = await sessionIn(await shop.launch("A-1", { attempt }));
    assert.equal((await comeBack(await payAtBank(shop, SESSION, cards.approved))).status, 303);
    assert.equal((await shop.status(attempt)).body.outcome, "approved");
    await pay(shop, "B-2", cards.partial);
    assert.deepEqual(shop.errors, []);
  });
  return warnings.filter(({ code }) => code === "VENTANILLA_LOGGER").map(({ message }) => message);
}

test("a logger's methods are called on the logger", async () => {
  const logger = new OwnLogger();
  const warnings = await payWith(logger);
  assert.deepEqual(warnings, []);
  assert.ok(logger.lines.includes("attempt moved"));
});

test("a logger that throws or rejects, as one of unbound methods does, fails no payment and is told of once", async () => {
  const { info, warn, error } = new OwnLogger();
  const rejects = () => Promise.reject(new Error("the collector is away"));
  const rejectsOddly = () => Promise.reject(Object.create(null));
  const rejectsElsewhere = (): unknown => runInNewContext('Promise.reject(new Error("far away"))');
  const throws = () => {
    throw "no error at all";
  };
  for (const [logger, reason] of [
    [{ info, warn, error }, /TypeError: .*private/],
    [{ info: rejects, warn: rejects, error: rejects }, /Error: the collector is away/],
    [{ info: rejectsElsewhere, warn: rejectsElsewhere, error: rejectsElsewhere }, /Error: far away/],
    [{ info: rejectsOddly, warn: rejectsOddly, error: rejectsOddly }, /an error that has no text/],
    [{ info: throws, warn: throws, error: throws }, /no error at all/],
  ] as const) {
    const warnings = await payWith(logger);
    assert.equal(warnings.length, 1);
    assert.match(warnings[0] ?? "", reason);
  }
});
