import type { Bank } from "./bank.ts";
import { makeApprovalCode, makeToken, platformRefusal } from "./outcome.ts";
import type { Purchase } from "./purchase.ts";
import type { Outcome } from "./session.ts";

type PreAuthorization = {
  purchase: Purchase;
  outcome: Outcome;
  confirmed: boolean;
};

/** The approved pre-authorizations (0100) of the payment page, which confirmations (2240) settle. */
export class PreAuthorizations {
  readonly #byToken = new Map<string, PreAuthorization>();

  /** Keeps an approved one until it is settled. */
  keep(purchase: Purchase, outcome: Outcome): void {
    this.#byToken.set(outcome.token, { purchase, outcome, confirmed: false });
  }

  /**
   * Settles one (seed section 3, rule 4). The confirmation carries what its result told: token, authorization code,
   * reference, masked card; its amount is not greater and its currency and merchant are the same. Otherwise the result
   * is 25 (no such pre-authorization), 12 (the values are not its own), 13 (amount) or 26 (settled already).
   */
  confirm(bank: Pick<Bank, "identifiers" | "switches">, purchase: Purchase): Outcome {
    const found = this.#byToken.get(purchase.confirmation?.token ?? "");
    const code = platformRefusal(purchase) ?? refusalOf(purchase, found);
    if (code === undefined && found !== undefined) found.confirmed = true;
    return {
      ResponseCode: code ?? "00",
      remoteCode: code === undefined ? "00" : undefined,
      authorizationCode: code === undefined ? makeApprovalCode(bank, "authorization") : undefined,
      reference: bank.identifiers.reference(),
      maskedCard: found?.outcome.maskedCard ?? "",
      token: makeToken(bank, "token"),
    };
  }

  clear(): void {
    this.#byToken.clear();
  }
}

function refusalOf(purchase: Purchase, found: PreAuthorization | undefined): string | undefined {
  if (found === undefined) return "25";
  const { outcome, purchase: original } = found;
  const { authorizationCode, reference, maskedCard } = purchase.confirmation ?? {};
  const same =
    authorizationCode === outcome.authorizationCode &&
    reference === outcome.reference &&
    ends(maskedCard ?? "") === ends(outcome.maskedCard) &&
    purchase.merchantNumber === original.merchantNumber &&
    purchase.currency === original.currency;
  if (!same) return "12";
  if ((purchase.amount ?? 0) > (original.amount ?? 0)) return "13";
  return found.confirmed ? "26" : undefined;
}

// The mask between the first six and the last four digits differs from deployment to deployment.
const ends = (masked: string): string => masked.replace(/[^\d]+/, " ");
