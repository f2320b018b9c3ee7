import assert from "node:assert/strict";
import { test } from "node:test";
import { OutcomeUnknownError, sessionResult } from "@ventanilla/client";
import { voidTransaction } from "@ventanilla/client/rest";
import { channelOf } from "../../packages/client/src/gateway.ts";
import { settingsOf } from "../../packages/client/src/rest/open-rest.ts";
import { answer, playGateway, playRest } from "./played-gateway.ts";
import { minimalRest } from "./valid-rest-request.ts";

const broken = () => {
  throw new TypeError("pool.dispatch is not a function");
};

/** What a fault of a program is reported as. */
function isFault(error: unknown): boolean {
  assert.ok(error instanceof OutcomeUnknownError);
  assert.equal(error.code, "fault");
  assert.match(
    error.message,
    /: this program failed, not the connection \(TypeError: pool\.dispatch is not a function\)/,
  );
  assert.doesNotMatch(error.message, /the connection to|network/);
  assert.equal(error.sent, false);
  assert.equal((error.cause as Error).name, "TypeError");
  return true;
}

test("a TypeError of a program is none of the connection: it is named, and not tried again", async () => {
  await using hosted = await playGateway((response) => answer(response, 200, "{}"));
  const { pool } = channelOf(hosted.gateway);
  let tries = 0;
  Object.assign(pool, {
    dispatch() {
      tries++;
      broken();
    },
  });
  await assert.rejects(sessionResult(hosted.gateway, { SESSION: "s", "session-key": "k" }), isFault);
  assert.equal(tries, 1);

  await using rest = await playRest((response) => answer(response, 200, "{}"));
  Object.assign(settingsOf(rest.rest).channel.singleUsePool, { dispatch: broken });
  await assert.rejects(voidTransaction(rest.rest, minimalRest.void), isFault);
  assert.deepEqual([hosted.heard.length, rest.heard.length], [0, 0]);
});
