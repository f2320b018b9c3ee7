import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { OutcomeUnknownError, responseCode, type Session, sessionResult } from "@ventanilla/client";
import { argumentError } from "./argument-error.ts";
import { answer, playGateway, silence } from "./played-gateway.ts";
import { liveApproval, sample } from "./sample.ts";

const session: Session = { SESSION: "sess-3f9a", "session-key": "9b1f04c7" };

/** Asks a gateway that always gives one answer. */
async function asked(status: number, body: string, headers: Record<string, string> = {}) {
  await using played = await playGateway((response) => answer(response, status, body, headers));
  return { result: await sessionResult(played.gateway, session).catch((error: unknown) => error), heard: played.heard };
}

test("a finished session gives its result, under the names of the contract", async () => {
  const { result, heard } = await asked(200, sample("result-live-approved.json"));
  assert.deepEqual(result, {
    status: "finished",
    result: liveApproval,
  });
  assert.deepEqual([heard[0]?.method, heard[0]?.url], ["GET", "/api/sessions/sess-3f9a?sk=9b1f04c7"]);
});

const clear: [string, number, string, string][] = [
  ["a session that is not finished is pending", 404, sample("query-pending.json"), "pending"],
  ["a wrong key is told apart", 400, sample("query-wrong-key.json"), "wrong-key"],
  ["a session that is gone is not found: plain text", 404, sample("query-not-found.txt"), "not-found"],
  ["a session that is gone is not found: JSON", 404, sample("query-not-found.json"), "not-found"],
  ["a session that is gone is not found: other letters", 404, ' "SESSION NOT FOUND." ', "not-found"],
];
for (const [title, status, body, expected] of clear) {
  test(title, async () => {
    const { result, heard } = await asked(status, body);
    assert.deepEqual(result, { status: expected });
    assert.equal(heard.length, 1);
  });
}

test("codes of one digit, in small letters or between spaces are read, and none of them approves", async () => {
  for (const [said, read] of [
    ["5", "5"],
    [7, "7"],
    ["n7", "N7"],
    ["tf", "TF"],
    [" 05 ", "05"],
  ]) {
    const { result } = await asked(200, JSON.stringify({ ResponseCode: said, TransactionId: "000042" }));
    assert.equal((result as { result: { ResponseCode: string } }).result.ResponseCode, read);
    assert.notEqual(responseCode(String(read)).finality, "approved");
  }
});

const unclear: [string, number, string, string, number][] = [
  ["404 of another text", 404, '{"message":"no Route matched"}', "unexpected_status", 1],
  ["404 without a body", 404, "", "unexpected_status", 1],
  ["404 with a page that says not found", 404, "<h1>Session not found</h1>", "html", 4],
  ["rspdata_not_found under another status", 400, sample("query-pending.json"), "unexpected_status", 1],
  ["Session not found under another status", 400, sample("query-not-found.json"), "unexpected_status", 1],
  ["invalid_sk under another status", 404, sample("query-wrong-key.json"), "unexpected_status", 1],
  ["a message that is not a text", 404, '{"message":["rspdata_not_found"]}', "unexpected_status", 1],
  ["a message in the prototype", 404, '{"__proto__":{"message":"rspdata_not_found"}}', "unexpected_status", 1],
  ["401", 401, "{}", "unexpected_status", 1],
  ["405", 405, "{}", "unexpected_status", 1],
  ["204", 204, "", "unexpected_status", 1],
  ["429", 429, "{}", "rate_limited", 4],
  ["500", 500, sample("session-error-message.json"), "server_error", 4],
  ["a page under 200", 200, sample("session-error-page.txt"), "html", 4],
  ["broken JSON", 200, sample("result-live-approved.json").slice(0, 100), "bad_json", 4],
  ["nothing under 200", 200, "", "bad_json", 4],
  ["no ResponseCode", 200, '{"message":"rspdata_not_found"}', "malformed_answer", 1],
  ["a ResponseCode of one character", 200, '{"ResponseCode":"0"}', "malformed_answer", 1],
  ["a ResponseCode of three", 200, '{"ResponseCode":"000"}', "malformed_answer", 1],
  ["a ResponseCode of number 0", 200, '{"ResponseCode":0}', "malformed_answer", 1],
  ["a ResponseCode of N/A", 200, '{"ResponseCode":"N/A"}', "malformed_answer", 1],
  ["a ResponseCode in an array", 200, '{"ResponseCode":["00"]}', "malformed_answer", 1],
  ["a ResponseCode in an object", 200, '{"ResponseCode":{"00":"00"}}', "malformed_answer", 1],
  ["ResponseCode[]", 200, '{"ResponseCode[]":"00"}', "malformed_answer", 1],
  ["a ResponseCode in the prototype", 200, '{"__proto__":{"ResponseCode":"00"}}', "malformed_answer", 1],
  ["an array", 200, '[{"ResponseCode":"00"}]', "malformed_answer", 1],
  ["an object where text belongs", 200, '{"ResponseCode":"00","OrdenID":{}}', "malformed_answer", 1],
  ["a redirect", 302, "", "unexpected_status", 1],
];
describe("no outcome is read into", { concurrency: true }, () => {
  for (const [title, status, body, code, tries] of unclear) {
    test(title, async () => {
      const { result, heard } = await asked(
        status,
        body,
        status === 302 ? { location: "http://169.254.169.254/" } : {},
      );
      assert.ok(result instanceof OutcomeUnknownError, String(result));
      assert.deepEqual([result.code, result.status, result.operation], [code, status, "sessionResult"]);
      assert.equal(result.call.operation === "sessionResult" && result.call.session["session-key"], "9b1f04c7");
      assert.equal(heard.length, tries);
    });
  }
});

test("an endless answer is cut off, and nothing deep or large crashes", async () => {
  for (const body of ["[".repeat(60_000), `{"a":${"[".repeat(20_000)}${"]".repeat(20_000)}}`, "9".repeat(70_000)]) {
    const { result } = await asked(200, body);
    assert.ok(result instanceof OutcomeUnknownError);
  }
  await using played = await playGateway((response) => {
    response.writeHead(200);
    const pour = () => {
      while (!response.destroyed && response.write("x".repeat(16_384)));
    };
    response.on("drain", pour);
    pour();
  });
  await assert.rejects(sessionResult(played.gateway, session), { code: "too_large" });
});

test("a session's identifier stays one part of the path, whatever it holds", async () => {
  await using played = await playGateway((response) => answer(response, 404, sample("query-pending.json")));
  await sessionResult(played.gateway, { SESSION: "../../x?y#z%2e", "session-key": "a&b=c d" });
  assert.equal(played.heard[0]?.url, "/api/sessions/..%2F..%2Fx%3Fy%23z%252e?sk=a%26b%3Dc%20d");
});

test("a session that can't be asked about is an ArgumentError naming the part, without its key", async () => {
  await using played = await playGateway((response) => answer(response, 404, sample("query-pending.json")));
  const key = "secret".repeat(100);
  const wrong: [unknown, RegExp][] = [
    [{ SESSION: "", "session-key": "k" }, /^session\.SESSION: expected 1 to 512 characters$/],
    [{ SESSION: "..", "session-key": "k" }, /^session\.SESSION: /],
    [{ SESSION: ".", "session-key": "k" }, /^session\.SESSION: /],
    [{ SESSION: "a\r\nb", "session-key": "k" }, /^session\.SESSION: /],
    [{ SESSION: "\ud800", "session-key": "k" }, /^session\.SESSION: /],
    [{ SESSION: "a".repeat(513), "session-key": "k" }, /^session\.SESSION: /],
    [{ SESSION: 1, "session-key": "k" }, /^session\.SESSION: expected a string$/],
    [
      { SESSION: "a" },
      /^session\.session-key: missing, JSON and spreads leave it out: store it as session\["session-key"\]$/,
    ],
    [
      { session: { SESSION: "a", "session-key": "k" }, key: "k" },
      /^session\.SESSION: missing, expected \{ SESSION, "session-key" \}, got \{ session, key \}$/,
    ],
    [
      { SESSION: "a", key: "k" },
      /^session\.session-key: missing, expected \{ SESSION, "session-key" \}, got \{ SESSION, key \}$/,
    ],
    [{ SESSION: "a", "session-key": 7 }, /^session\.session-key: expected a string$/],
    [{ SESSION: "a", "session-key": key }, /^session\.session-key: expected 1 to 512 characters$/],
    [null, /^session: /],
    ["sess", /^session: /],
  ];
  for (const [value, message] of wrong) {
    await assert.rejects(sessionResult(played.gateway, value as Session), { ...argumentError, message });
  }
  assert.equal(played.heard.length, 0);
});

test("the deadline of a query is its own", async () => {
  await using played = await playGateway(silence, { timeouts: { sessionResult: 100, createSession: 60_000 } });
  await assert.rejects(sessionResult(played.gateway, session), { code: "timeout" });
  assert.ok(played.clock.now() > 60 && played.clock.now() <= 100);
});

test("a query whose first try hangs is asked again on another connection before the deadline", async () => {
  await using played = await playGateway((response, n, heard, clock) =>
    n === 0 ? silence(response, n, heard, clock) : answer(response, 404, sample("query-pending.json")),
  );
  assert.deepEqual(await sessionResult(played.gateway, session), { status: "pending" });
  assert.equal(played.heard.length, 2);
  assert.ok(played.clock.now() < 5_000);
});
