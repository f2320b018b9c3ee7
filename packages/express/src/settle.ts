import { setTimeout as pause } from "node:timers/promises";
import { OutcomeUnknownError, type SessionResult, sessionResult } from "@ventanilla/client";
import { type BankAnswer, readAnswer, weightOf } from "./attempt/answer.ts";
import type { Attempt, Authorization } from "./attempt/attempt.ts";
import type { Recorder, TransitionEvent } from "./attempt/event.ts";
import { isCancelledNext } from "./attempt/outcome.ts";
import { knownAt } from "./attempt/question.ts";
import { canBeQueried } from "./attempt/rules.ts";
import { minPauseMs, questionMs } from "./attempt/schedule.ts";
import { tokenOwner, type Vault } from "./base/vault.ts";
import { type OrderSource, orderNowOf } from "./order/ask-order.ts";
import { subjectOf } from "./report/report.ts";
import type { SessionSettings } from "./session/open-session.ts";

/** A result that the store did not take is written again after 0.5 s, 1 s, 2 s, …, then every 15 s, until it is. */
const retryAfter = (retries: number): number => Math.min(500 * 2 ** retries, 15_000);

/** How often a process looks whether the question of another one is over. */
const turnEveryMs = 100;

type Asking = Extract<TransitionEvent, { type: "asking" }>;
type Answered = Extract<TransitionEvent, { type: "answered" }>;

interface Unwritten {
  attempt: Attempt;
  answered: Answered;
}

/** What asking needs, and what is under way. */
type Settling = ReturnType<typeof newSettling>;

const newSettling = (settings: SessionSettings & OrderSource, record: Recorder) => ({
  settings,
  record,
  running: new Map<string, Promise<Attempt>>(),
  /** Results that the store did not take, by attempt: the bank may have forgotten them by the next query. */
  unwritten: new Map<string, Unwritten>(),
});

/** Asks the bank about attempts and records its answers: only these, and a person, approve an attempt. */
export function makeSettler(...given: Parameters<typeof newSettling>) {
  const settling = newSettling(...given);
  return {
    settle: (attempt: Attempt, options?: { now?: boolean }) => settle(settling, attempt, options),
    writeKept: () => writeKept(settling),
    close: (ms: number) => close(settling, ms),
  };
}

export type Settler = ReturnType<typeof makeSettler>;

/**
 * Asks the bank about an attempt: one query at a time per attempt, over all processes, and at most one a second. Within
 * that second, and while another process asks, the attempt is returned as it is; but while a buyer waits to read that
 * the payment is canceled, a query starts when the second has passed. One without a session key, which no browser has
 * seen or nothing can change any more, is returned as it is, too. An unclear answer is recorded, and no error here.
 * @param options `now`: starts a query also within the second, after any that is running. Default: `false`
 */
async function settle(settling: Settling, attempt: Attempt, { now = false }: { now?: boolean } = {}): Promise<Attempt> {
  const running = settling.running.get(attempt.id);
  // Its answer may have come long after its question, from a process that was stopped meanwhile.
  const current = running ? await running : attempt;
  // Another bank can do nothing with the session's key, and must not learn it.
  if (!canBeQueried(current) || settling.settings.gateways.of(current) === undefined) return current;
  const since = now ? minPauseMs : (await settling.settings.store.now()) - knownAt(current.facts);
  // Asked in the future: by a clock that was ahead.
  const passed = since < -minPauseMs ? minPauseMs : since;
  if (passed < minPauseMs && !isCancelledNext(current)) return current;
  const query = settling.running.get(current.id) ?? askInTurn(settling, current, minPauseMs - passed, now);
  settling.running.set(current.id, query);
  return query;
}

async function askInTurn(settling: Settling, attempt: Attempt, ms: number, now: boolean): Promise<Attempt> {
  try {
    if (ms > 0) await pause(Math.min(ms, minPauseMs));
    const question = crypto.randomUUID();
    const turn = takeTurn(settling, attempt, { type: "asking", question, isUrgent: now || ms > 0 }, now);
    // The bank is asked all the same when the store fails: it may have forgotten the result when the store is well.
    const current = await turn.catch(() => undefined);
    const isTurn = current === undefined || current.facts.question?.id === question;
    return isTurn ? await ask(settling, current ?? attempt, question) : current;
  } finally {
    settling.running.delete(attempt.id);
  }
}

/**
 * Writes that this process asks, so that no other one does at the same time.
 * @param waits until the question of another process is over
 * @returns the attempt, with the question where it is this process's turn
 */
async function takeTurn(settling: Settling, attempt: Attempt, asking: Asking, waits: boolean): Promise<Attempt> {
  const { question } = asking;
  // Its answer is here, and the store has only the question.
  const answered = settling.unwritten.get(attempt.id)?.answered.question;
  const event = { ...asking, ...(answered !== undefined && { answered }) };
  const end = waits ? performance.now() + questionMs : 0;
  let current = await settling.record(attempt, event);
  while ((current.facts.question?.id ?? question) !== question && performance.now() < end) {
    await pause(turnEveryMs);
    current = await settling.record((await settling.settings.store.findAttempt(attempt.id)) ?? current, event);
  }
  return current;
}

/** Asks the bank, and writes the answer. One that was not written before, and that says more, is written first. */
async function ask(settling: Settling, attempt: Attempt, question: string): Promise<Attempt> {
  const answered = await askBank(settling, attempt, question);
  const kept = settling.unwritten.get(attempt.id)?.answered;
  const isOutweighed = kept !== undefined && weightOf(kept.answer) > weightOf(answered.answer);
  const current = isOutweighed ? await write(settling, { attempt, answered: kept }) : attempt;
  return write(settling, { attempt: current, answered });
}

async function askBank(settling: Settling, attempt: Attempt, question: string): Promise<Answered> {
  const { question: turn } = attempt.facts;
  const askedAt = turn?.id === question ? turn.at : await settling.settings.store.now();
  const result = await resultOf(settling, attempt);
  const answer = withAuthorization(settling.settings.vault, attempt, readAnswer(attempt, result), result);
  // A capture's amount is what the shop asked for; the order's was compared when it was authorized.
  const isNew = answer.kind === "approved" && attempt.state !== "approved" && attempt.facts.captureOf === undefined;
  const answered: Answered = { type: "answered", answer, askedAt, question };
  if (!isNew) return answered;
  // This process may die before a slow `order()` answers: that a card was sent is written first.
  const onSlow = () => settling.record(attempt, { type: "answered", answer: { kind: "inProgress" } }).catch(() => {});
  return { ...answered, orderNow: await orderNowOf(settling.settings, attempt, onSlow) };
}

/** The bank's answer; `undefined` when there is no readable one. */
async function resultOf(settling: Settling, attempt: Attempt): Promise<SessionResult | undefined> {
  const { gateways, report, vault } = settling.settings;
  const bank = gateways.of(attempt);
  if (bank === undefined) return undefined;
  const { SESSION = "", sealedKey = "" } = attempt.facts;
  const subject = subjectOf(attempt);
  let key: string;
  try {
    key = vault.open(sealedKey, attempt.id);
  } catch (error) {
    const message = "a session key cannot be decrypted: put the missing key back into encryptionKeys within 30 minutes";
    report.alert("key_lost", message, subject, error);
    return undefined;
  }
  const query = report.query(subject, () => sessionResult(bank, { SESSION, "session-key": key }));
  return query.catch((error: unknown) => {
    if (error instanceof OutcomeUnknownError) return undefined;
    throw error;
  });
}

/** Adds the data that a later capture has to send back to the bank, if the order is captured later. */
function withAuthorization(vault: Vault, attempt: Attempt, answer: BankAnswer, result?: SessionResult): BankAnswer {
  const { id, facts } = attempt;
  if (facts.capture !== "later" || result?.status !== "finished") return answer;
  if (answer.kind !== "approved" && answer.kind !== "review") return answer;
  const { TxToken, RemoteResponseCode, AuthorizationCode, RetrievalReferenceNumber } = result.result;
  if (TxToken === undefined) return answer;
  const { authorizationCode = AuthorizationCode, reference = RetrievalReferenceNumber } = answer.verdict;
  const authorization: Authorization = {
    sealedToken: vault.seal(TxToken, tokenOwner(id)),
    ...(RemoteResponseCode !== undefined && { remoteCode: RemoteResponseCode }),
    ...(authorizationCode !== answer.verdict.authorizationCode && { authorizationCode }),
    ...(reference !== answer.verdict.reference && { reference }),
  };
  return { ...answer, authorization };
}

/** Records an answer. A result that the store does not take is kept, and written later. */
async function write(settling: Settling, unwritten: Unwritten): Promise<Attempt> {
  const { attempt, answered } = unwritten;
  const weight = weightOf(answered.answer);
  const weightKept = () => {
    const kept = settling.unwritten.get(attempt.id);
    return kept === undefined ? 0 : weightOf(kept.answered.answer);
  };
  try {
    const after = await settling.record(attempt, answered);
    // A heavier one may have been heard while this one was written.
    if (weightKept() <= weight) settling.unwritten.delete(attempt.id);
    return after;
  } catch (error) {
    if (weight > weightKept()) keep(settling, unwritten, error);
    throw error;
  }
}

function keep(settling: Settling, unwritten: Unwritten, error: unknown): void {
  const { attempt, answered } = unwritten;
  settling.unwritten.set(attempt.id, unwritten);
  writeLater(settling, unwritten);
  if (answered.answer.kind !== "approved") return;
  settling.settings.report.alert(
    "store_failed",
    "the bank has approved a payment, and the store does not take it; this process keeps it and tries again: do not kill it",
    { ...subjectOf(attempt), holdsApproval: true },
    error,
  );
}

function writeLater(settling: Settling, unwritten: Unwritten, retries = 0): void {
  setTimeout(() => {
    if (settling.unwritten.get(unwritten.attempt.id) !== unwritten) return;
    write(settling, unwritten).catch(() => writeLater(settling, unwritten, retries + 1));
  }, retryAfter(retries)).unref();
}

/** Tries once to write every result that the store did not take. */
async function writeKept(settling: Settling): Promise<void> {
  await Promise.allSettled([...settling.unwritten.values()].map((each) => write(settling, each)));
}

/** Tries for at most `ms` to write every result that the store did not take: the bank may have forgotten it. */
async function close(settling: Settling, ms: number): Promise<void> {
  const end = performance.now() + ms;
  for (let retries = 0; ; retries++) {
    await writeKept(settling);
    const left = end - performance.now();
    if (settling.unwritten.size === 0 || left <= 0) return;
    await pause(Math.min(retryAfter(retries), left));
  }
}
