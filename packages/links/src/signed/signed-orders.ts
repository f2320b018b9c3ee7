import type { IncomingMessage } from "node:http";
import { ArgumentError } from "@ventanilla/client";
import type { Order } from "@ventanilla/express";
import { DuplicateError, type Program } from "@ventanilla/express/sql";
import { codeOfOrder } from "../code.ts";
import { taxWithin } from "../link.ts";
import { orderOf } from "../order/order.ts";
import type { Parts } from "../parts.ts";
import type { KeptUse, Use } from "../tables/uses.ts";
import { isToken, verifySigned } from "./signed-order.ts";

/**
 * The order that a browser names by a token of the shop. What a token says is kept with the first launch: what the buyer
 * is charged is compared with it long after the token has expired, and another token cannot change it.
 */
export async function signedOrder(parts: Parts, id: string, request: IncomingMessage): Promise<Order | undefined> {
  const { database, uses, holds, settings } = parts;
  if (settings.orderKeys.length === 0 || !isToken(id)) return undefined;
  const now = await database.now();
  const verified = await verifySigned(id, settings.orderKeys, now);
  if (verified === undefined) return undefined;
  const { expiresAt: _, tax, email, mobilePhone, ...signed } = verified.signed;
  const asked = { ...signed, tax: tax ?? taxWithin(signed.amount, settings.itbis), buyer: { email, mobilePhone } };
  const known = await database.read(() => uses.find(asked.order));
  // A question: what is kept, else what would be.
  if (request.method !== "POST") return orderOf(known ?? asked);
  if (verified.isExpired) return undefined;
  const isHeld = known?.state === "begun" && !costsTheSame(known, asked);
  const overAt = isHeld && (await holds.isOver(known)) ? known.begunAt : undefined;
  const attempt = () => database.transaction(() => begin(parts, asked, now, overAt));
  const use = await attempt().catch((error: unknown) => {
    // Of two first launches at the same time the later one finds the row of the other.
    if (error instanceof DuplicateError) return attempt();
    throw error;
  });
  return costsTheSame(use, asked) ? orderOf(use) : undefined;
}

const costsTheSame = (a: Use, b: Use): boolean =>
  a.amount.minor === b.amount.minor && a.amount.currency === b.amount.currency && a.tax.minor === b.tax.minor;

/**
 * Begins what a token asks for, or finds what is in its way.
 * @param overAt the launch of another price of which nothing can be charged any more
 * @returns what is kept where that costs something else and may still be paid; else the order, begun
 */
function* begin(
  { links, uses }: Pick<Parts, "links" | "uses">,
  use: Use,
  now: number,
  overAt: number | undefined,
): Program<KeptUse | Use> {
  const code = codeOfOrder(use.order);
  if (code !== undefined && (yield* links.find(code)) !== undefined) {
    throw new ArgumentError("signed order.order: expected another id than that of a link");
  }
  const known = yield* uses.lock(use.order);
  if (known?.state === "paid") return known;
  const isOther = known !== undefined && !costsTheSame(known, use);
  const isOlder = known !== undefined && (use.issuedAt ?? 0) < (known.issuedAt ?? 0);
  const mayBePaid = known?.state === "begun" && known.begunAt !== overAt;
  if (isOther && (isOlder || mayBePaid)) return known;
  // Of two tokens of one price the later one says what is paid for.
  const kept = isOlder ? { ...use, description: known.description, issuedAt: known.issuedAt } : use;
  yield* uses.begin(kept, now, known !== undefined);
  return use;
}
