import assert from "node:assert/strict";
import { test } from "node:test";
import {
  confirm,
  createSession,
  GatewayError,
  OutcomeUnknownError,
  openGateway,
  preauthorize,
  type Session,
  sessionResult,
  submitSession,
} from "@ventanilla/client";
import { idempotencyKey } from "@ventanilla/client/rest";
import { argumentError } from "./argument-error.ts";
import { moveGateway } from "./moved-clock.ts";
import { answer, playGateway, playRest, serve } from "./played-gateway.ts";
import { merchant, minimalRequests, payment } from "./valid-request.ts";

const session: Session = { SESSION: "sess-1", "session-key": "0f".repeat(32) };

test("it posts SESSION to the page, and returns whatever page comes", async () => {
  await using played = await playGateway((response) => answer(response, 303, "", { location: "/auth?s=1" }));
  assert.equal(await submitSession(played.gateway, session), undefined);
  assert.deepEqual(
    played.heard.map(({ method, url, body }) => [method, url, body]),
    [["POST", "/page/authorize", "SESSION=sess-1"]],
  );
});

test("a page that wants the form at another address has not taken it", async () => {
  for (const status of [307, 308]) {
    await using played = await playGateway((response) => answer(response, status, "moved", { location: "/elsewhere" }));
    await assert.rejects(submitSession(played.gateway, session), (error) => {
      assert.ok(error instanceof GatewayError);
      return error.status === status;
    });
    assert.equal(played.heard.length, 1);
  }
});

test("anything that is not a session, a misspelled option or a deadline in seconds is an ArgumentError, and nothing is sent", async () => {
  await using played = await playGateway((response) => answer(response, 200, ""));
  const wrong: [() => Promise<unknown>, RegExp][] = [
    [() => submitSession(played.gateway, {} as Session), /^session\.SESSION: /],
    [() => submitSession(played.gateway, { SESSION: "sess-1" } as Session), /^session\.session-key: /],
    [() => submitSession(played.gateway, { ...session, SESSION: ".." }), /^session\.SESSION: /],
    [() => submitSession(played.gateway, session, { deadline: -5 }), /^options\.deadline: expected milliseconds/],
    [() => submitSession(played.gateway, session, { deadline: 30 }), /^options\.deadline: expected milliseconds/],
    [
      () => submitSession(played.gateway, session, { dedline: 5000 } as object),
      /^options\.dedline: unknown field, did you mean deadline\?/,
    ],
  ];
  for (const [call, message] of wrong) await assert.rejects(call, { ...argumentError, message });
  assert.equal(played.heard.length, 0);
});

test("a bank that is down says what was called and that nothing was sent", async () => {
  const served = await serve(() => undefined);
  await served.down();
  const gateway = openGateway({ sessionApiUrl: served.url, gatewayUrl: served.url });
  moveGateway(gateway, served.clock);
  await assert.rejects(submitSession(gateway, session), (error: unknown) => {
    assert.ok(error instanceof OutcomeUnknownError);
    assert.deepEqual([error.operation, error.call.operation, error.sent], ["submitSession", "submitSession", false]);
    assert.match(
      error.message,
      /^submitSession had no clear answer: .+ Nothing was sent by this call: make it again\.$/,
    );
    return true;
  });
  await gateway.close();
});

test("an abort says to ask for the result, and a refusal of the page shows no key", async () => {
  const given = new AbortController();
  await using silent = await playGateway(() => given.abort());
  await assert.rejects(submitSession(silent.gateway, session, { signal: given.signal }), (error: unknown) => {
    assert.ok(error instanceof OutcomeUnknownError && error.operation === "submitSession");
    assert.deepEqual([error.code, error.sent], ["aborted", true]);
    assert.match(error.guidance, /^Ask sessionResult with error\.call\.session/);
    return true;
  });
  await using refusing = await playGateway((response) => answer(response, 400, `no ${session["session-key"]}`));
  await assert.rejects(submitSession(refusing.gateway, session), (error: unknown) => {
    assert.ok(error instanceof GatewayError);
    assert.equal(error.body, "no [hidden]");
    return true;
  });
});

test("every call refuses an option that it does not have", async () => {
  await using played = await playGateway((response) => answer(response, 500, ""));
  await using rest = await playRest((response) => answer(response, 200, "ikey:1"));
  const { gateway } = played;
  const wrong = { signl: new AbortController().signal } as object;
  const calls: [string, () => Promise<unknown>][] = [
    ["createSession", () => createSession(gateway, minimalRequests["0200"], wrong)],
    ["preauthorize", () => preauthorize(gateway, merchant, payment, wrong)],
    ["sessionResult", () => sessionResult(gateway, session, wrong)],
    ["confirm", () => confirm(gateway, merchant, {} as never, wrong)],
    ["idempotencyKey", () => idempotencyKey(rest.rest, wrong)],
  ];
  for (const [name, call] of calls) {
    await assert.rejects(
      call,
      {
        ...argumentError,
        message: "options.signl: unknown field, did you mean signal?",
      },
      name,
    );
  }
  // What a key's creation can't mean anything by.
  await assert.rejects(idempotencyKey(rest.rest, { mayHaveBeenSent: true } as object), /options\.mayHaveBeenSent/);
  assert.deepEqual([played.heard.length, rest.heard.length], [0, 0]);
});
