import assert from "node:assert/strict";
import { test } from "node:test";
import { openGateway } from "@ventanilla/client";
import { openRest } from "@ventanilla/client/rest";
import { hostClock } from "../../packages/client/src/clock.ts";
import { channelOf } from "../../packages/client/src/gateway.ts";
import { settingsOf } from "../../packages/client/src/rest/open-rest.ts";

test("what is opened goes by the host's clock", async () => {
  const gateway = openGateway({ sessionApiUrl: "https://api.bank.example", gatewayUrl: "https://pay.bank.example" });
  const rest = openRest({ baseUrl: "https://api.bank.example", merchantId: "349000000", terminalId: "1" });
  const channels = [channelOf(gateway), channelOf(gateway).page, settingsOf(rest).channel];
  for (const { clock } of channels) assert.equal(clock, hostClock);
  await Promise.all([gateway.close(), rest.close()]);
});

test("the host's clock calls at its time, unless it is told to forget it", ({ mock }) => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const called: number[] = [];
  for (const ms of [300, 100, 200]) hostClock.after(ms, () => called.push(ms));
  hostClock.after(150, () => called.push(150))();
  mock.timers.tick(299);
  assert.deepEqual(called, [100, 200]);
  mock.timers.tick(1);
  assert.deepEqual(called, [100, 200, 300]);
});

test("its pauses end by themselves, and at once when their signal is aborted, before or meanwhile", async () => {
  const before = hostClock.now();
  await hostClock.pause(2, undefined);
  assert.ok(hostClock.now() > before);
  const stop = new AbortController();
  const long = hostClock.pause(2 ** 30, stop.signal);
  stop.abort();
  await Promise.all([long, hostClock.pause(2 ** 30, stop.signal)]);
});
