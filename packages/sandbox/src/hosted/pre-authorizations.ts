import { currencyCodes } from "@ventanilla/client/wire";
import { confirmedAlready, moreThanHeld, noPreAuthorization, notItsOwn } from "../decline-reasons.ts";
import { brief, type Decision } from "../reason.ts";
import type { Runtime } from "../runtime.ts";
import { decisionOfAmount, makeApprovalCode, makeToken, movesMoney, platformRefusal } from "./outcome.ts";
import type { Purchase } from "./purchase.ts";
import type { SessionOutcome } from "./session.ts";

type PreAuthorization = {
  purchase: Purchase;
  outcome: SessionOutcome;
  /** The minor units it was settled for; undefined until it is. */
  confirmed: number | undefined;
};

/** How many are kept; the oldest is forgotten first. */
const maxKept = 10_000;

/** The approved pre-authorizations (0100) of the payment page, which confirmations (2240) settle. */
export class PreAuthorizations {
  readonly #byToken = new Map<string, PreAuthorization>();

  /** Keeps an approved one, so that it can be settled once. */
  keep(purchase: Purchase, outcome: SessionOutcome): void {
    this.#byToken.set(outcome.token, { purchase, outcome, confirmed: undefined });
    if (this.#byToken.size <= maxKept) return;
    const [oldest = ""] = this.#byToken.keys();
    this.#byToken.delete(oldest);
  }

  /** The order of the pre-authorization that has this TxToken, settled or not. */
  orderOf(token: string): string | undefined {
    return this.#byToken.get(token)?.purchase.order;
  }

  /**
   * Settles a pre-authorization (contract §3.4). The confirmation repeats values of its result: token, authorization
   * code, reference, masked card; its amount is not greater and its currency, merchant and terminal are the same.
   * Otherwise the result is 25 (no such pre-authorization), 12 (the values are not its own), 13 (amount), 26 (settled
   * already) or what the amount asks for.
   */
  confirm(bank: Pick<Runtime, "identifiers" | "switches">, purchase: Purchase): SessionOutcome {
    const found = this.#byToken.get(purchase.confirmation?.token ?? "");
    const refused = platformRefusal(purchase) ?? confirmationRefusal(purchase, found);
    const { code, reason }: Decision = refused ?? decisionOfAmount(purchase.amount) ?? { code: "00" };
    const settles = movesMoney(code);
    if (settles && found !== undefined) found.confirmed = purchase.amount;
    return {
      ResponseCode: code,
      reason,
      remoteCode: refused === undefined ? code : undefined,
      authorizationCode: settles ? makeApprovalCode(bank, "authorization") : undefined,
      reference: bank.identifiers.reference(),
      maskedCard: found?.outcome.maskedCard ?? "",
      token: makeToken(bank, "token"),
    };
  }

  clear(): void {
    this.#byToken.clear();
  }
}

function confirmationRefusal(purchase: Purchase, found: PreAuthorization | undefined): Decision | undefined {
  if (found === undefined) {
    return { code: "25", reason: noPreAuthorization(brief(purchase.confirmation?.token ?? "")) };
  }
  const { outcome, purchase: original, confirmed } = found;
  const { authorizationCode = "", reference = "", maskedCard = "" } = purchase.confirmation ?? {};
  const [wrong] = [
    ["AuthorizationCode", authorizationCode, outcome.authorizationCode ?? ""],
    ["RetrivalReferenceNumber", reference, outcome.reference],
    ["CreditcardNumber", visibleDigits(maskedCard), visibleDigits(outcome.maskedCard)],
    ["MerchantNumber", purchase.merchantNumber, original.merchantNumber],
    ["MerchantTerminal", purchase.merchantTerminal, original.merchantTerminal],
    ["CurrencyCode", currencyCodeOf(purchase), currencyCodeOf(original)],
  ].filter(([, sent, own]) => sent !== own) as [string, string, string][];
  if (wrong) return { code: "12", reason: notItsOwn(...wrong) };
  const [amount, held] = [purchase.amount ?? 0, original.amount ?? 0];
  if (amount > held) return { code: "13", reason: moreThanHeld(amount, held) };
  return confirmed === undefined ? undefined : { code: "26", reason: confirmedAlready(confirmed) };
}

const currencyCodeOf = ({ currency }: Purchase): string => (currency === undefined ? "" : currencyCodes[currency]);

// The mask between the first six and the last four digits differs from deployment to deployment.
const visibleDigits = (masked: string): string => masked.replace(/[^\d]+/, " ");
