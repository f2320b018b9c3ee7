import type { CardScheme } from "@ventanilla/client";
import type { DecisionKind } from "./needs-person.ts";
import type { Section } from "./sections-of.ts";

/**
 * What a store lists, counts and claims an attempt by: decided here, and written beside the attempt. `null`: it is not
 * found by this. Times are in milliseconds since the epoch, sums in minor units.
 */
export interface Shelf {
  /** The TransactionId of an attempt that may still be paid: unique among those. */
  liveTransactionId: string | null;
  /** The end of the window of an attempt that the buyer can pay. */
  payableUntil: number | null;
  /** The end of the window of an attempt that a buyer may have paid or may pay. */
  askedUntil: number | null;
  /** 1 where the bank has known it for long after the end of its window: that contradicts the clock. */
  overtime: number | null;
  /** 1 while the bank has not answered clearly about the end of its window. */
  unclear: number | null;
  /** 1 while the bank can be asked about it. */
  queryable: number | null;
  /** The one section of the counter's lists and sums that it is in. */
  section: Section;
  /** Why it waits for a person. */
  waitsFor: DecisionKind | null;
  /** When it reached its state; its creation, while that does not last. */
  reachedAt: number;
  /** What it counts for. */
  counted: number;
  /** What went back of it. */
  reversed: number | null;
  /** What a person named of an approval in part. */
  part: number | null;
  /** 1 for an approval in part that nobody named. */
  unnamedPart: number | null;
  /** The scheme of its card. */
  scheme: CardScheme | "other" | null;
  /** Who is paid: the merchant's `number/terminal`, a space, and the name that the bank gets. */
  branch: string | null;
  /** What is sold. */
  product: string | null;
  /** The bank's reference, in the form by which it is found. */
  referenceKey: string | null;
  /** The authorization code, in the form by which it is found. */
  codeKey: string | null;
  /** The buyer's email, in small letters. */
  emailKey: string | null;
  /** The last four characters of the masked card. */
  lastFour: string | null;
}
