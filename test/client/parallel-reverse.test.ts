import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { test } from "node:test";
import {
  OutcomeUnknownError,
  type Rest,
  type Reversal,
  refund,
  reverse,
  voidTransaction,
} from "@ventanilla/client/rest";
import { restPaths } from "@ventanilla/client/wire";
import { answer, type Play, playRest } from "./played-gateway.ts";
import { refusalOf, sample } from "./sample.ts";
import { minimalRest, original } from "./valid-rest-request.ts";

const approved = sample("rest-refund-approved.json");
const closed = refusalOf(approved, "77", "Captura de Lote Invalida");
// A second before the batch closes.
const now = () => Date.UTC(2026, 10, 20, 22, 59, 59);

/** A promise that is resolved from outside. */
function deferred<T>() {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

/** Holds the first void until `release` answers it; the others are `voids`, and refunds are approved. */
function holding(voids: Play) {
  const { promise: arrived, resolve: arrive } = deferred<ServerResponse>();
  let held: ServerResponse | undefined;
  const play: Play = (response, n, heard, clock) => {
    if (heard.url === restPaths.refund) answer(response, 200, approved);
    else if (held !== undefined) voids(response, n, heard, clock);
    else {
      held = response;
      arrive(response);
    }
  };
  return { play, arrived };
}

/** Not refunded, and never told that nothing was given back. */
async function leftOpen(made: Promise<Reversal>): Promise<void> {
  try {
    const { method, result } = await made;
    assert.deepEqual([method, result.finality], ["void", "review"]);
  } catch (error) {
    assert.ok(error instanceof OutcomeUnknownError && error.code === "unresolved", String(error));
  }
}

const taken = (heard: readonly { url: string | undefined }[], path: string) =>
  heard.filter(({ url }) => url === path).length;

for (const [how, voids, other, refunds] of [
  ["was approved", (response) => answer(response, 200, approved), (rest: Rest) => reverse(rest, original), 0],
  ["had no clear answer", (response) => response.destroy(), (rest: Rest) => reverse(rest, original), 0],
  [
    "was approved",
    (response) => answer(response, 200, approved),
    (rest: Rest) => voidTransaction(rest, minimalRest.void),
    0,
  ],
  ["was refunded", () => assert.fail("a second void"), (rest: Rest) => refund(rest, minimalRest.refund), 1],
] as const satisfies readonly (readonly [string, Play, (rest: Rest) => Promise<unknown>, number])[]) {
  test(`a void refused for its batch is followed by no refund when meanwhile the sale ${how} by another call`, async () => {
    const { play, arrived } = holding(voids);
    await using played = await playRest(play, { now });
    const first = reverse(played.rest, original);
    const refused = leftOpen(first);
    const response = await arrived;
    await other(played.rest).catch((error: unknown) => assert.ok(error instanceof OutcomeUnknownError));
    answer(response, 200, closed);
    await refused;
    assert.equal(taken(played.heard, restPaths.refund), refunds);
  });
}

test("a void of another call that is still under way holds the refund up as well", async () => {
  const waiting: ServerResponse[] = [];
  const { promise: both, resolve } = deferred<void>();
  await using played = await playRest(
    (response) => {
      if (waiting.push(response) === 2) resolve();
    },
    { now },
  );
  const [first, second] = [reverse(played.rest, original), reverse(played.rest, original)];
  const unresolved = leftOpen(first);
  await both;
  const [a, b] = waiting;
  assert.ok(a && b);
  answer(a, 200, closed);
  await unresolved;
  answer(b, 200, approved);
  assert.equal((await second).method, "void");
  assert.equal(taken(played.heard, restPaths.refund), 0);
});

test("what another call does while the refund waits for its bearer token is asked as well", async () => {
  const token = deferred<string>();
  const asked = deferred<void>();
  const bearerToken = () => {
    asked.resolve();
    return token.promise;
  };
  await using played = await playRest((response, n) => answer(response, 200, n === 0 ? closed : approved), {
    now,
    bearerToken,
  });
  const refused = assert.rejects(reverse(played.rest, original), { code: "unresolved" });
  await asked.promise;
  assert.equal((await reverse(played.rest, original)).method, "void");
  token.resolve("b");
  await refused;
  assert.deepEqual(
    played.heard.map(({ url }) => url),
    [restPaths.void, restPaths.void],
  );
});

test("a sale whose refund had no clear answer is sent no void, neither before nor after the close", async () => {
  await using played = await playRest((response) => response.destroy(), { now });
  await assert.rejects(refund(played.rest, minimalRest.refund), { operation: "refund", code: "network" });
  await assert.rejects(reverse(played.rest, original), { operation: "refund", code: "unresolved" });
  assert.equal(played.heard.length, 1);
});
