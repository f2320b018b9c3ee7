import assert from "node:assert/strict";
import { test } from "node:test";
import { networkOf } from "@ventanilla/web";

test("IPv6 addresses count by their network of 64 bits, and a mapped IPv4 address as what it is", () => {
  for (const [address, network] of [
    ["192.0.2.1", "192.0.2.1"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["::FFFF:c000:201", "192.0.2.1"],
    ["0:0:0:0:0:ffff:192.0.2.1", "192.0.2.1"],
    ["2001:db8::1", "2001:db8:0:0"],
    ["2001:DB8:0:0:ffff:ffff:ffff:ffff", "2001:db8:0:0"],
    ["2001:db8:0:1::1", "2001:db8:0:1"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
    ["2001:db8::2:3:4:5:6", "2001:db8:0:2"],
    ["::1", "0:0:0:0"],
    ["::", "0:0:0:0"],
    ["1::", "1:0:0:0"],
    ["fe80::1%eth0", "fe80:0:0:0"],
    ["64:ff9b::192.0.2.1", "64:ff9b:0:0"],
    ["192.0.2.1:51231", "192.0.2.1"],
    ["[2001:db8::1]:51231", "2001:db8:0:0"],
    ["unknown:1", "unknown"],
  ] as const) {
    assert.equal(networkOf(address), network, address);
  }
});
