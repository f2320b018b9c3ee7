import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Order } from "../src/orders.ts";
import { linesOf, paysTwice, type Script, Stage, type StageSetup } from "./stage.ts";

const second = 1000;
const minute = 60 * second;
const card = "4761340000000050";

/** What can go wrong while a buyer pays, in the order of the page. */
export const badDays = ["closed", "killed", "down", "twice", "changed"] as const;

/** One of {@link badDays}. */
export type BadDay = (typeof badDays)[number];

/** The shop, for a process of its own: see `killed-process.ts`. */
export type ProcessSetup = Pick<StageSetup, "publicUrl" | "bank" | "encryptionKey" | "file">;

interface Scenario {
  /** How long ago it begins, in milliseconds. */
  ago: number;
  script(stage: Stage, order: Order, setup: StageSetup): Script;
}

const scenarios: Record<BadDay, Scenario> = {
  closed: { ago: 5 * minute, script: buyerLeaves },
  killed: { ago: 6 * minute, script: processDies },
  down: { ago: 6 * minute, script: bankFails },
  twice: { ago: 29 * minute, script: (stage, order) => paysTwice(stage, order, card) },
  changed: { ago: 4 * minute, script: orderChanges },
};

/**
 * Stages what went wrong some minutes ago.
 * @param buyer whose order it is
 * @returns the order's id
 */
export async function playBadDay(setup: StageSetup, day: BadDay, buyer: string): Promise<string> {
  const { ago, script } = scenarios[day];
  let id = "";
  async function* run(stage: Stage): Script {
    const order = stage.place(buyer, ["cafe", "cacao"]);
    id = order.id;
    yield 10 * second;
    yield* script(stage, order, setup);
  }
  await Stage.play(setup, (stage) => [{ at: Date.now() - ago, script: run(stage) }]);
  return id;
}

async function* buyerLeaves(stage: Stage, order: Order): Script {
  const launch = await stage.launch(order);
  yield 40 * second;
  await stage.pay(launch, card);
}

async function* processDies(stage: Stage, order: Order, setup: StageSetup): Script {
  const launch = await stage.launch(order);
  yield 30 * second;
  await stage.pay(launch, card);
  // By that process's clock the query to the bank is due. By this one's clock it is not: so only that process asks.
  const offset = stage.now() - Date.now() + 2 * minute;
  const { publicUrl, bank, encryptionKey, file } = setup;
  const shop: ProcessSetup = { publicUrl, bank, encryptionKey, file };
  const script = fileURLToPath(new URL("killed-process.ts", import.meta.url));
  const child = fork(script, [JSON.stringify({ ...shop, offset })]);
  const [, signal] = (await once(child, "exit")) as [number | null, string | null];
  if (signal !== "SIGKILL") throw new Error("the second process ended before it could be killed");
}

async function* bankFails(stage: Stage, order: Order): Script {
  await stage.bank.arm("down", order.id, 9);
  await stage.launch(order);
  await stage.bank.disarm("down");
  yield 40 * second;
  const launch = await stage.launch(order);
  yield 40 * second;
  await stage.bank.arm("result-500", order.id, 3);
  await stage.comeBack(await stage.pay(launch, card));
  yield 3 * minute;
  await stage.bank.disarm("result-500");
}

async function* orderChanges(stage: Stage, order: Order): Script {
  const launch = await stage.launch(order);
  yield 30 * second;
  stage.orders.changeLines(order.id, linesOf(["cafe", "cacao", "chocolate"]));
  yield 20 * second;
  await stage.comeBack(await stage.pay(launch, card));
}
