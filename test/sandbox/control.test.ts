import assert from "node:assert/strict";
import { get } from "node:http";
import { test } from "node:test";
import { testCards } from "@ventanilla/sandbox";
import { sale } from "./rest.ts";
import { bank, create } from "./shop.ts";

const noon = Date.parse("2026-11-20T16:00:00Z");
const sandbox = await bank({ now: () => noon, seed: 5 });
type State = Record<string, unknown> & {
  clock: { now: number; offset: number };
  faults: { id: string; armed?: { times: number } }[];
  switches: { name: string; value: string }[];
};

async function control(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${sandbox.url}/control/${path}`, {
    method,
    headers,
    body: body === undefined ? null : JSON.stringify(body),
  });
  return { status: response.status, state: (await response.json()) as State };
}

test("the state tells profile, seed, clock, batch close, switches, faults, sessions, transactions, tokens and cards", async () => {
  await create(sandbox);
  await sale(sandbox);
  const { status, state } = await control("GET", "state");
  assert.equal(status, 200);
  assert.deepEqual([state.profile, state.seed, state.clock], ["live", 5, { now: noon, offset: 0 }]);
  assert.deepEqual(state.batchClose, {
    time: "19:00",
    timeZone: "America/Santo_Domingo",
    next: Date.parse("2026-11-20T23:00:00Z"),
  });
  assert.deepEqual(state.sessions, JSON.parse(JSON.stringify(sandbox.sessions())));
  assert.deepEqual(state.transactions, JSON.parse(JSON.stringify(sandbox.transactions())));
  assert.deepEqual([state.tokens, state.cards], [[], JSON.parse(JSON.stringify(testCards))]);
  for (const { es, en } of [...(state.switches as object[]), ...state.faults] as { es: string; en: string }[]) {
    assert.ok(es && en);
  }
});

test("the clock goes on by so much, to the batch close, to the end of the newest session, and back", async () => {
  assert.equal((await control("POST", "clock", { advance: 1000 })).state.clock.now, noon + 1000);
  const { state } = await control("POST", "clock", { to: "batch-close" });
  assert.equal(state.clock.now, Date.parse("2026-11-20T23:00:00Z"));
  await create(sandbox);
  const written = await fetch(`${sandbox.url}/control/clock`, { method: "POST", body: '{"advance":1e3}' });
  assert.equal(written.status, 200);
  await control("POST", "clock", { advance: -1000 });
  await control("POST", "clock", { advance: 60_000 });
  const end = await control("POST", "clock", { to: "session-end" });
  assert.equal(end.state.clock.now, Date.parse("2026-11-20T23:30:00Z"));
  assert.equal(sandbox.sessions().at(-1)?.expired, true);
  assert.deepEqual((await control("POST", "clock", { reset: true })).state.clock, { now: noon, offset: 0 });
});

test("faults are armed and disarmed, switches set, by the names of the table", async () => {
  const armed = await control("POST", "faults", { fault: "timeout", times: 3, order: "A-9" });
  assert.deepEqual(armed.state.faults.find(({ id }) => id === "timeout")?.armed, { times: 3, order: "A-9" });
  await control("POST", "faults", { fault: "slow" });
  const one = await control("DELETE", "faults/timeout");
  assert.deepEqual(
    one.state.faults.filter(({ armed: is }) => is).map(({ id }) => id),
    ["slow"],
  );
  const none = await control("DELETE", "faults");
  assert.deepEqual(
    none.state.faults.filter(({ armed: is }) => is),
    [],
  );
  const set = await control("POST", "switches", { name: "card-mask", value: "asterisk" });
  assert.equal(set.state.switches.find(({ name }) => name === "card-mask")?.value, "asterisk");
});

test("what is wrong is answered with 400 and a sentence that names it", async () => {
  for (const [path, body, message] of [
    ["clock", {}, /expected \{ advance/],
    ["clock", { to: "tomorrow" }, /expected \{ advance/],
    ["clock", { advance: 1e300 }, /finite/],
    ["faults", { fault: "flood" }, /^fault:/],
    ["faults", { fault: "slow", times: 0 }, /^times:/],
    ["faults", { fault: "slow", order: 7 }, /^order:/],
    ["switches", { name: "x", value: "y" }, /^name:/],
    ["switches", { name: "card-mask", value: "y" }, /^value:/],
    ["switches", [], /JSON object/],
    ["faults", { fault: "timeout", tims: 3 }, /^tims: unknown field, did you mean times\?$/],
    ["faults", { name: "timeout" }, /^name: unknown field, expected one of fault, times, order$/],
    ["switches", { name: "card-mask", valeu: "asterisk" }, /^valeu: unknown field, did you mean value\?$/],
    ["clock", { reset: true, advnce: 5 }, /^advnce: unknown field, did you mean advance\?$/],
    ["reset", { all: true }, /^all: unknown field, expected none$/],
  ] as const) {
    const { status, state } = await control("POST", path, body);
    assert.equal(status, 400, JSON.stringify(body));
    assert.match(String(state.message), message);
  }
  assert.equal((await control("DELETE", "faults/flood")).status, 400);
});

test("a bug of ours is a 500, and no 400 that blames the request", async () => {
  let broken = false;
  const own = await bank({
    now: () => {
      if (broken) throw new TypeError("a bug");
      return noon;
    },
  });
  broken = true;
  const response = await fetch(`${own.url}/control/clock`, { method: "POST", body: '{"advance":1}' });
  assert.deepEqual([response.status, await response.json()], [500, { message: "Internal Server Error" }]);
});

test("a bearer token is shown once, and listed masked", async () => {
  const { state } = await control("POST", "tokens");
  assert.match(String(state.token), /^[0-9a-f]{40}$/);
  assert.equal(state.expiresAt, noon + 60 * 60 * 1000);
  const token = String(state.token);
  const listed = (await control("GET", "state")).state.tokens as { masked: string }[];
  assert.equal(listed.at(-1)?.masked, `${token.slice(0, 4)}…${token.slice(-4)}`);
  assert.equal(JSON.stringify(listed).includes(token), false);
});

test("the switch of a session's life publishes the sessions that the state lists, and no others", async () => {
  const own = await bank();
  for (let i = 0; i < 502; i++) await create(own);
  const response = await fetch(`${own.url}/control/events`);
  own.switches.set("session-life", "45-minutes");
  own.issueToken();
  let text = "";
  for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += part;
    if (text.includes("event: token")) break;
  }
  const published = [...text.matchAll(/^event: session\ndata: \{"id":"([^"]+)"/gm)].map(([, id]) => id);
  const state = (await (await fetch(`${own.url}/control/state`)).json()) as { sessions: { id: string }[] };
  assert.equal(published.length, 500);
  assert.deepEqual(
    published,
    state.sessions.map(({ id }) => id),
  );
});

test("reset empties the ledger", async () => {
  const { state } = await control("POST", "reset");
  assert.deepEqual([state.sessions, state.transactions, state.tokens], [[], [], []]);
  assert.deepEqual((await control("GET", "wire")).state, []);
});

test("no page of another origin gets near it; programs, the panel and a typed address do", async () => {
  const { host } = new URL(sandbox.url);
  for (const [headers, status] of [
    [{ "sec-fetch-site": "cross-site" }, 403],
    [{ "sec-fetch-site": "same-site" }, 403],
    [{ origin: "https://shop.example" }, 403],
    [{ origin: "null" }, 403],
    [{ origin: "http://127.0.0.1:1" }, 403],
    [{ "sec-fetch-site": "same-origin", origin: `http://${host}` }, 200],
    [{ "sec-fetch-site": "none" }, 200],
    [{}, 200],
  ] as const) {
    const { status: found } = await control("POST", "tokens", undefined, headers);
    assert.equal(found, status, JSON.stringify(headers));
  }
});

test("wrong methods are named, unknown paths are not found", async () => {
  const response = await fetch(`${sandbox.url}/control/state`, { method: "POST" });
  assert.deepEqual([response.status, response.headers.get("allow")], [405, "GET"]);
  assert.equal((await fetch(`${sandbox.url}/control/nothing`)).status, 404);
});

test("events tell each session, transaction, exchange, clock, fault, switch and token as it happens", async () => {
  const stopped = new AbortController();
  const response = await fetch(`${sandbox.url}/control/events`, { signal: stopped.signal });
  assert.equal(response.headers.get("content-type"), "text/event-stream");
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  const heard = async (name: string): Promise<Record<string, unknown>> => {
    for (;;) {
      const [, data] = new RegExp(`event: ${name}\\ndata: (.*)\\n\\n`).exec(text) ?? [];
      if (data !== undefined) return JSON.parse(data) as Record<string, unknown>;
      const { value, done } = (await reader?.read()) ?? { value: undefined, done: true };
      if (done) throw new Error(`no ${name}`);
      text += value;
    }
  };
  const { SESSION } = await create(sandbox);
  assert.equal((await heard("session")).id, SESSION);
  assert.equal((await heard("wire")).path, "/sessions");
  await sale(sandbox);
  assert.equal((await heard("transaction")).invoice, "F-100");
  sandbox.clock.advance(5);
  assert.deepEqual(await heard("clock"), { now: noon + 5, offset: 5 });
  sandbox.faults.arm("slow");
  assert.deepEqual((await heard("fault")).armed, { times: 1 });
  sandbox.switches.set("framing", "denied");
  assert.equal((await heard("switch")).value, "denied");
  sandbox.issueToken();
  assert.ok((await heard("token")).masked);
  stopped.abort();
});

test("a name that foreign DNS points at the sandbox does not reach its control API", async () => {
  const { port } = new URL(sandbox.url);
  const status = (host: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      get({ port, host: "127.0.0.1", path: "/control/state", headers: { host } }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      }).on("error", reject);
    });
  assert.equal(await status(`evil.example:${port}`), 403);
  assert.equal(await status(`localhost:${port}`), 200);
  assert.equal(await status(`gateway.localhost:${port}`), 200);
});
