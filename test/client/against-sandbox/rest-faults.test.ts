import assert from "node:assert/strict";
import { test } from "node:test";
import { OutcomeUnknownError } from "@ventanilla/client";
import { checkIn, checkOut, type RestResult, refund, sale, voidTransaction } from "@ventanilla/client/rest";
import { asked, newSale, openCounter, sold } from "./counter.ts";

const counter = await openCounter();
const { rest, sandbox } = counter;

/** What a sale gives when the fault acts once, and what a void, which may not be repeated, says then. */
const faults: Record<string, { sale: string; once: string; done: boolean }> = {
  "rest-timeout-before": { sale: "approved gw", once: "timeout", done: false },
  "rest-timeout-after": { sale: "approved icache", once: "timeout", done: true },
  "rest-reset-before": { sale: "approved gw", once: "network", done: false },
  "reset-after-charge": { sale: "approved icache", once: "network", done: true },
  "rest-500-before": { sale: "approved gw", once: "server_error", done: false },
  "rest-500-after": { sale: "approved icache", once: "server_error", done: true },
  "rest-html-200": { sale: "approved icache", once: "html", done: true },
  "rest-truncated": { sale: "approved icache", once: "bad_json", done: true },
  "missing-response-code": { sale: "review gw", once: "review gw", done: true },
  "icache-on-void": { sale: "approved gw", once: "review icache", done: false },
  "rest-09-then-approved": { sale: "approved icache", once: "pending gw", done: true },
};

test("every fault of REST is played here", () => {
  const known = sandbox.faults.list().filter(({ where }) => where === "rest");
  assert.deepEqual(known.map(({ id }) => id).toSorted(), Object.keys(faults).toSorted());
});

for (const [fault, expected] of Object.entries(faults)) {
  for (const operation of ["sale", "checkIn"] as const) {
    if (fault === "icache-on-void") continue;
    test(`a ${operation} through ${fault}: ${expected.sale}, charged once`, async () => {
      const before = done(operation);
      sandbox.faults.arm(fault);
      assert.equal(await told(operation === "sale" ? sale(rest, newSale()) : hold()), expected.sale);
      assert.ok(!sandbox.faults.list().some(({ armed }) => armed), "the fault did not act");
      assert.equal(done(operation), before + 1);
      sandbox.faults.disarm();
    });
  }

  for (const operation of ["void", "checkOut", "refund"] as const) {
    if (fault === "icache-on-void" && operation !== "void") continue;
    test(`a ${operation} through ${fault}: ${expected.once}, sent once and ${expected.done ? "done once" : "not done"}`, async () => {
      const ask = await prepared(operation);
      const [path, before] = [paths[operation], done(operation)];
      const sent = asked(counter, path);
      sandbox.faults.arm(fault);
      assert.equal(await told(ask()), expected.once);
      assert.equal(asked(counter, path), sent + 1);
      assert.equal(done(operation), before + (expected.done ? 1 : 0));
      sandbox.faults.disarm();
    });
  }
}

for (const [fault, code] of [
  ["rest-timeout-after", "timeout"],
  ["reset-after-charge", "network"],
  ["rest-500-after", "server_error"],
  ["rest-html-200", "html"],
  ["rest-truncated", "bad_json"],
  ["rest-09-then-approved", "in_progress"],
] as const) {
  test(`a sale through ${fault} that does not stop: no clear answer, and the same request charges nothing again`, async () => {
    const before = done("sale");
    sandbox.faults.arm(fault, { times: 1000 });
    const error = await sale(rest, newSale()).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    sandbox.faults.disarm();
    assert.ok(error instanceof OutcomeUnknownError, String(error));
    assert.equal(error.code, code);
    assert.equal(error.call.operation, "sale");
    if (error.call.operation !== "sale") return;
    assert.equal(await told(sale(rest, error.call.request)), "approved icache");
    assert.equal(done("sale"), before + 1);
  });
}

const paths = {
  void: "/api/payment/transactions/voids",
  checkOut: "/api/payment/transactions/checkouts",
  refund: "/api/payment/transactions/refund",
} as const;

/** Does what the operation refers to, and gives the operation itself. */
async function prepared(operation: keyof typeof paths): Promise<() => Promise<RestResult>> {
  if (operation === "checkOut") {
    const held = await hold();
    assert.equal(held.finality, "approved");
    return () =>
      checkOut(rest, {
        "idempotency-key": held["idempotency-key"] ?? "",
        txToken: held.txToken ?? "",
        amount: { minor: 295_000, currency: "DOP" },
        itbis: { minor: 0, currency: "DOP" },
        environment: "Ecommerce",
        "client-ip": "127.0.0.1",
        "reference-number": "R-1",
      });
  }
  const { pnRef, ...original } = await sold(counter);
  if (operation === "refund") return () => refund(rest, { ...original, txToken: pnRef });
  const { "idempotency-key": key, amount } = original;
  return () => voidTransaction(rest, { "idempotency-key": key, pnRef, amount });
}

function hold(): Promise<RestResult> {
  return checkIn(rest, { ...newSale(), tip: { minor: 0, currency: "DOP" } });
}

/** How many of an operation the sandbox has carried out. */
function done(operation: string): number {
  return sandbox.transactions().filter((one) => one.operation === operation && one.code === "00").length;
}

/** The client's answer in two words: finality and source, or the code of an OutcomeUnknownError. */
async function told(answer: Promise<RestResult>): Promise<string> {
  try {
    const { finality, "response-code-source": source } = await answer;
    return `${finality} ${source}`;
  } catch (error) {
    if (error instanceof OutcomeUnknownError) return error.code;
    throw error;
  }
}
