import { type TracingChannelSubscribers, tracingChannel } from "node:diagnostics_channel";
import type { SessionResult } from "@ventanilla/client";
import {
  type Attempt,
  type Claim,
  type OutboxEvent,
  type Plan,
  type ShopStore,
  states,
  type UpdatedAttempt,
  type WrittenEvent,
} from "@ventanilla/express/store";
import type { Life, Observer } from "./process-life.ts";

/** The history of one event, by the answers of the database. */
interface Told {
  id: string;
  order: string;
  attempt: string;
  delivered: boolean;
  dead: boolean;
  /** Whether it was claimed at least once. */
  tried: boolean;
  /** The calls that had ended before the one that wrote it began. */
  after: number;
  /** The call that wrote it, counted by their ends. */
  at: number;
  /** Calls of its hook that returned, and whose process had not died by the end of the step. */
  returned: { life: Life }[];
}

/** The states that are announced. */
const told: ReadonlySet<string> = new Set(["expired", "unknown", "declined", "review", "approved"]);
/** An answer without a result, this shortly before the bank forgets the session, is evidence that nobody has paid. */
const evidenceMs = 45_000;
/** How long the answer to a call may come after another process has read what the call wrote, on a busy machine. */
const patienceMs = 30_000;
const isMoney = (event: string): boolean => /^paid(Again)?:/.test(event);
const rank = (state: Attempt["state"]): number => states.indexOf(state);

/**
 * Observes every call that reaches the database, every hook and every answer of the bank, and checks the guarantees.
 */
export interface Witness extends Observer {
  readonly events: ReadonlyMap<string, Told>;
  readonly attempts: ReadonlyMap<string, Attempt>;
  /** How many results the router has heard in this step, by the attempt. */
  readonly answered: Map<string, number>;
  /** The guarantees that were broken, as text. */
  readonly broken: string[];
  /** Resolves when no query of the bank is under way, not even of a dead process. */
  unasked(): Promise<void>;
  /**
   * Resolves when the event has been seen to be written, or should have been: on a database with connections the answer
   * to its writer may come later than the claim of another process.
   */
  written(event: string): Promise<void>;
  /** A hook begins. */
  hookBegins(event: { id: string; type: string; order: string; attempt: string; code?: string }): void;
  /** A hook returned, in this life. */
  hookReturned(event: string, life: Life): void;
  /** Stops listening. */
  close(): void;
}

/**
 * @param now the database's clock
 * @param approvedAt when the bank began to show an approval of this SESSION, if it did
 */
export function makeWitness(now: () => number, approvedAt: (SESSION: string) => number | undefined): Witness {
  const events = new Map<string, Told>();
  const attempts = new Map<string, Attempt>();
  const answered = new Map<string, number>();
  const leases = new Map<string, number>();
  let ended = 0;
  let asking = 0;
  const broken: string[] = [];
  // The router catches what a store or a hook throws, so it is kept here.
  const promise = (kept: boolean, text: string): void => void (kept || broken.push(text));

  function claimed(what: string, claims: Claim<Attempt | OutboxEvent>[]): void {
    for (const { item, leaseUntil } of claims) {
      const key = `${what} ${item.id}`;
      const until = leases.get(key) ?? 0;
      promise(until <= now(), `two live leases: ${key} is leased for another ${until - now()} ms`);
      leases.set(key, leaseUntil);
    }
  }

  function moved({ attempt, dueAt }: UpdatedAttempt, event: WrittenEvent | undefined): void {
    const before = attempts.get(attempt.id);
    attempts.set(attempt.id, attempt);
    if (dueAt !== undefined) leases.delete(`attempt ${attempt.id}`);
    const { id, order, state, facts } = attempt;
    promise(before === undefined || rank(state) >= rank(before.state), `${id} fell from ${before?.state} to ${state}`);
    if (event?.type === "attempt.unconfirmed" && event.attempt === id) {
      promise(state === "declined", `${id} is ${state} and was told to be refused without a clear last answer`);
    }
    if (state === before?.state || !told.has(state)) return;
    if (state === "expired" && facts.openedAt !== undefined) {
      const { clearAt = 0, goneAt = Number.POSITIVE_INFINITY, SESSION = "" } = facts;
      const held = (approvedAt(SESSION) ?? Number.POSITIVE_INFINITY) <= clearAt;
      promise(!held, `${id} expired, and the bank held an approval when it was last asked`);
      const asked = goneAt - clearAt <= evidenceMs && goneAt >= (attempt.windowEndsAt ?? 0);
      promise(asked, `${id} expired, and the bank had not been asked shortly before it forgot`);
    }
    const due = state === "approved" ? [`paid:${order}`, `paidAgain:${id}`] : [`${state}:${id}`];
    promise(due.includes(event?.id ?? ""), `${id} became ${state}, and ${event?.id} is told`);
  }

  function written({ id, order, attempt }: WrittenEvent, after: number): void {
    promise(!events.has(id), `${id} was written twice`);
    events.set(id, {
      id,
      order,
      attempt,
      delivered: false,
      dead: false,
      tried: false,
      after,
      at: ended,
      returned: [],
    });
  }

  function settled(id: string, kind: "done" | "retry" | "dead"): void {
    leases.delete(`event ${id}`);
    const event = events.get(id);
    promise(event?.delivered === false, `${id} was settled after it had been delivered`);
    if (!event) return;
    event.delivered = kind === "done";
    event.dead = kind === "dead";
  }

  const query = tracingChannel("ventanilla:query");
  const ignore = (): void => {};
  const listener: TracingChannelSubscribers<object> = {
    end: ignore,
    asyncEnd: ignore,
    error: ignore,
    start() {
      asking++;
    },
    asyncStart(message: object) {
      asking--;
      const { attempt, answer } = message as { attempt: string; answer?: SessionResult["status"] };
      if (answer === "finished") answered.set(attempt, (answered.get(attempt) ?? 0) + 1);
    },
  };
  query.subscribe(listener);

  return {
    events,
    attempts,
    answered,
    broken,
    begins: () => ended,
    async unasked() {
      while (asking > 0) await new Promise((resolve) => setImmediate(resolve));
    },
    wrote({ insert, updates = [], event }: Plan, after) {
      ended++;
      if (insert) attempts.set(insert.attempt.id, insert.attempt);
      for (const update of updates) moved(update, event);
      if (event) written(event, after);
    },
    sees(name, values, result) {
      ended++;
      const seen = { name, values, result } as { [Name in keyof ShopStore]: Seen<Name> }[keyof ShopStore];
      switch (seen.name) {
        case "claimAttempts":
          claimed("attempt", seen.result);
          break;
        case "claimEvents":
          claimed("event", seen.result);
          for (const { item } of seen.result) Object.assign(events.get(item.id) ?? {}, { tried: true });
          break;
        case "renewClaim":
          if (seen.result) leases.set(`event ${seen.values[0]}`, now() + seen.values[2]);
          break;
        case "settleClaim":
          if (seen.result) settled(seen.values[0], seen.values[2].kind);
          break;
        case "reviveEvent":
          if (seen.result) Object.assign(events.get(seen.values[0]) ?? {}, { dead: false });
          break;
      }
    },
    async written(event) {
      const end = performance.now() + patienceMs;
      while (!events.has(event) && performance.now() < end) await new Promise((resolve) => setImmediate(resolve));
    },
    hookBegins({ id, type, order, attempt: attemptId, code }) {
      const event = events.get(id);
      const attempt = attempts.get(attemptId);
      promise(event !== undefined && attempt !== undefined, `${id} reached a hook before it was written`);
      if (!event || !attempt) return;
      promise(event.order === order, `${id} names another order`);
      promise(!event.delivered, `${id} reached its hook again after its delivery was settled`);
      const alive = event.returned.filter(({ life }) => !life.signal.aborted);
      promise(alive.length === 0, `${id} reached its hook again, which had returned to a process that lives`);
      for (const earlier of events.values()) {
        // Of two that were written at the same time, by two processes, either may stand first.
        if (earlier.at > event.after) continue;
        // A hook that fails or hangs does not delay the event of a payment.
        const passed = isMoney(id) && !isMoney(earlier.id) && earlier.tried;
        const done = earlier.order !== order || earlier.delivered || earlier.dead || passed;
        promise(done, `${id} reached its hook before ${earlier.id}, which came first`);
      }
      if (type === "order.paid" || type === "order.paidAgain") {
        promise(code === "00" || attempt.facts.resolution?.paid === true, `${id} was told with code ${code}`);
      }
    },
    hookReturned(id, life) {
      events.get(id)?.returned.push({ life });
    },
    close: () => query.unsubscribe(listener),
  };
}

interface Seen<Name extends keyof ShopStore> {
  name: Name;
  values: Parameters<ShopStore[Name]>;
  result: Awaited<ReturnType<ShopStore[Name]>>;
}
