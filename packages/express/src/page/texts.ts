import type { BuyerSentence } from "@ventanilla/client";
import type { Outcome } from "../attempt/outcome.ts";

/** What a page of the router says. */
export interface PageText {
  /** The heading. */
  title: string;
  /** What happened, whether the buyer was charged, and what to do next. */
  message: string;
}

/** Every sentence that the router shows to a buyer, in one language: its pages, and the messages of its answers. */
export interface Texts {
  /**
   * What each outcome means to the buyer. `paidAgain`: the order was paid already. `unconfirmed`: a card was declined,
   * and the bank gave no clear last answer. `notPaid`: a person reviewed the payment, and nothing was charged.
   * `reversed`: a person reviewed it, and the money was given back. A declined card gets the sentence of its response
   * code, from `codes`.
   */
  outcome: Record<Exclude<Outcome, "failed"> | "paidAgain" | "unconfirmed" | "notPaid" | "reversed", PageText>;
  /** Follows an approval of which money went back, with `{amount}` and `{date}` in it: once for each part. */
  givenBack: string;
  /** Follows `outcome.pending` on a page that reloads itself. */
  wait: string;
  /** The sentences of the response codes, by the names in docs/contributing/contract.md#response-codes. */
  codes: Record<BuyerSentence, string>;
  /** The page that posts to the bank's page; `late` and the button `go` appear when that has not opened after 3 seconds. */
  launch: PageText & { late: string; go: string };
  /** A launch in a frame that has to leave it. */
  framed: PageText;
  /**
   * Why a launch was refused, or never reached the bank's page. `not_found`: the payment that a buyer came back from is
   * unknown.
   */
  refused: Record<Refusal, PageText>;
  /** For a buyer who comes back from the bank while the store fails; the page reloads itself. */
  unavailable: PageText;
  /** For a page that asked about an order or an attempt while the shop's `order()` or its store failed. */
  orderFailed: string;
  /** For a visitor who opens a return link in another browser. */
  neutral: PageText;
  /** The link to the store. */
  back: string;
  /** The button that pays again. */
  again: string;
  /** The button that closes the window. */
  close: string;
  /** Before the contact of `storefront`. */
  contact: string;
  /** Names the order's id. */
  order: string;
  /** Names what the bank knows the order by, where that is not its id. */
  orderReference: string;
  /** Names the amount. */
  amount: string;
  /** Names how much of it the bank approved, where that is only a part. */
  approvedPart: string;
  /** In its place, while nobody knows. */
  unknownPart: string;
  /** Names when the payment ended or, before that, began. */
  date: string;
  /** Names the card. */
  card: string;
  /** Names the authorization code. */
  authorization: string;
  /** Names the bank's reference. */
  reference: string;
}

/** Why a launch was refused, or a visit with an unknown token. */
export type Refusal =
  | "bad_request"
  | "cross_site"
  | "unknown_order"
  | "wrong_email"
  | "wrong_mobile"
  | "wrong_contact"
  | "already_paid"
  | "in_review"
  | "too_many"
  | "bank_refused"
  | "bank_unreachable"
  | "bank_blocked"
  | "shop_failed"
  | "not_found";

/** Some texts of a language. */
export type PartialTexts = { [Key in keyof Texts]?: Texts[Key] extends string ? string : PartialGroup<Texts[Key]> };
type PartialGroup<Group> = { [Key in keyof Group]?: Group[Key] extends string ? string : Partial<Group[Key]> };

/**
 * The shop's own texts by the code of their language: some of Spanish and English (`es`, `en`) or of a variant such as
 * `es-MX`, all of another language, such as `ht`. `ventanilla()` says which one is missing; so does the compiler where
 * they are {@link Texts}.
 * @example
 * const texts: Translations = { es: { back: "Volver al colmado" }, ht: haitianCreole };
 */
export type Translations = Record<string, PartialTexts>;
