import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import { promisify } from "node:util";
import { ArgumentError, authorizeForm, type Gateway, openGateway, sessionResult } from "@ventanilla/client";
import { argumentError } from "./argument-error.ts";
import { answer, playGateway } from "./played-gateway.ts";

const good = { sessionApiUrl: "https://api.bank.example/v1/", gatewayUrl: "https://pay.bank.example/" };

test("the form to the payment page holds the session's identifier and nothing else", async () => {
  const gateway = openGateway(good);
  assert.deepEqual(authorizeForm(gateway, { SESSION: "sess-1", "session-key": "k" } as { SESSION: string }), {
    action: "https://pay.bank.example/authorize",
    method: "post",
    fields: { SESSION: "sess-1" },
  });
  assert.throws(() => authorizeForm(gateway, { SESSION: "" }), { ...argumentError, message: /^session\.SESSION: / });
  assert.throws(() => authorizeForm(gateway, undefined as never), { ...argumentError, message: /^session: / });
  await gateway.close();
});

test("addresses are https, or http on the loopback", async () => {
  for (const url of ["http://localhost:4000", "http://127.0.0.1:4000/x", "http://[::1]:1", "http://bank.localhost"]) {
    const gateway = openGateway({ sessionApiUrl: url, gatewayUrl: url });
    assert.equal(gateway.sessionApiUrl, url);
    await gateway.close();
  }
  const wrong: [unknown, RegExp][] = [
    ["http://bank.example", /expected https, since the host is not the loopback$/],
    ["http://127.0.0.1.bank.example", /expected https/],
    ["http://localhost.bank.example", /expected https/],
    ["ftp://bank.example", /expected an absolute https address, or an http one on the loopback$/],
    ["/sessions", /expected an absolute https address, or an http one on the loopback$/],
    ["", /: missing, expected an absolute https address, or an http one on the loopback$/],
    [undefined, /: missing, expected an absolute https address, or an http one on the loopback$/],
    ["localhost:4100", /, or an http one on the loopback: did you mean http:\/\/localhost:4100\?$/],
    ["secret@localhost:4100", /, or an http one on the loopback$/],
    ["bank.example:8443/pay", /, or an http one on the loopback: did you mean https:\/\/bank\.example:8443\/pay\?$/],
    ["https://user:secret@bank.example", /expected an address without user name and password$/],
    ["https://bank.example?x=1", /expected an address without/],
    ["https://bank.example#x", /expected an address without/],
  ];
  for (const [url, message] of wrong) {
    for (const name of ["sessionApiUrl", "gatewayUrl"]) {
      assert.throws(
        () => openGateway({ ...good, [name]: url }),
        (error) => {
          assert.ok(error instanceof ArgumentError);
          assert.ok(error.message.startsWith(`gateway.${name}: `) && !error.message.includes("secret"));
          assert.match(error.message, message);
          return true;
        },
      );
    }
  }
});

test("a name below localhost is the loopback's, as browsers have it, whatever the system's resolver says", async () => {
  const bank = createServer((_request, response) => {
    response.end('{"ResponseCode":"00"}');
  }).listen(0, "localhost");
  after(() => bank.close());
  await once(bank, "listening");
  const address = `http://bank.localhost:${(bank.address() as AddressInfo).port}`;
  const gateway = openGateway({ sessionApiUrl: address, gatewayUrl: address });
  assert.equal((await sessionResult(gateway, { SESSION: "s", "session-key": "k" })).status, "finished");
  await gateway.close();
});

test("an address that ends in a path of the service is refused, and the message holds the right one", () => {
  for (const end of ["/sessions", "/authorize", "/api/payment", "/Sessions", "/api/payment/", "/authorize//"]) {
    for (const name of ["sessionApiUrl", "gatewayUrl"]) {
      assert.throws(() => openGateway({ ...good, [name]: `https://bank.example/v1${end}` }), {
        ...argumentError,
        message: `gateway.${name}: expected https://bank.example/v1, without ${end.replace(/\/+$/, "")} at its end`,
      });
    }
  }
  assert.throws(() => openGateway({ ...good, gatewayUrl: "https://bank.example/authorize" }), {
    message: "gateway.gatewayUrl: expected https://bank.example, without /authorize at its end",
  });
});

test("an option that is unknown or out of range is an ArgumentError naming it", () => {
  const wrong: [object, RegExp][] = [
    [{ sessionApiURL: "x" }, /^gateway\.sessionApiURL: unknown field, did you mean sessionApiUrl\?$/],
    [
      { timeouts: { createsession: 1 } },
      /^gateway\.timeouts\.createsession: unknown field, did you mean createSession\?$/,
    ],
    [
      { timeouts: { sessionResult: 0 } },
      /^gateway\.timeouts\.sessionResult: expected milliseconds, a whole number from 100 to 600000$/,
    ],
    [{ timeouts: { createSession: "5s" } }, /^gateway\.timeouts\.createSession: expected milliseconds, a whole number/],
    [
      { installmentsPath: "servicios/x" },
      /^gateway\.installmentsPath: expected a path such as \/servicios\/.+PagosCuotas$/,
    ],
    [{ installmentsPath: "https://pay.bank.example/x" }, /^gateway\.installmentsPath: expected a path/],
    [{ installmentsPath: "/x?y=1" }, /^gateway\.installmentsPath: expected a path/],
    [{ installmentsPath: "/a/../b" }, /^gateway\.installmentsPath: expected a path/],
    [{ installmentsPath: "//bank.example" }, /^gateway\.installmentsPath: expected a path/],
    [{ installmentsPath: `/${"x".repeat(300)}` }, /^gateway\.installmentsPath: expected a path/],
    [{ installmentsPath: null }, /^gateway\.installmentsPath: expected a path/],
    [{ connections: 1.5 }, /^gateway\.connections: expected a whole number from 1 to 10000$/],
  ];
  for (const [change, message] of wrong) {
    assert.throws(() => openGateway({ ...good, ...change }), { ...argumentError, message });
  }
  assert.throws(() => openGateway(undefined as never), /^TypeError: gateway: expected an object$/);
});

test("only what openGateway returned is a gateway", async () => {
  const forged: Gateway = { ...good, close: async () => undefined };
  assert.throws(
    () => authorizeForm(forged, { SESSION: "s" }),
    /^TypeError: gateway: expected what openGateway returned$/,
  );
  await assert.rejects(sessionResult(forged, { SESSION: "s", "session-key": "k" }), TypeError);
});

test("an open gateway does not keep a process alive", async () => {
  // The connection lasts for ten minutes, unless the process ends before.
  const headers = { "keep-alive": "timeout=600" };
  await using played = await playGateway((response) => answer(response, 404, "Session not found", headers));
  const script = `
    import { openGateway, sessionResult } from "@ventanilla/client";
    const gateway = openGateway({ sessionApiUrl: "${played.url}", gatewayUrl: "${played.url}" });
    console.log((await sessionResult(gateway, { SESSION: "s", "session-key": "k" })).status);`;
  const node = ["--conditions=@ventanilla/source", "--input-type=module", "--eval", script];
  const limits = { cwd: import.meta.dirname, timeout: 120_000 };
  const { stdout } = await promisify(execFile)(process.execPath, node, limits);
  assert.equal(stdout, "not-found\n");
});
