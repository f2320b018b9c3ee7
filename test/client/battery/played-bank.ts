import type { ServerResponse } from "node:http";
import { idempotencyKeyPaths, type RestOperation, restPaths } from "@ventanilla/client/wire";
import { type Random, seeded } from "../../window/random.ts";
import type { MovedClock } from "../moved-clock.ts";
import { answer, type Heard } from "../played-gateway.ts";
import { Ledger, type Told } from "./ledger.ts";
import { echoOf } from "./secrets.ts";

/** What becomes of one request: whether it is carried out, and what comes back. */
interface Fault {
  readonly isDone: boolean;
  readonly comes:
    | "answer"
    | "answer after 100"
    | "answer twice"
    | "late answer"
    | "cut"
    | "cut answer"
    | "silence"
    | "abort"
    | "server error"
    | "page"
    | "broken JSON"
    | "nothing"
    | "too many requests"
    | "refusal"
    | "refusing page"
    | "another's answer"
    | "another key"
    | "contradiction";
}

const done = ["answer after 100", "answer twice", "late answer", "cut answer", "another key", "contradiction"] as const;
const either = [
  "cut",
  "silence",
  "abort",
  "server error",
  "page",
  "broken JSON",
  "nothing",
  "too many requests",
  "refusing page",
  "another's answer",
] as const;

const operations = new Map<string, RestOperation>(
  Object.entries(restPaths).map(([name, path]) => [path, name as RestOperation]),
);

/** A bank with books of its own, whose wire is as bad as it was made. Plays what it is asked over HTTP. */
export class PlayedBank {
  readonly ledger: Ledger;
  /** From 0, where all goes well, to 1. */
  readonly roughness: number;
  readonly #seed: number;
  readonly #requests = new Map<string, number>();
  /** Of each connection, an answer that will come once more, ahead of the next. */
  readonly #again = new WeakMap<object, string>();
  readonly #sessions = new Map<string, { request: Record<string, string>; code?: string }>();
  #keys = 0;
  /** Processes of the merchant's so far. */
  processes = 0;
  /**
   * Has the client give up the one call that it waits for. While it waits for none, or for several, a request without
   * an answer is cut instead: nobody moves the clock for it.
   */
  abort: (() => void) | undefined;

  constructor(seed: number, roughness: number, isBatchClosed: () => boolean) {
    this.#seed = seed;
    this.roughness = roughness;
    this.ledger = new Ledger(seeded(seed), isBatchClosed);
  }

  readonly play = (response: ServerResponse, _n: number, heard: Heard, clock: MovedClock): void => {
    const again = response.socket === null ? undefined : this.#again.get(response.socket);
    if (again !== undefined && response.socket !== null) {
      this.#again.delete(response.socket);
      response.socket.write(again);
    }
    const { url = "" } = heard;
    const operation = operations.get(url);
    if (operation !== undefined) this.#operate(operation, response, heard, clock);
    else if (url === idempotencyKeyPaths[0]) this.#giveKey(response, clock);
    else this.#hosted(response, heard, clock);
  };

  #operate(operation: RestOperation, response: ServerResponse, heard: Heard, clock: MovedClock): void {
    const body = JSON.parse(heard.body) as Record<string, string>;
    const key = body["idempotency-key"] ?? "";
    const random = this.#randomFor(`${operation} ${key}`);
    const wasDone = this.ledger.kept(operation, key) !== undefined;
    const fault = this.#fault(random, wasDone);
    if (fault.comes === "late answer") clock.advance(random.between(1, 45_000));
    const told = fault.isDone ? this.ledger.act(operation, body) : { status: 500, fields: {} };
    const seen = this.#seen(fault, told, key, random);
    this.#send(
      response,
      fault,
      seen.status,
      JSON.stringify({ ...seen.fields, ...debugOf(heard, random) }),
      clock,
      random,
    );
  }

  /** What is told instead of what was done. */
  #seen({ comes, isDone }: Fault, told: Told, key: string, random: Random): Told {
    const { fields } = told;
    switch (comes) {
      case "another's answer": {
        const [first, ...rest] = this.ledger.ofOthers(key);
        const other = first === undefined ? undefined : random.one([first, ...rest]);
        return (
          other ?? {
            status: 200,
            fields: { ...approved, "idempotency-key": `f${key.slice(1)}`, pnRef: "txn-of-another" },
          }
        );
      }
      case "another key":
        return { ...told, fields: { ...fields, "idempotency-key": `e${key.slice(1)}` } };
      case "contradiction":
        if (fields["response-code"] === "00" && isDone)
          return { ...told, fields: { ...fields, "response-code": "05" } };
        return told.status === 200
          ? { ...told, fields: { ...fields, ...approved, "internal-response-code": "4901" } }
          : told;
      default:
        return told;
    }
  }

  #giveKey(response: ServerResponse, clock: MovedClock): void {
    const random = this.#randomFor("key");
    const fault = this.#fault(random, false);
    // A key that was given before, in an answer that comes a second time; no other process could tell.
    const isStray = fault.comes === "another's answer" && this.#keys > 0 && this.processes === 1;
    if (!isStray) this.#keys++;
    const number = String(this.#keys).padStart(4, "0");
    this.#send(response, fault, 200, `ikey:${number}${this.#seed.toString(16).padStart(28, "0")}`, clock, random);
  }

  #hosted(response: ServerResponse, heard: Heard, clock: MovedClock): void {
    const { method, url = "" } = heard;
    const random = this.#randomFor(`${method} ${url}`);
    // A page is not a service: whatever status it has, it may have done its work.
    const fault = this.#fault(random, url === "/page/authorize");
    if (fault.comes === "late answer") clock.advance(random.between(1, 20_000));
    const [status, body] = this.#session(heard, fault.isDone, random);
    this.#send(response, fault, status, body, clock, random);
  }

  /** What the session API and the page do and tell. */
  #session(heard: Heard, isDone: boolean, random: Random): [number, string] {
    const { url = "", body } = heard;
    if (url === "/api/sessions") {
      const id = `sess-${this.#sessions.size}-${this.#seed}`;
      this.#sessions.set(id, { request: JSON.parse(body) as Record<string, string> });
      const created = { SESSION: id, "session-key": `canary-session-${id}` };
      return [200, JSON.stringify({ ...created, ...debugOf(heard, random) })];
    }
    if (url === "/page/authorize") {
      const id = new URLSearchParams(body).get("SESSION") ?? "";
      const session = this.#sessions.get(id);
      if (session !== undefined && isDone) session.code ??= this.ledger.confirm(id, session.request.TxToken ?? "");
      return [200, ""];
    }
    const id = decodeURIComponent(/\/sessions\/([^?]*)/.exec(url)?.[1] ?? "");
    const { code: ResponseCode, request: { OrdenID, TransactionId } = {} } = this.#sessions.get(id) ?? {};
    if (ResponseCode === undefined) return [404, '{"message":"rspdata_not_found"}'];
    return [200, JSON.stringify({ ResponseCode, OrdenID, TransactionId, SESSION: id })];
  }

  /** Of the nth request of its kind, so that a life is the same however its calls overlap. */
  #randomFor(kind: string): Random {
    const n = this.#requests.get(kind) ?? 0;
    this.#requests.set(kind, n + 1);
    let hash = this.#seed;
    for (const byte of Buffer.from(`${kind} ${n}`)) hash = Math.imul(hash ^ byte, 0x01000193);
    return seeded(hash);
  }

  #fault(random: Random, wasDone: boolean): Fault {
    if (!random.chance(this.roughness)) return { isDone: true, comes: "answer" };
    // A bank that has done it before may refuse it now; the first time a refusal means that nothing is done.
    if (random.chance(0.2)) return { isDone: wasDone && random.chance(0.5), comes: "refusal" };
    if (random.chance(0.4)) return { isDone: true, comes: random.one(done) };
    return { isDone: random.chance(0.6), comes: random.one(either) };
  }

  #send(response: ServerResponse, fault: Fault, status: number, body: string, clock: MovedClock, random: Random): void {
    const { socket } = response;
    const { comes } = fault;
    if (comes === "cut" || (this.abort === undefined && (comes === "silence" || comes === "abort"))) socket?.destroy();
    else if (comes === "silence") clock.skip();
    else if (comes === "abort") this.abort?.();
    else if (comes === "cut answer") {
      response.writeHead(status, { "content-length": Buffer.byteLength(body) + 1 });
      response.write(body, () => socket?.destroy());
    } else {
      if (comes === "answer after 100") response.writeContinue();
      if (comes === "answer twice" && socket !== null) {
        this.#again.set(socket, `HTTP/1.1 200 OK\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
      }
      const [seenStatus, seen] = seenInstead(comes, body, random) ?? [status, body];
      answer(response, seenStatus, seen, comes === "too many requests" ? { "retry-after": "2" } : {});
    }
  }
}

/** What comes in place of an answer; undefined when it comes itself. */
function seenInstead(comes: Fault["comes"], body: string, random: Random): [number, string] | undefined {
  switch (comes) {
    case "server error":
      return [random.one([500, 502, 503, 504]), random.one([body, "", "<h1>Error</h1>"])];
    case "page":
      return [200, `<html>${body}</html>`];
    case "refusing page":
      return [random.one([403, 404, 413]), `<html>${body}</html>`];
    case "broken JSON":
      return [200, body.slice(0, -2)];
    case "nothing":
      return [200, random.one(["", "{}", "null", "[]"])];
    case "too many requests":
      return [random.one([429, 408]), "{}"];
    case "refusal":
      return [random.one([400, 401, 403, 404, 409, 425]), refusalOf(body)];
    default:
      return undefined;
  }
}

/** What a bank that explains itself repeats of what it was sent. */
const debugOf = (heard: Heard, random: Random): { debug?: string } =>
  random.chance(0.3) ? { debug: echoOf(heard, random) } : {};

/** A refusal that may repeat what it refuses, and nothing else of an answer. */
function refusalOf(body: string): string {
  const { debug } = body.startsWith("{") ? (JSON.parse(body) as { debug?: string }) : {};
  return JSON.stringify({ message: `refused ${debug ?? ""}` });
}

const approved = {
  "response-code": "00",
  "internal-response-code": "0000",
  "response-code-desc": "Transaction Approved",
};
