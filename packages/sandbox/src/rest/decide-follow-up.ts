import { currencyCodes, isCharge, type RestOperation } from "@ventanilla/client/wire";
import { decisionOfAmount } from "../hosted/outcome.ts";
import { brief, type Decision, differs, type Reason, shown } from "../reason.ts";
import type { Runtime } from "../runtime.ts";
import { spelledAs } from "./forgiven.ts";
import type { ReceivedRequest } from "./received-request.ts";
import {
  batchClosed,
  noCheckInVoids,
  noSuchReference,
  notOpen,
  notSettled,
  refundedAlready,
  transactionPhrase,
  wrongKind,
  wrongTotal,
} from "./rest-reasons.ts";
import type { RestTransaction } from "./rest-transaction.ts";

/** A void, check-out or refund to decide about, and the transactions that it refers to. */
export type FollowUp = {
  operation: RestOperation;
  request: ReceivedRequest;
  /** Minor units. */
  amount: number;
  /** The transaction behind pnRef or txToken, of whatever kind. */
  named: RestTransaction | undefined;
  /** The sale or check-in that it belongs to; its key is the request's. */
  original: RestTransaction | undefined;
};

type BankRules = Pick<Runtime, "clock" | "batchClose" | "switches">;

const original = { es: "la venta o el check-in original", en: "the sale or check-in itself" };
const checkIn = { es: "un check-in", en: "a check-in" };

/** Why a void, check-out or refund is declined, in response codes of the contract; 00 when it is not. */
export function decideFollowUp(followUp: FollowUp, bank: BankRules): Decision {
  const found = findOriginal(followUp);
  if ("code" in found) return found;
  const problem = stateProblem(followUp, found.original, bank) ?? limitProblem(followUp, found.original, bank);
  return problem ?? askedFor(followUp) ?? { code: "00" };
}

// The amount of a void is its original's, so that nobody can choose it to ask for a code.
const askedFor = ({ operation, amount }: FollowUp): Decision | undefined =>
  operation === "void" ? undefined : decisionOfAmount(amount);

/** 25: the original is not found by what the request names. */
function findOriginal({
  operation,
  request,
  named,
  original: own,
}: FollowUp): Decision | { original: RestTransaction } {
  const field = operation === "void" ? "pnRef" : "txToken";
  if (named === undefined) return declined("25", noSuchReference(field, request[field]));
  const sale = named.operation === "checkOut" ? named.original : named;
  if (sale === undefined || !isCharge(sale.operation)) return declined("25", wrongKind(field, named, original));
  if (own === undefined) {
    const key = brief(request["idempotency-key"] ?? "");
    return declined("25", differs("idempotency-key", key, brief(sale.key), transactionPhrase(sale)));
  }
  const merchant = request["merchant-id"] ?? "";
  if (merchant === own.merchantId) return { original: own };
  return declined("25", differs("merchant-id", shown(merchant), shown(own.merchantId), transactionPhrase(own)));
}

/** 12: what has become of the original, and its currency, terminal and environment. */
function stateProblem({ request }: FollowUp, own: RestTransaction, { switches }: BankRules): Decision | undefined {
  const { settledBy, voided, approvalCode } = own;
  if (approvalCode === undefined || voided) return declined("12", notOpen(own));
  const charged = settledBy ?? own;
  if (charged.refundedBy) return declined("12", refundedAlready(own, charged.refundedBy, charged.amount));
  const originals = {
    currency: currencyCodes[own.currency],
    "terminal-id": own.terminalId,
    environment: spelledAs(own.environment, switches),
  };
  for (const [field, expected] of Object.entries(originals) as [keyof typeof originals, string][]) {
    const sent = spelledAs(request[field] ?? "", switches);
    // A field that either of them lacks is not compared.
    if (sent === "" || expected === "" || sent === expected) continue;
    return declined("12", differs(field, shown(sent), shown(expected), transactionPhrase(own)));
  }
  return undefined;
}

/** 12, 13, 25 and 77: what the operation itself demands of its original. */
function limitProblem(followUp: FollowUp, own: RestTransaction, bank: BankRules): Decision | undefined {
  const { operation, request, amount, named = own } = followUp;
  const { settledBy } = own;
  const charged = settledBy ?? own;
  if (operation === "void") return voidProblem(amount, charged, own, bank);
  if (operation === "checkOut") {
    const approval = request["approval-code"];
    if (own.operation !== "checkIn") return declined("12", wrongKind("txToken", named, checkIn));
    if (approval !== undefined && approval !== own.approvalCode) {
      return declined("25", differs("approval-code", shown(approval), own.approvalCode ?? "", transactionPhrase(own)));
    }
  } else if (own.operation === "checkIn" && settledBy === undefined) return declined("12", notSettled(own));
  return amount <= charged.amount ? undefined : declined("13", wrongTotal(amount, charged, false));
}

function voidProblem(
  amount: number,
  charged: RestTransaction,
  own: RestTransaction,
  bank: BankRules,
): Decision | undefined {
  const { clock, batchClose, switches } = bank;
  if (own.operation === "checkIn" && switches.get("check-in-void") === "refused") return declined("12", noCheckInVoids);
  const closes = batchClose.after(charged.at);
  if (clock.now() >= closes) {
    const { timeZone } = batchClose;
    return declined(
      "77",
      batchClosed(charged, localTime(closes, timeZone), localTime(clock.now(), timeZone), timeZone),
    );
  }
  return amount === charged.amount ? undefined : declined("13", wrongTotal(amount, charged, true));
}

/** What the clocks of a time zone show: `2026-11-20 19:00`. */
function localTime(instant: number, timeZone: string): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" }).format(instant);
}

const declined = (code: string, reason: Reason): Decision => ({ code, reason });
