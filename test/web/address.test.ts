import assert from "node:assert/strict";
import { test } from "node:test";
import { isLoopback, webAddress } from "@ventanilla/web";

const absolute = "expected an absolute https address, or an http one on the loopback";

test("https anywhere and http on the loopback are addresses", () => {
  for (const address of [
    "https://shop.example/payments?a=1",
    "HTTPS://SHOP.EXAMPLE",
    "http://localhost:3000",
    "http://shop.localhost",
    "http://127.0.0.1:4000/x",
    "http://127.1.2.3",
    "http://[::1]:4000",
  ]) {
    assert.deepEqual(webAddress(address), { url: new URL(address) });
  }
});

test("anything else is refused with what is wrong, and never with a password", () => {
  for (const [value, problem] of [
    [undefined, `missing, ${absolute}`],
    ["", `missing, ${absolute}`],
    [7, absolute],
    ["/payments", absolute],
    ["ftp://shop.example", absolute],
    ["javascript:alert(1)", absolute],
    ["localhost:3000/x", `${absolute}: did you mean http://localhost:3000/x?`],
    ["shop.example:8443", `${absolute}: did you mean https://shop.example:8443?`],
    ["secret@localhost:3000", absolute],
    ["http://shop.example", "expected https, since the host is not the loopback"],
    ["http://127.0.0.1.evil.example", "expected https, since the host is not the loopback"],
    ["http://localhost.evil.example", "expected https, since the host is not the loopback"],
    ["http://evillocalhost", "expected https, since the host is not the loopback"],
    ["https://ana:secret@shop.example", "expected an address without user name and password"],
  ] as const) {
    assert.deepEqual(webAddress(value), { problem }, String(value));
  }
});

test("a host is the loopback by name or by number, with or without brackets", () => {
  for (const host of ["localhost", "LOCALHOST", "a.b.localhost", "127.0.0.1", "127.255.0.9", "::1", "[::1]"]) {
    assert.ok(isLoopback(host), host);
  }
  for (const host of [
    "",
    "0.0.0.0",
    "128.0.0.1",
    "::",
    "::2",
    "localhost.example",
    "xlocalhost",
    "127.0.0.1.example",
  ]) {
    assert.ok(!isLoopback(host), host);
  }
});
