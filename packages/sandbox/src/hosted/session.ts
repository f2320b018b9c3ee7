import type { TransactionType } from "@ventanilla/client/wire";
import type { FaultId } from "../fault-table.ts";
import type { Reason } from "../reason.ts";
import { maskSecrets } from "../secrets/mask-secrets.ts";
import type { TestCard } from "../test-cards.ts";
import { misspellingsIn, sentencesOf, type WarnedMisspelling, type Warning } from "../warning.ts";
import type { Currency, Purchase } from "./purchase.ts";

/** What the bank decided about one submitted card. Holds the masked number only. */
export type SessionOutcome = {
  ResponseCode: string;
  /** Why the code is not 00; undefined when it is. */
  reason: Reason | undefined;
  /** Undefined when nothing was sent to an issuer: a refusal of the platform itself. */
  remoteCode: string | undefined;
  authorizationCode: string | undefined;
  /** Twelve digits, unique in this sandbox. */
  reference: string;
  /** First six and last four digits, underscores between. */
  maskedCard: string;
  /** The TxToken, of the form that the switch `token-form` names. */
  token: string;
};

/** The issuer's question to the buyer (3-D Secure challenge), while it is open. */
type Challenge = {
  card: TestCard;
  code: string;
  /** Whether the buyer has asked for another code than the first. */
  resent: boolean;
  triesLeft: number;
  since: number;
};

/** How the buyer pays the issuer back: in installments, or in full after a number of days (contract §1). */
export type Plan = { installments: number } | { deferredDays: number };

/** One session as the ledger keeps it. `id` and `key` are the merchant's, `page` is what the browser sees. */
export type LedgerSession = {
  readonly id: string;
  readonly key: string;
  readonly purchase: Purchase;
  /** The worst first. */
  readonly warnings: readonly Warning[];
  readonly createdAt: number;
  /** Made by a form posted to the payment page, not by the session API. */
  readonly direct: boolean;
  /** The page's own GUID; undefined until the buyer comes to the page. */
  page: string | undefined;
  outcome: SessionOutcome | undefined;
  challenge: Challenge | undefined;
  plan: Plan | undefined;
  /** When its latest card was submitted, by the sandbox's clock. */
  submittedAt: number | undefined;
  /** By the sandbox's clock: the query has no result before. 0 when it may be seen at once. */
  visibleAt: number;
  /** The faults that act on its page and on its return. */
  faults: readonly FaultId[];
  cancelled: boolean;
  visits: number;
  queries: number;
  charges: number;
};

/** A session as `sandbox.sessions()` lists it: without its key, its addresses and the card. */
export type SandboxSession = {
  /** The SESSION of its creation. */
  id: string;
  /** Normal sale, pre-authorization or confirmation. */
  type: TransactionType;
  /** The OrdenID. */
  order: string;
  /** `TransactionId` of the request: the merchant's number of the payment. */
  transactionId: string;
  /** Minor units; undefined when the sandbox could not read Amount. */
  amount: number | undefined;
  /** Undefined when CurrencyCode is neither 214 nor 840. */
  currency: Currency | undefined;
  /**
   * `challenged`: the issuer waits for the buyer's code. `cancelled`: the buyer went to CancelUrl without a result;
   * the session can still be paid.
   */
  state: "created" | "opened" | "challenged" | "cancelled" | "declined" | "approved";
  /** The ResponseCode of the result; undefined before there is a result. */
  code: string | undefined;
  /** Why the code is not 00; undefined when it is. */
  reason: Reason | undefined;
  /**
   * Whether its 30 minutes are over (see the switch `session-life`): the page says so (410), and the query answers
   * `Session not found`.
   */
  expired: boolean;
  /** Milliseconds since 1970, by the sandbox's clock. */
  createdAt: number;
  /** When its 30 minutes are over, in milliseconds since 1970, by the sandbox's clock. */
  expiresAt: number;
  /** How many sessions the sandbox holds for this order, this one included. */
  creations: number;
  /** Number of times its SESSION was posted to the payment page. */
  visits: number;
  /** Number of queries for its result with the right key. */
  queries: number;
  /** Number of times money moved or was held by a pre-authorization: 0 or 1. */
  charges: number;
  /** What the live service silently ignores in the request that created it. */
  warnings: readonly string[];
  /** The same warnings in Spanish, where they have any. */
  warningsEs: readonly string[];
  /** The warnings that are about a wrong name of a field, for programs; absent when there are none. */
  misspellings?: readonly WarnedMisspelling[];
};

/** A session as `sandbox.sessions()` lists it. `known` is what the ledger knows of it. */
export function describeSession(
  session: LedgerSession,
  known: Pick<SandboxSession, "creations" | "expired" | "expiresAt">,
): SandboxSession {
  const { id, purchase, outcome, createdAt, visits, queries, charges, warnings } = session;
  const misspellings = misspellingsIn(warnings);
  return {
    id,
    type: purchase.type,
    order: maskSecrets(purchase.order),
    transactionId: maskSecrets(purchase.transactionId),
    amount: purchase.amount,
    currency: purchase.currency,
    state: stateOf(session),
    code: outcome?.ResponseCode,
    reason: outcome?.reason,
    createdAt,
    ...known,
    visits,
    queries,
    charges,
    ...sentencesOf(warnings),
    ...(misspellings.length > 0 && { misspellings }),
  };
}

/** The state of a session. */
function stateOf({ outcome, charges, challenge, cancelled, visits }: LedgerSession): SandboxSession["state"] {
  if (challenge) return "challenged";
  if (outcome) return charges > 0 ? "approved" : "declined";
  if (cancelled) return "cancelled";
  return visits > 0 ? "opened" : "created";
}
