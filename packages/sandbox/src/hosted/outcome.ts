import { maskNumber } from "../card-number.ts";
import {
  askedByAmount,
  askedByCard,
  askedBySwitch,
  wrongAmount,
  wrongCurrency,
  wrongMerchant,
} from "../decline-reasons.ts";
import type { Decision, Reason } from "../reason.ts";
import type { Runtime } from "../runtime.ts";
import type { TestCard } from "../test-cards.ts";
import type { Purchase } from "./purchase.ts";
import type { SessionOutcome } from "./session.ts";

// The codes with which this sandbox has charged the card: the approval, and those that networks approve with. A session
// with one of them is never charged again. At the live bank other codes may come after a charge, too (contract §7).
const charging = new Set(["00", "10", "11", "16", "32"]);

/** The whole part of the amounts whose cents choose the response code: 9900.51 answers 51. */
const codeAmounts = 9900;

/** Whether the sandbox has charged, held or returned money when it answers with this response code. */
export function movesMoney(code: string): boolean {
  return charging.has(code);
}

/**
 * The response code that an amount of 9900.01 to 9900.99 asks for by its cents, whatever the card, also one that the
 * contract does not list; undefined for every other amount.
 */
export function codeOfAmount(minor: number | undefined): string | undefined {
  if (minor === undefined || Math.floor(minor / 100) !== codeAmounts) return undefined;
  const code = String(minor % 100).padStart(2, "0");
  return code === "00" ? undefined : code;
}

/**
 * A token in the form of the switch `token-form`: `txn-` and 32 hex or 27 letters and digits, or 40 characters in all.
 */
export function makeToken({ identifiers, switches }: Pick<Runtime, "identifiers" | "switches">, kind: string): string {
  const form = switches.get("token-form");
  if (form === "base62") return `txn-${identifiers.base62(kind, 27)}`;
  return `txn-${identifiers.hex(kind, form === "40" ? 36 : 32)}`;
}

/** Six characters from the issuer, of the form that the switch `approval-codes` names. */
export function makeApprovalCode(
  { identifiers, switches }: Pick<Runtime, "identifiers" | "switches">,
  kind: string,
): string {
  return switches.get("approval-codes") === "digits" ? identifiers.digits(kind, 6) : identifiers.approvalCode(kind);
}

/**
 * The bank's decision about a card of the payment page.
 *
 * @param failed how 3-D Secure failed, which gives TF whatever the card
 */
export function makeOutcome(
  bank: Pick<Runtime, "identifiers" | "switches">,
  purchase: Purchase,
  card: TestCard,
  failed?: Reason,
): SessionOutcome {
  const platform = platformRefusal(purchase);
  const { code, reason } = platform ?? issuerCode(decide(purchase, card, failed), bank.switches);
  return {
    ResponseCode: code,
    reason,
    // A failed 3-D Secure never reaches the issuer.
    remoteCode: platform === undefined && code !== "TF" ? code : undefined,
    authorizationCode: movesMoney(code) ? makeApprovalCode(bank, "authorization") : undefined,
    reference: bank.identifiers.reference(),
    maskedCard: maskNumber(card.number),
    token: makeToken(bank, "token"),
  };
}

/** What the issuer answers: in place of an approval, the code that the switch `issuer-code` asks for. */
export function issuerCode(decision: Decision, switches: Runtime["switches"]): Decision {
  const code = switches.get("issuer-code");
  return code === "by-card" || decision.code !== "00" ? decision : { code, reason: askedBySwitch(code) };
}

/** How the platform itself refuses a purchase, whatever the card; undefined when it does not. */
export function platformRefusal({ merchantNumber, amount, currency, unread }: Purchase): Decision | undefined {
  if (!/^\d{1,15}$/.test(merchantNumber)) {
    return { code: "03", reason: wrongMerchant("MerchantNumber", merchantNumber) };
  }
  if (amount === undefined || amount === 0) return { code: "13", reason: wrongAmount(unread?.Amount) };
  return currency === undefined ? { code: "12", reason: wrongCurrency(unread?.CurrencyCode ?? "") } : undefined;
}

/** What a test card answers to an amount in minor units, and why when that is not an approval. */
export function answerOf(card: TestCard, minor: number | undefined): Decision {
  const { ResponseCode: code } = card;
  return decisionOfAmount(minor) ?? (code === "00" ? { code } : { code, reason: askedByCard(card) });
}

/** The decision that the cents of an amount ask for; undefined for every other amount. */
export function decisionOfAmount(minor: number | undefined): Decision | undefined {
  const code = codeOfAmount(minor);
  return code === undefined ? undefined : { code, reason: askedByAmount(minor ?? 0, code) };
}

function decide({ amount }: Purchase, card: TestCard, failed: Reason | undefined): Decision {
  return failed ? { code: "TF", reason: failed } : answerOf(card, amount);
}
