import { isPromise } from "node:util/types";
import { ArgumentError, type Merchant, paymentRequest } from "@ventanilla/client";
import { expectThat } from "@ventanilla/web";
import { newToken, returnAddresses } from "../http/token.ts";
import type { Order } from "../order/order.ts";
import { orderLabel } from "../order/order-id.ts";

/** Who is paid. */
export interface Merchants {
  /** The merchant of an order, its name folded. Throws what the option throws; ArgumentError naming the order. */
  of(order: string, details: Order): Merchant;
  /** The shop's name in the store. */
  scope: string;
  /** The one merchant, `number/terminal`; `undefined` when each order has its own. */
  only: string | undefined;
  /** What the buyers know the shop by when it has not said so. */
  name: string;
}

/** The options that say who is paid. */
interface MerchantOptions {
  merchant: Merchant | ((order: Order & { id: string }) => Merchant);
  shop?: string | undefined;
}

/**
 * Checks the options `merchant` and `shop`.
 * @param mount where the router is mounted
 * @throws ArgumentError naming the field
 */
export function merchantsOf(options: MerchantOptions, mount: string): Merchants {
  const { merchant, shop } = options;
  if (typeof merchant !== "function") {
    const known = checkMerchant(merchant, mount);
    // Two that differ in one of the numbers are not the same.
    const only = `${known.number}/${known.terminal}`;
    // As the bank knows it: the first 22 bytes of a ready-made name (contract §2.2).
    const name = typeof merchant.name === "string" ? merchant.name.slice(0, 22).trim() : merchant.name.owner;
    return { of: () => known, scope: shop ?? only, only, name };
  }
  expectThat(shop !== undefined, "shop", "the shop's name in the store, because merchant is a function");
  return {
    of(order, details) {
      try {
        const answer = merchant.call(options, { ...details, id: order });
        expectThat(!isPromise(answer), "merchant", "a merchant at once, got a promise");
        return checkMerchant(answer, mount);
      } catch (error) {
        if (!(error instanceof ArgumentError)) throw error;
        throw new ArgumentError(`merchant(${orderLabel(order)}): ${error.message}`, { cause: error });
      }
    },
    scope: shop,
    only: undefined,
    name: shop,
  };
}

/** Builds a payment as every launch does, so that a wrong merchant is an error before a buyer waits, and folds the name. */
function checkMerchant(merchant: Merchant, mount: string): Merchant {
  const { MerchantName: name } = paymentRequest(merchant, {
    orderId: "1",
    transactionId: "100000",
    amount: { minor: 1, currency: "DOP" },
    tax: { minor: 0, currency: "DOP" },
    ...returnAddresses(mount, newToken()),
    language: "es",
    clientIp: "0.0.0.0",
    buyer: { email: "buyer@shop.invalid", mobilePhone: "8090000000" },
  });
  return { ...merchant, name };
}
