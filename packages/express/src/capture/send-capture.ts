import { GatewayError, OutcomeUnknownError, type Session, submitSession } from "@ventanilla/client";
import { isAuthorized, paidOrAuthorized } from "../attempt/approval.ts";
import type { Attempt } from "../attempt/attempt.ts";
import { capturing, senderLeaseMs, sendingFailed, toBeSentBy } from "../attempt/decided.ts";
import type { Recorder } from "../attempt/event.ts";
import type { Site } from "../base/site.ts";
import { newReturnToken, newToken } from "../http/token.ts";
import { reasonOf, subjectOf } from "../report/report.ts";
import { confirmationOf } from "../session/confirmation-of.ts";
import { launchFailureOf, newSessionFor, type SessionSettings } from "../session/open-session.ts";
import { CaptureError } from "./capture-error.ts";

/** What an order is captured with. */
export type CaptureSettings = SessionSettings & Pick<Site, "mount">;

/** A look at the order that took longer is made again. */
const maxLookMs = 5000;

/**
 * Sends a capture to the bank, unless another call does. SESSION is posted by the call that has claimed to be its
 * sender, and by no other: `docs/decisions/0019-a-capture-is-an-attempt.md`.
 * @returns the capture as it is afterwards
 * @throws CaptureError `not_sent`, `not_authorized` when a person was quicker, or `already_paid` when another attempt was
 */
export async function sendCapture(
  settings: CaptureSettings,
  record: Recorder,
  begun: Attempt,
  authorized: Attempt,
): Promise<Attempt> {
  const sender = newToken();
  const capture = await record(begun, toBeSentBy(sender));
  if (capture.state !== "preparing" || capture.facts.sender?.id !== sender) return capture;
  const parts = { settings, record, capture, authorized, sender };
  try {
    await holdAuthorization(parts);
    const { opened, session } = await openCaptureSession(parts);
    // It took so long that another call has become the sender: only the session of that call is posted.
    if (opened.state !== "opened" || opened.facts.sender?.id !== sender) return opened;
    const current = await lookAgain(parts, opened);
    return current.state === "opened" ? await submit(parts, current, session) : current;
  } catch (error) {
    return fail(parts, error);
  }
}

/**
 * Writes on the order's authorizations that the capture begins. The capture is in the store already, so a person's
 * decision about one of them either was recorded before and is seen here, or is decided again and sees the capture.
 *
 * The authorization that is captured comes last. A decision about another one can give this one back: either it was
 * recorded before this write on the other one and is seen here, or that write refuses it.
 */
async function holdAuthorization({ settings: { store }, record, capture, authorized }: Sending): Promise<void> {
  const attempts = await store.attemptsOf(capture.order);
  checkUnpaid(attempts);
  const event = capturing(capture.id);
  const others = attempts.filter((attempt) => attempt.id !== authorized.id && isAuthorized(attempt));
  await Promise.all(others.map((other) => record(other, event)));
  if (isAuthorized(await record(authorized, event))) return;
  throw notAuthorized();
}

/**
 * Checks that no attempt has paid the order.
 * @param attempts all attempts of the order
 * @throws CaptureError `already_paid`
 */
export function checkUnpaid(attempts: readonly Attempt[]): void {
  if (!paidOrAuthorized(attempts).paid) return;
  throw new CaptureError("already_paid", "another attempt has paid this order: a capture would charge it twice");
}

/** What a call needs to send a capture. `sender` identifies the call. */
interface Sending {
  settings: CaptureSettings;
  record: Recorder;
  capture: Attempt;
  authorized: Attempt;
  sender: string;
}

/** Creates the capture's session, and records it. */
async function openCaptureSession({ settings, record, capture, authorized, sender }: Sending): Promise<{
  opened: Attempt;
  session: Session;
}> {
  const token = newReturnToken(settings.vault);
  const request = confirmationOf(settings, authorized, capture, token);
  const { session, kept } = await newSessionFor(settings, capture, request, token);
  const { language, mode } = capture.facts;
  const opened = await record(capture, { type: "launched", launch: { language, mode }, session: kept, sender });
  return { opened, session };
}

/**
 * Looks at the order again, right before the post: this process may have stood still since the session was written. The
 * capture may have ended meanwhile, and another one may have settled the order.
 * @returns the capture as it is now; it may be posted when it is `opened`
 * @throws CaptureError `already_paid` or `not_authorized`; Error when the sender's time is over
 */
async function lookAgain(sending: Sending, opened: Attempt): Promise<Attempt> {
  const { settings, authorized, sender } = sending;
  const began = performance.now();
  const attempts = await settings.store.attemptsOf(opened.order);
  const now = await settings.store.now();
  const current = attempts.find(({ id }) => id === opened.id) ?? opened;
  if (current.state !== "opened") return current;
  const { id, at = 0 } = current.facts.sender ?? {};
  if (id !== sender || now - at >= senderLeaseMs) throw new Error("it took longer than 30 s until it could be sent");
  checkUnpaid(attempts);
  if (!attempts.some((attempt) => attempt.id === authorized.id && isAuthorized(attempt))) throw notAuthorized();
  // It has stood still during this look: what was read may be old.
  return performance.now() - began < maxLookMs ? current : lookAgain(sending, opened);
}

const notAuthorized = (): CaptureError =>
  new CaptureError("not_authorized", "a person has recorded that the authorization was given back or released");

/**
 * Posts the session to the bank's page.
 * @throws OutcomeUnknownError when nothing has reached the page; ArgumentError when nothing was sent
 */
async function submit({ settings, record }: Sending, capture: Attempt, session: Session): Promise<Attempt> {
  const { gateways, report } = settings;
  const subject = subjectOf(capture);
  try {
    await report.submit(subject, () => submitSession(gateways.of(capture) ?? gateways.present, session));
  } catch (error) {
    const isSent = error instanceof GatewayError || (error instanceof OutcomeUnknownError && error.sent);
    if (!isSent) throw error;
    // A proxy in front of the page may have refused, not the page: only the query has the result of the capture.
    const fields = { ...subject, error: reasonOf(error) };
    report.warn("the bank's page did not take a capture; the bank is asked about it", fields);
  }
  // This server is the browser, and it was at the page. If that cannot be written, the query finds the result as well.
  return record(capture, { type: "visited", via: "return" }).catch(() => capture);
}

/**
 * Ends a capture that never reached the bank's page, and throws the reason. When another call has become its sender,
 * returns the capture as it is.
 */
async function fail({ record, capture, sender }: Sending, error: unknown): Promise<Attempt> {
  const failed = sendingFailed(launchFailureOf(error), sender);
  // When the store fails as well, the first failure is reported.
  const after = await record(capture, failed).catch(() => undefined);
  if (after !== undefined && after.facts.sender?.id !== sender) return after;
  if (error instanceof CaptureError) throw error;
  const message = `the capture was not sent to the bank, nothing was settled: ${reasonOf(error)}`;
  throw new CaptureError("not_sent", message, { cause: error });
}
