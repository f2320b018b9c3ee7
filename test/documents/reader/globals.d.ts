// What a reader of the documents has beside the code that they copy: values that a block of code may use and does not
// make. Part of no other program.
import type { IncomingMessage } from "node:http";
import type { Gateway, Merchant, Money } from "@ventanilla/client";
import type { Rest } from "@ventanilla/client/rest";
import type { VentanillaPay } from "@ventanilla/element";
import type { Options } from "@ventanilla/express";
import type { RequestHandler } from "express";

/** A sale by REST, as the reader stored it. */
interface Sold {
  key: string;
  pnRef: string;
  txToken?: string | undefined;
  amount: Money;
  at: Date;
}

interface ShopOrder {
  id: string;
  buyer: string;
  total: number;
  tax: number;
  email: string;
  phone: string;
}

declare global {
  /** The tag, in the page. */
  interface HTMLElementTagNameMap {
    "ventanilla-pay": VentanillaPay;
  }

  /** The reader's sessions, such as express-session's, and OpenTelemetry's instrumentation of undici. */
  const sessions: RequestHandler;
  const UndiciInstrumentation: new (options: { ignoreRequestHook(request: { origin: string }): boolean }) => object;

  /** All that `ventanilla()` needs. */
  const options: Options;
  /** The member of the staff, and the buyer, who is logged in. */
  function staffNameOf(request: IncomingMessage): string | undefined;
  function userOf(request: IncomingMessage): string | undefined;
  /** The reader's database of orders, and what else their shop has. */
  const orders: {
    find(id: string): Promise<ShopOrder | undefined>;
    price(id: string): Promise<{ amount: Money; tax: Money; buyer: { email: string; mobilePhone: string } }>;
    markPaid(id: string, amount: Money): Promise<void>;
  };
  const staff: { tell(words: string): Promise<void> };

  /** The bank's client. */
  const gateway: Gateway;
  const merchant: Merchant;
  const rest: Rest;
  const cardNumber: string;
  const cvv: string;
  const sold: Sold;
}
