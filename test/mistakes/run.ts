import { addresses } from "./address-mistakes.ts";
import { type Desk, forced, openDesk } from "./desk.ts";
import * as hosted from "./hosted-mistakes.ts";
import type { Mistake } from "./mistake.ts";
import * as rest from "./rest-mistakes.ts";
import * as router from "./router-mistakes.ts";

/** Every mistake, by what it is about. */
const groups: Readonly<Record<string, readonly Mistake[]>> = {
  "Names of fields": [...hosted.names, ...rest.names],
  "Types and values": [...hosted.values, ...rest.values],
  Bodies: hosted.bodies,
  Keys: [...hosted.keys, ...rest.keys],
  "Order of calls": [...hosted.order, ...rest.order],
  Addresses: [...addresses, ...rest.addresses],
  "Options of the router": router.options,
};

/** What client and sandbox say to a mistake. `isPlayed` tells the answers of a run from the texts of the table. */
export type Told = Mistake & {
  group: string;
  answers: Record<"client" | "sandbox", { text: string; isPlayed: boolean }>;
};

/** Makes each mistake twice, with the client and without, against one sandbox. */
export async function runMistakes(): Promise<Told[]> {
  const desk = await openDesk();
  try {
    const told: Told[] = [];
    for (const [group, mistakes] of Object.entries(groups)) {
      for (const mistake of mistakes) {
        const client = await answerOf(mistake.client, (make) => clientSays(desk, make));
        const sandbox = await answerOf(mistake.raw, (make) => sandboxSays(desk, make));
        told.push({ ...mistake, group, answers: { client, sandbox } });
      }
    }
    return told;
  } finally {
    await desk.close();
  }
}

type Make = (desk: Desk) => unknown;

async function answerOf(made: Make | string, say: (make: Make) => Promise<string>) {
  return typeof made === "string" ? { text: made, isPlayed: false } : { text: await say(made), isPlayed: true };
}

async function clientSays(desk: Desk, make: Make): Promise<string> {
  reset(desk);
  try {
    const given = await make(desk);
    return neutral(`gives back ${typeof given === "string" ? given : outline(given)}`);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return neutral(`${error.name}: ${error.message}`);
  }
}

async function sandboxSays(desk: Desk, make: Make): Promise<string> {
  reset(desk);
  await make(desk);
  const { reason, warnings, status, response } = desk.sandbox.wire().at(-1) ?? {};
  const said = [warnings?.[0], reason?.en].filter((text) => text !== undefined);
  return neutral(said.length > 0 ? said.join("; ") : `${status} ${response?.body}`);
}

function reset({ sandbox }: Desk): void {
  sandbox.clock.reset();
  sandbox.reset();
}

/** Of a result what decides. */
function outline(result: unknown): string {
  const {
    status,
    "response-code": code,
    "response-code-desc": meaning,
    finality,
  } = forced<Record<string, string>>(result ?? {});
  return code === undefined ? `status ${status}` : `response-code ${code} (${meaning}), finality ${finality}`;
}

const neutral = (text: string): string => text.replaceAll(/\b127\.0\.0\.1:\d+/g, "127.0.0.1:4000");
