import assert from "node:assert/strict";
import { after, test } from "node:test";
import { type Facts, states } from "@ventanilla/express/store";
import { awaitsResolution } from "#express/attempt/needs-person.ts";
import { keptIn } from "../kept.ts";
import { startPostgres } from "../postgres.ts";
import { draft } from "./draft.ts";
import { enginesOn } from "./engines.ts";

const server = await startPostgres();
after(() => server.stop());

const said = { reason: "asked", by: "Ana", at: 1 };
const cases: Partial<Facts>[] = [undefined, false, true].flatMap((paid) => {
  const resolution = paid !== undefined && { resolution: { ...said, paid } };
  return [{ ...resolution }, { ...resolution, unconfirmedAt: 7 }];
});

for (const [name, open] of Object.entries(enginesOn(server))) {
  test(`${name}: unsettled(), countUnsettled() and insertAttempt() agree with awaitsResolution, by what is on the shelf`, async () => {
    const store = await open();
    for (const state of states) {
      for (const [index, change] of cases.entries()) {
        const { attempt } = await keptIn(store).insertAttempt(draft(`${state}-${index}`), 0);
        await keptIn(store).transition(attempt.id, 1, { state, facts: { ...attempt.facts, ...change } });
      }
    }
    const { attempts } = await keptIn(store).listAttempts({ limit: 1000 });
    assert.equal(attempts.length, states.length * cases.length);
    const { events, ...waiting } = await keptIn(store).unsettled(1000);
    assert.deepEqual(events, []);
    const sorted = (ids: string[]) => ids.toSorted();
    assert.deepEqual(
      sorted(
        Object.values(waiting)
          .flat()
          .map(({ id }) => id),
      ),
      sorted(attempts.filter(awaitsResolution).map(({ id }) => id)),
    );
    const { unknown, review } = await keptIn(store).countUnsettled();
    assert.equal(
      unknown + review,
      attempts.filter((each) => awaitsResolution(each) && each.state !== "declined").length,
    );
    for (const attempt of attempts.filter(({ state }) => !["preparing", "opened", "approved"].includes(state))) {
      const { kind } = await keptIn(store).insertAttempt(draft(attempt.order), 0);
      assert.equal(kind, awaitsResolution(attempt) ? "blocked" : "inserted", attempt.order);
    }
    await store.close();
  });
}
