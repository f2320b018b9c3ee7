/** Something that the contract, or live banks, spell in more than one way. */
export interface Spelling {
  /** What is spelled. */
  readonly subject: string;
  /** The section of docs/contributing/contract.md that speaks of it. */
  readonly section: string;
  /** The spellings that occur, and where. */
  readonly occurs: string;
  /** What our requests have. Empty where only answers have it. */
  readonly send: readonly string[];
  /** What we accept in answers, our own name or value first. Empty where it is not read. */
  readonly read: readonly string[];
  /** True where `send` and `read` show a form by examples, and list no names or values. */
  readonly sample?: true;
  /** Why we send and read it so. */
  readonly why: string;
}

/**
 * Every spelling on which table and examples of the contract disagree, or in which live banks vary: what we send, what
 * we read, and why. A test checks the code against every row, and the code takes from here what it can;
 * `docs/contributing/contract.md` shows the same rows.
 */
export const spellings = {
  order: {
    subject: "order of a payment",
    section: "2.2",
    occurs: "table `OrdenID`, examples `OrdenId`; requests proven live have `OrdenId`, live results `OrdenID`",
    send: ["OrdenID", "OrdenId"],
    read: ["OrdenID", "OrdenId"],
    why: "a live bank drops a field that it does not know without a word, so a request carries both with one value",
  },
  transactionId: {
    subject: "merchant's number of a payment",
    section: "2.2",
    occurs: "`TransactionId` in tables, `TransactionID` in the redirect text; live results carry both",
    send: ["TransactionId"],
    read: ["TransactionId", "TransactionID"],
    why: "requests are spelled one way everywhere; two values that differ in one answer are a contradiction",
  },
  retrievalReference: {
    subject: "the bank's reference",
    section: "2.2",
    occurs:
      "table of results `RetrievalReferenceNumber`; confirmation, redirect text and live results leave out its second e",
    send: ["RetrivalReferenceNumber"],
    read: ["RetrievalReferenceNumber", "RetrivalReferenceNumber"],
    why: "a confirmation is only shown with the misspelling",
  },
  maskedNumber: {
    subject: "masked card number",
    section: "2.2",
    occurs: "results `CreditCardNumber`, older ones and the confirmation `CreditcardNumber`",
    send: ["CreditcardNumber"],
    read: ["CreditCardNumber", "CreditcardNumber"],
    why: "a confirmation is only shown with the small c",
  },
  cardMask: {
    subject: "what masks a card number",
    section: "2.2",
    occurs: "`411111______1111` live, asterisks too; the contract says only that the middle is masked",
    send: [],
    read: ["_", "*"],
    why: "a confirmation returns the number as it came; two masks of one number are not a contradiction",
  },
  absent: {
    subject: "a value that a result does not have",
    section: "2.2",
    occurs: "the field is left out, empty or null, or live `N/A`",
    send: [],
    read: ["", "N/A"],
    why: "none of them is a value: the field counts as absent",
  },
  pageLanguage: {
    subject: "language of the payment page",
    section: "2.2",
    occurs: "the field is `PageLanguaje`; English is `ING` in the table, `ENG` in the examples",
    send: ["ESP", "ENG"],
    read: ["ESP", "ENG", "ING"],
    why: "examples are what was run once; a caller may write any of the three",
  },
  transactionType: {
    subject: "kind of payment",
    section: "2.2",
    occurs: "four digits in the contract; a live bank takes `200` for `0200`",
    send: ["0200", "0100", "2240"],
    read: ["0200", "0100", "2240"],
    why: "every bank takes the contract's four digits",
  },
  sessionForm: {
    subject: "form of SESSION and session-key",
    section: "2.2",
    occurs:
      "a GUID and 40 hexadecimal characters; live `sess-` with 32 and a key of 64; a result's SESSION in another form",
    send: [],
    read: ["sess-4d1f3f0a9c2e4b7d8f60a1b2c3d4e5f6", "7A2E4C1B-93D5-4F08-B6A1-0C9D8E7F6A5B"],
    sample: true,
    why: "opaque text of at most 512 characters: a check of the form would refuse one bank or the other",
  },
  notFinished: {
    subject: "query of a session without a result",
    section: "4.2",
    occurs: "nothing in the contract; live 404 with this message",
    send: [],
    read: ["rspdata_not_found"],
    why: "the only 404 that says that the session exists",
  },
  expired: {
    subject: "query of a session that is gone",
    section: "7.2",
    occurs: "404 with a text, which live comes as `message` of a JSON object too",
    send: [],
    read: ["Session not found"],
    why: "it ends the questions and says nothing about the payment",
  },
  wrongKey: {
    subject: "query with another session's key",
    section: "4.2",
    occurs: "nothing in the contract; live 400 with this message",
    send: [],
    read: ["invalid_sk"],
    why: "the session exists; asking again with the same key never helps",
  },
  minorUnits: {
    subject: "Amount and Tax of the payment page, 100.00",
    section: "2.2",
    occurs: "12 digits, zero padded; live bare digits too, and decimals are cut off: `2950.00` is read as 29.50",
    send: ["000000010000"],
    read: [],
    sample: true,
    why: "the padded form has one reading only; amounts are `{ minor, currency }`, so that no caller writes digits",
  },
  majorUnits: {
    subject: "amounts of REST, 100.00",
    section: "2.1",
    occurs: "the contract says decimal and no more; seen are `100`, `100.0` and `100.00`, as text and as numbers",
    send: ["100.00"],
    read: [],
    sample: true,
    why: "two decimals as text pass through no float and are never read as minor units",
  },
  jsonValues: {
    subject: "values of REST fields, a cvv of 123",
    section: "2.1",
    occurs:
      "the contract says string; programs send numbers for cards, terminals and amounts, and live answers hold some",
    send: ['"123"'],
    read: ['"123"', "123"],
    sample: true,
    why: "a number loses leading zeros (a cvv of 012), so we send none",
  },
  voidReferences: {
    subject: "references of a void",
    section: "4.1",
    occurs: "not in the list of its fields, but in its example",
    send: ["client-ip", "invoice-number", "reference-number"],
    read: [],
    why: "sent when the caller gives them, and never asked for",
  },
  cardOfCheckIn: {
    subject: "card of a check-in",
    section: "4.1",
    occurs: "digits in the list of fields, masked by asterisks in its example",
    send: ["4761340000000050"],
    read: [],
    sample: true,
    why: "nobody can authorize a masked number: it is an ArgumentError",
  },
  environment: {
    subject: "environment of an e-commerce payment",
    section: "2.1",
    occurs: "table `Ecommerce`, examples `ECommerce`; live banks take both",
    send: ["Ecommerce", "ECommerce"],
    read: ["Ecommerce", "ECommerce"],
    why: "it goes out as the caller wrote it, so that a bank which takes only one of them can be served",
  },
  txTokenOfPage: {
    subject: "length of TxToken on the page's API",
    section: "2.2",
    occurs: "37 in the table of requests, 40 in the table of results; live 31 or 36",
    send: [],
    read: [],
    why: "what a result carries has to fit into its confirmation: 40 is the bound of both",
  },
  keyPath: {
    subject: "path of the idempotency keys",
    section: "4.1",
    occurs: "`idenpotency-keys` in the contract and live; `idempotency-keys` in other documents",
    send: ["/api/payment/idenpotency-keys", "/api/payment/idempotency-keys"],
    read: [],
    why: "the second is tried only after a 404 on the first, which has made no key",
  },
  keyAnswer: {
    subject: "answer that brings a key",
    section: "4.1",
    occurs: "plain text `ikey:<key>`; live also as a JSON text, or labelled `application/json`",
    send: [],
    read: ["ikey:<key>", '"ikey:<key>"'],
    sample: true,
    why: "the body decides, never its label",
  },
  checkInToken: {
    subject: "token of a check-in's answer",
    section: "2.1",
    occurs: "described as `trToken`, `txToken` in the example and live",
    send: ["txToken"],
    read: ["txToken", "trToken"],
    why: "check-out and refund take it as `txToken`",
  },
  restReference: {
    subject: "reference of a REST answer",
    section: "2.1",
    occurs:
      "`pnRef` or `txToken`: a refund is described with one and shown with the other; a live sale has `pnRef` alone",
    send: ["pnRef", "txToken"],
    read: ["pnRef", "txToken"],
    why: "a void takes `pnRef`, a refund `txToken`: `reverse` sends pnRef as txToken where the sale had no other",
  },
  authenticationValue: {
    subject: "authentication value of 3-D Secure",
    section: "2.1",
    occurs: "`tds_aav` in the contract's table, `tds_avv` in other documents of the service and their examples",
    send: ["tds_aav", "tds_avv"],
    read: [],
    why: "it goes out as the caller wrote it, so that a bank which reads only one of them can be served; two that differ are an error",
  },
  failedAuthentication: {
    subject: "failed 3-D Secure in a REST answer",
    section: "7",
    occurs: "`4901` stands in the list of response codes and has the four digits of an internal one",
    send: [],
    read: ["response-code", "internal-response-code"],
    why: "in either field it is a refusal; with an approval beside it, it is a contradiction",
  },
} as const satisfies Record<string, Spelling>;

/** Whether a text in an answer means that the value is absent: empty, or `N/A`. */
export const isAbsentInAnswer = (text: string): boolean =>
  (spellings.absent.read as readonly string[]).includes(text.toUpperCase());
