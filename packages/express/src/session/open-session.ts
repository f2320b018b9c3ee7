import {
  ArgumentError,
  createSession,
  GatewayError,
  type Merchant,
  OutcomeUnknownError,
  type PaymentDetails,
  type PaymentInput,
  type PaymentRequest,
  paymentRequest,
} from "@ventanilla/client";
import type { Attempt, LaunchFailure } from "../attempt/attempt.ts";
import type { KeptOfOrder, LaunchFacts, NewSession, Recorder } from "../attempt/event.ts";
import { bankOrderOf } from "../attempt/rules.ts";
import type { Site } from "../base/site.ts";
import type { Vault } from "../base/vault.ts";
import { newReturnToken, returnAddresses, tokenHash } from "../http/token.ts";
import type { Order } from "../order/order.ts";
import { orderLabel } from "../order/order-id.ts";
import { type Report, subjectOf } from "../report/report.ts";
import type { ShopStore } from "../stores/store.ts";
import type { Gateways } from "./gateways.ts";
import type { LaunchWatch } from "./launch-watch.ts";

/** What a session is created with. */
export interface SessionSettings {
  store: ShopStore;
  gateways: Gateways;
  vault: Vault;
  report: Report;
}

/** One launch of an attempt: what `order()` answered, from where it is launched, and how. */
export interface Launch {
  order: Order;
  merchant: Merchant;
  facts: LaunchFacts;
  kept: KeptOfOrder;
  /** The buyer's IP address. */
  address: string;
}

/** Creates the sessions of attempts at the bank: one for each attempt, also when several launch it at the same time. */
export function makeOpenSession(settings: SessionSettings & Pick<Site, "mount">, record: Recorder, watch: LaunchWatch) {
  /** By the attempt's id. */
  const creations = new Map<string, Promise<Attempt>>();

  async function create(attempt: Attempt, { order, merchant, facts, kept, address }: Launch): Promise<Attempt> {
    const token = newReturnToken(settings.vault);
    const request = orderRequest(merchant, attempt.order, order, {
      ...returnAddresses(settings.mount, token),
      orderId: bankOrderOf(attempt),
      transactionId: attempt.transactionId,
      amount: attempt.amount,
      tax: attempt.tax,
      language: bankLanguage(facts.language),
      clientIp: address,
      transactionType: attempt.facts.capture === "later" ? "0100" : "0200",
    });
    const { kept: session } = await newSessionFor(settings, attempt, request, token);
    watch.succeeded();
    return record(attempt, { type: "launched", launch: facts, session, kept });
  }

  /** Returns the attempt, ready to be paid by the buyer of this launch; or as it is when it has ended. */
  return async function openSession(attempt: Attempt, launch: Launch): Promise<Attempt> {
    const running = creations.get(attempt.id);
    const ready = running ? await running : attempt;
    if (ready.state !== "preparing") return record(ready, { type: "launched", launch: launch.facts });
    const creation = create(attempt, launch).finally(() => creations.delete(attempt.id));
    creations.set(attempt.id, creation);
    return creation;
  };
}

/** The language of the bank's page for a buyer's language. The page has Spanish and English. */
export const bankLanguage = (language: string): "es" | "en" => (/^en\b/i.test(language) ? "en" : "es");

/** What the router itself knows of a payment, besides what `order()` answers. */
type Known = Omit<PaymentInput, keyof Order> & Pick<PaymentInput, "amount" | "tax">;

/**
 * Builds the payment request of an order.
 * @throws ArgumentError naming the field as `order()` wrote it, `order("A-1").avs: …`, and what was expected
 */
function orderRequest(merchant: Merchant, id: string, order: Order, known: Known): PaymentRequest {
  const { buyer, avs, batchId, transactionKind, threeRiIndicator } = order;
  // A detail that is missing here would never reach the bank.
  const details = { avs, batchId, transactionKind, threeRiIndicator } satisfies Record<keyof PaymentDetails, unknown>;
  try {
    return paymentRequest(merchant, { ...known, buyer, ...details });
  } catch (error) {
    if (!(error instanceof ArgumentError)) throw error;
    const message = error.message.replace(/(?<=^|; )payment(?=\.)/g, () => orderLabel(id));
    throw new ArgumentError(message, { cause: error });
  }
}

/**
 * Creates a session at the bank for an attempt.
 * @param token of the return address in the request
 * @returns the session, and what the store keeps of it
 */
export async function newSessionFor(
  { store, gateways, vault, report }: SessionSettings,
  attempt: Attempt,
  request: PaymentRequest,
  token: string,
) {
  const createdAt = await store.now();
  const gateway = gateways.of(attempt) ?? gateways.present;
  const session = await report.session(subjectOf(attempt), () => createSession(gateway, request));
  const sealedKey = vault.seal(session["session-key"], attempt.id);
  const kept: NewSession = { SESSION: session.SESSION, sealedKey, returnHash: tokenHash(token), createdAt };
  return { session, kept };
}

/** Why a launch did not reach the bank's page, by the error that it ended with. */
export function launchFailureOf(error: unknown): LaunchFailure {
  if (error instanceof GatewayError) return "refused";
  return error instanceof OutcomeUnknownError ? "unreachable" : "shop";
}
