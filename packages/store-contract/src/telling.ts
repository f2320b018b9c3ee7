import assert from "node:assert/strict";
import type { State } from "@ventanilla/express";
import type { Claim, Lease, OutboxEvent } from "@ventanilla/express/store";
import { bank, type Cases, contenders, dop, farAway, idsOf, longAgo, type Scene, times } from "./scene.ts";

/**
 * What happens to events, step by step. `A1` and `A2` are attempts of the order A, and `A1 declined` is the event of one.
 *
 * - `tell`: the attempt reaches the state, which writes the event
 * - `claim`: of what is due, exactly these are claimed; `first`: of a limit of one
 * - `done`, `dead`, `again`, `later`: settles the latest claim, which is held: as delivered, as given up, to be tried again
 *   at once, or after ten leases
 * - `deliver`: opens a delivery, and commits it
 * - `revive`, `renew`: which works; `renew` for two leases
 * - `refuse`: no claim of the event can be settled, renewed or delivered but the latest one; `refuse all`: nor that
 * - `no revival`: it is not dead
 * - `wait 1`: so many leases pass
 *
 * With `@` the attempt is another bank's, or it is claimed there.
 */
const rules: Record<string, string> = {
  "only the oldest event of each order is claimed, again when its lease ends, and the next one once it is settled": `
    tell A1 unknown; tell B1 unknown; tell A1 declined; tell B1 declined; claim A1 unknown, B1 unknown; claim; wait 1;
    claim A1 unknown, B1 unknown; done A1 unknown; claim A1 declined; dead B1 unknown; claim B1 declined`,
  "an event that waits for a retry keeps the others of its order waiting, and no other order": `
    tell A1 unknown; tell A1 declined; claim A1 unknown; later A1 unknown; claim; tell B1 declined;
    claim B1 declined; wait 13; claim A1 unknown, B1 declined`,
  "events are claimed earliest first": `
    tell C1 declined; wait 1; tell A1 declined; wait 1; tell B1 declined; first C1 declined; first A1 declined;
    first B1 declined`,
  "a claim that was lost to another settles, renews and delivers nothing, and the other one does not change": `
    tell A1 declined; claim A1 declined; wait 1; claim A1 declined; refuse A1 declined; claim; wait 1;
    claim A1 declined; refuse A1 declined; done A1 declined`,
  "a claim whose lease has ended can be settled or renewed until another takes it, and lasts from its renewal": `
    tell A1 declined; claim A1 declined; wait 2; renew A1 declined; claim; wait 1; claim; done A1 declined;
    tell B1 declined; claim B1 declined; wait 0.5; renew B1 declined; wait 1; claim; wait 1; claim B1 declined; wait 2;
    done B1 declined`,
  "a settled event is never claimed again, and its claim is lost, however it was settled": `
    tell A1 declined; claim A1 declined; done A1 declined; tell B1 declined; claim B1 declined; dead B1 declined;
    tell C1 declined; claim C1 declined; deliver C1 declined; refuse all A1 declined, B1 declined, C1 declined;
    wait 1; claim; no revival A1 declined, C1 declined`,
  "a late renewal does not move the next try of a claim that was settled": `
    tell A1 declined; claim A1 declined; later A1 declined; refuse all A1 declined; wait 5; claim; wait 8;
    claim A1 declined`,
  "an event that does not exist is neither settled, renewed, delivered nor revived": `
    refuse all A1 declined; no revival A1 declined`,
  "a dead event is claimed only after it is revived": `
    tell A1 declined; claim A1 declined; no revival A1 declined; dead A1 declined; wait 1; claim;
    revive A1 declined; no revival A1 declined; claim A1 declined; done A1 declined; no revival A1 declined`,
  "a revived event is not claimed while another of its order is leased": `
    tell A1 declined; tell A1 approved; claim A1 declined; dead A1 declined; claim A paid; revive A1 declined;
    claim; done A paid; claim A1 declined`,
  "order.paid waits for an older event only until that is claimed, also when its hook keeps failing": `
    tell A1 declined; tell A1 approved; tell B1 declined; tell B1 approved; claim A1 declined, B1 declined;
    later B1 declined; claim A paid, B paid`,
  "order.paid does not wait for an event that itself waits for one whose hook keeps failing": `
    tell A1 declined; claim A1 declined; later A1 declined; tell A2 declined; tell A3 approved; claim A paid`,
  "order.paid waits neither for an event of another bank, whose router may be gone, nor for one behind it": `
    tell @A1 declined; tell A2 declined; tell A3 approved; tell @B1 declined; tell B2 approved; claim A paid, B paid`,
  "order.paidAgain waits for order.paid, leased or waiting for a retry, also at another bank, and follows it": `
    tell A1 approved; tell A2 approved; tell @B1 approved; tell B2 approved; claim A paid; claim; again A paid;
    claim A paid; done A paid; claim A2 paidAgain; claim @B paid; claim; done B paid; claim B2 paidAgain; claim @`,
  "any other event waits for an older order.paid": `
    tell A1 approved; tell A2 declined; claim A paid; claim; done A paid; claim A2 declined`,
};

const step =
  /^(tell|claim|first|done|dead|again|later|deliver|revive|no revival|renew|refuse all|refuse|wait) ?(@?)(.*)$/;
const other = "https://other.example";

/** Follows a rule. All attempts are there before the first one is told: an approved order gets no other attempt. */
async function follow(
  { approve, events, insert, leaseMs, move, pass, settle, store }: Scene,
  rule: string,
): Promise<void> {
  for (const [, at, id = "", order = "", minor] of rule.matchAll(/tell (@?)(([A-Z])(\d))/g)) {
    await insert({ id, order, amount: dop(Number(minor)), bank: at ? other : bank }, farAway);
  }
  /** The id of an event by its name, such as `A1 declined` or `A paid`. */
  const idOf = (event: string): string => event.split(" ").toReversed().join(":");
  /** By the ids of the events. */
  const claims = new Map<string, Claim<OutboxEvent>[]>();

  async function claim(names: string[], lease: Partial<Lease>): Promise<void> {
    const claimed = await events(lease);
    assert.deepEqual(idsOf(claimed).toSorted(), names.map(idOf).toSorted());
    for (const each of claimed) {
      const before = claims.get(each.item.id) ?? [];
      assert.equal(each.tries, before.length);
      assert.ok(each.fence > (before.at(-1)?.fence ?? -1), "each claim raises the fence");
      claims.set(each.item.id, [...before, each]);
    }
  }
  async function refuse(id: string, lost: readonly Pick<Claim<unknown>, "fence">[]): Promise<void> {
    for (const { fence } of lost) {
      for (const how of ["done", "dead", 0] as const) assert.equal(await settle({ item: { id }, fence }, how), false);
      assert.equal(await store.renewClaim(id, fence, 10 * leaseMs), false);
      assert.equal(await store.openDelivery(id, fence), undefined);
    }
  }
  async function end(verb: string, id: string): Promise<void> {
    const made = claims.get(id) ?? [{ item: { id }, fence: 1 }];
    const latest = made.at(-1) ?? assert.fail();
    if (verb === "done" || verb === "dead") assert.ok(await settle(latest, verb));
    else if (verb === "again") assert.ok(await settle(latest, longAgo));
    else if (verb === "later") assert.ok(await settle(latest, (await store.now()) + 10 * leaseMs));
    else if (verb === "deliver") await ((await store.openDelivery(id, latest.fence)) ?? assert.fail()).commit();
    else if (verb === "renew") assert.ok(await store.renewClaim(id, latest.fence, 2 * leaseMs));
    else if (verb === "revive") assert.ok(await store.reviveEvent(id));
    else if (verb === "no revival") assert.equal(await store.reviveEvent(id), false);
    else await refuse(id, verb === "refuse" ? made.slice(0, -1) : made);
  }

  for (const text of rule.trim().split(/;\s+/)) {
    const [, verb = "", at, rest = ""] = step.exec(text) ?? assert.fail(text);
    const names = rest === "" ? [] : rest.split(", ");
    const [name = "", state] = rest.split(" ");
    if (verb === "wait") await pass(Number(rest) * leaseMs);
    else if (verb === "claim") await claim(names, { banks: [at ? other : bank] });
    else if (verb === "first") await claim(names, { limit: 1 });
    else if (verb !== "tell") for (const each of names) await end(verb, idOf(each));
    else if (state === "approved") await approve(name);
    else await move(name, state as State);
  }
}

/** Which events are claimed, in which order, and how a claim ends. */
export const telling: Cases = {
  ...Object.fromEntries(Object.entries(rules).map(([title, rule]) => [title, (scene: Scene) => follow(scene, rule)])),
  async "any message of a failure is recorded"({ attempt, event, store }) {
    await attempt({}, "declined");
    for (const error of ["", "'; --", "a\0b", "\u001b[31m💳", "x".repeat(10_000)]) {
      const { item, fence } = await event();
      assert.equal(await store.settleClaim(item.id, fence, { kind: "retry", at: 0, error }), true);
    }
  },
  async "16 workers deliver 80 events of 20 orders, each once: those of money in order, and the others"(scene) {
    const storeOf = await contenders(scene);
    // One order after the other, so that the events of each are due next to each other.
    for (let index = 0; index < 20; index++) {
      const first = await scene.attempt({ order: `A-${index}`, amount: dop(1) });
      const second = await scene.attempt({ order: `A-${index}`, amount: dop(2) });
      for (const state of ["unknown", "declined", "approved"] as const) await scene.move(first.id, state);
      await scene.approve(second.id);
    }
    /** Which events of its order an event waits for: those of the same line. */
    const lineOf = ({ order, type }: OutboxEvent) => `${type.startsWith("order.") ? "money" : "rest"} of ${order}`;
    const underWay = new Set<string>();
    const told = new Map<string, string[]>();
    let left = 80;
    async function work(worker: number): Promise<void> {
      const claims = await storeOf(worker).claimEvents({ banks: [bank], limit: 3, leaseMs: 600_000 });
      for (const { item } of claims) {
        assert.ok(!underWay.has(lineOf(item)), "the event before it in its line is under way");
        underWay.add(lineOf(item));
      }
      await new Promise((resolve) => setTimeout(resolve, 1));
      for (const { item, fence } of claims) {
        told.set(lineOf(item), [...(told.get(lineOf(item)) ?? []), item.type]);
        underWay.delete(lineOf(item));
        left--;
        assert.equal(await storeOf(worker).settleClaim(item.id, fence, { kind: "done" }), true);
      }
      if (left > 0) await work(worker);
    }
    await Promise.all(times(16, work));
    assert.equal(told.size, 40);
    const [money, rest] = ["order.paid,order.paidAgain", "attempt.unknown,attempt.declined"];
    for (const [line, types] of told) assert.equal(types.join(), line.startsWith("money") ? money : rest);
    assert.deepEqual((await scene.store.stats()).outbox, { due: 0, dead: 0 });
  },
};
