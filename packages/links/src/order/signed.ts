import type { IncomingMessage } from "node:http";
import { ArgumentError } from "@ventanilla/client";
import type { Order } from "@ventanilla/express";
import { DuplicateError, type Program } from "@ventanilla/express/sql";
import { codeOfOrder } from "../code.ts";
import { taxWithin } from "../link.ts";
import type { Parts } from "../options.ts";
import { isToken, verifySigned } from "../signed-order.ts";
import type { Use } from "../tables.ts";
import { orderOf } from "./order.ts";

/**
 * The order that a browser names by a token of the shop. What a token says is kept with the first launch: what the buyer
 * is charged is compared with it long after the token has expired, and another token cannot change it.
 */
export async function signedOrder(parts: Parts, id: string, request: IncomingMessage): Promise<Order | undefined> {
  const { database, links, uses, holds, orderKeys, itbis } = parts;
  if (orderKeys.length === 0 || !isToken(id)) return undefined;
  const now = await database.now();
  const verified = await verifySigned(id, orderKeys, now);
  if (verified === undefined) return undefined;
  const { expiresAt: _, tax, email, mobilePhone, ...signed } = verified.signed;
  const asked = { ...signed, tax: tax ?? taxWithin(signed.amount, itbis), buyer: { email, mobilePhone } };
  const known = await database.read(() => uses.find(asked.order));
  // A question: what is kept, else what would be.
  if (request.method !== "POST") return orderOf(known ?? asked);
  if (verified.isExpired) return undefined;
  // A launch of another price of which nothing can be charged any more.
  const isHeld = known?.state === "begun" && !costsTheSame(known, asked);
  const overAt = isHeld && (await holds.isOver(known)) ? known.begunAt : undefined;

  /** Begins what is asked for: what is kept instead where that costs something else and may still be paid. */
  function* begin(): Program<Use> {
    const { order } = asked;
    const code = codeOfOrder(order);
    if (code !== undefined && (yield* links.find(code)) !== undefined) {
      throw new ArgumentError("signed order.order: expected another id than that of a link");
    }
    const found = yield* uses.lock(order);
    if (found?.state === "paid") return found;
    const isOther = found !== undefined && !costsTheSame(found, asked);
    const isOlder = found !== undefined && asked.issuedAt < (found.issuedAt ?? 0);
    const mayBePaid = found?.state === "begun" && found.begunAt !== overAt;
    if (isOther && (isOlder || mayBePaid)) return found;
    // Of two tokens of one price the later one says what is paid for.
    const kept = isOlder ? { ...asked, description: found.description, issuedAt: found.issuedAt } : asked;
    yield* uses.begin(kept, now, found !== undefined);
    return asked;
  }

  const use = await database.transaction(begin).catch((error: unknown) => {
    // Of two first launches at the same time the later one finds the row of the other.
    if (error instanceof DuplicateError) return database.transaction(begin);
    throw error;
  });
  return costsTheSame(use, asked) ? orderOf(use) : undefined;
}

const costsTheSame = (a: Use, b: Use): boolean =>
  a.amount.minor === b.amount.minor && a.amount.currency === b.amount.currency && a.tax.minor === b.tax.minor;
