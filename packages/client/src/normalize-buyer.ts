import { ArgumentError } from "@ventanilla/web";
import { countryCode } from "./buyer/country-code.ts";
import { emailAddress } from "./buyer/email-address.ts";
import { stateCode } from "./buyer/state-code.ts";
import { telephone } from "./buyer/telephone.ts";
import { fitted, fittedLines, inForm, plainText, writtenText } from "./buyer/written-text.ts";
import type { PaymentDetails } from "./payment-details.ts";
import type { Buyer, BuyerAddress } from "./payment-request.ts";
import type { PaymentRequestRule } from "./wire/field-rule.ts";
import { paymentRequestFields } from "./wire/payment-request-fields.ts";

/** What a payment says of its buyer. */
export interface BuyerDetails extends Pick<PaymentDetails, "avs"> {
  /** As `paymentRequest` takes it. */
  buyer: Buyer;
}

/** A field that does not reach the bank as it was given. */
export interface BuyerChange {
  /** Its name: `buyer.billing.state`. */
  field: string;
  /** `cut`: its end is missing. `omitted`: it is not sent at all. */
  change: "cut" | "omitted";
}

/** What {@link normalizeBuyer} has made. */
export interface NormalizedBuyer {
  /** To be spread into the payment: `{ ...payment, ...details }`. */
  details: BuyerDetails;
  /** What is missing of fields that only help 3-D Secure. Never a value. */
  changes: BuyerChange[];
  /** What the buyer has to correct before they can pay; empty when nothing. */
  wrong: ("email" | "mobilePhone")[];
}

const contacts = { email: emailAddress, mobilePhone: telephone } as const;
const lineNames = ["line1", "line2", "line3"] as const;

/** Whether the wire takes a value that is not empty. */
function isTaken(value: string, field: keyof typeof paymentRequestFields): boolean {
  const { bytes, pattern }: PaymentRequestRule = paymentRequestFields[field];
  return Buffer.byteLength(value) <= bytes && pattern.test(value);
}

/**
 * Makes what people type into forms ready for the bank. Addresses, further telephones and `avs` only help 3-D Secure:
 * they are folded, continued on the next line, cut or left out, so that they are never a reason to refuse a payment.
 * Without email and mobile telephone there is no payment: where they are not valid, the buyer has to correct them.
 * What is the program's own to get right, such as the names of the fields, stays as it is, and `paymentRequest` says so.
 * @param given the payment's `buyer` and `avs`, with values as a form or a database has them
 * @returns the same, as `paymentRequest` takes it; what is missing of it; what the buyer has to correct
 * @throws ArgumentError when `given` is not an object
 * @see docs/contributing/contract.md#buyer-details
 * @example
 * const { details, wrong } = normalizeBuyer({ buyer: { email: form.email, mobilePhone: form.phone } });
 * if (wrong.length > 0) throw new Error(`to be corrected by the buyer: ${wrong.join(", ")}`);
 * const request = paymentRequest(merchant, { ...payment, ...details });
 */
export function normalizeBuyer(given: BuyerDetails): NormalizedBuyer {
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    throw new ArgumentError("payment: expected an object with a buyer");
  }
  const { buyer, avs } = given;
  const changes: BuyerChange[] = [];
  if (typeof buyer !== "object" || buyer === null) return { details: given, changes, wrong: [] };
  const wrong: NormalizedBuyer["wrong"] = [];
  const made: Record<string, unknown> = { ...buyer };
  for (const [name, found] of Object.entries(contacts) as [keyof typeof contacts, typeof telephone][]) {
    if (buyer[name] === undefined) continue;
    const value = taken(found(buyer[name]), `3DS_${name}`);
    if (value === undefined) wrong.push(name);
    else made[name] = value;
  }
  for (const name of ["homePhone", "workPhone"] as const) {
    setOrOmit(made, name, telephone(buyer[name]), { path: "buyer.", changes });
  }
  for (const name of ["billing", "shipping"] as const) {
    const address: unknown = buyer[name];
    const path = `buyer.${name}.`;
    delete made[name];
    if (typeof address === "object" && address !== null && !Array.isArray(address)) {
      made[name] = addressOf(address, name === "billing" ? "3DS_billAddr" : "3DS_shipAddr", { path, changes });
    } else if (isGiven(address)) {
      changes.push({ field: `buyer.${name}`, change: "omitted" });
    }
  }
  const details: Record<string, unknown> = { avs };
  const line = cutText(avs, paymentRequestFields.AVS.bytes, "avs", changes);
  setOrOmit(details, "avs", taken(line, "AVS"), { path: "", changes });
  return { details: { ...details, buyer: made as unknown as Buyer }, changes, wrong };
}

/** Where a value belongs, and what is missing of the others so far. */
interface Place {
  /** What its name begins with: `buyer.billing.` */
  path: string;
  changes: BuyerChange[];
}

const isGiven = (value: unknown): boolean =>
  typeof value === "string" ? read(value, (text) => text) !== undefined : value !== undefined && value !== null;

/** Sets the field; without a value it is left out, which is a change where it was given. */
function setOrOmit(
  made: Record<string, unknown>,
  name: string,
  value: string | undefined,
  { path, changes }: Place,
): void {
  if (value === undefined && isGiven(made[name])) changes.push({ field: path + name, change: "omitted" });
  if (value === undefined) delete made[name];
  else made[name] = value;
}

function addressOf(
  given: BuyerAddress,
  wire: "3DS_billAddr" | "3DS_shipAddr",
  { path, changes }: Place,
): Record<string, unknown> {
  const made: Record<string, unknown> = { ...given };
  const { text: lines, isCut } = fittedLines(
    lineNames.map((name) => writtenText(given[name])),
    paymentRequestFields[`${wire}_line1`].bytes,
  );
  if (isCut) changes.push({ field: `${path}line3`, change: "cut" });
  for (const [i, name] of lineNames.entries()) {
    // A line whose text has moved to another one is not missing.
    if (writtenText(given[name]) !== undefined) delete made[name];
    setOrOmit(made, name, taken(lines[i], `${wire}_${name}`), { path, changes });
  }
  const country = read(given.country, countryCode);
  const others = {
    city: cutText(given.city, paymentRequestFields[`${wire}_city`].bytes, `${path}city`, changes),
    state: read(given.state, (text) => stateCode(text, country)),
    country,
    postCode: read(given.postCode, (text) => inForm(text, "NFKC")),
  };
  for (const [name, value] of Object.entries(others) as [keyof typeof others, string | undefined][]) {
    setOrOmit(made, name, taken(value, `${wire}_${name}`), { path, changes });
  }
  return made;
}

/** The value, where the wire takes it. */
const taken = (value: string | undefined, field: keyof typeof paymentRequestFields): string | undefined =>
  value !== undefined && isTaken(value, field) ? value : undefined;

/** The text of a field as one line, read; `undefined` where there is none. */
function read(value: unknown, as: (text: string) => string | undefined): string | undefined {
  const text = plainText(writtenText(value) ?? "");
  return text === "" ? undefined : as(text);
}

/** The text of a field in at most so many bytes. */
const cutText = (value: unknown, bytes: number, field: string, changes: BuyerChange[]): string | undefined =>
  read(value, (line) => {
    const { text, isCut } = fitted(line, bytes);
    if (isCut) changes.push({ field, change: "cut" });
    return text;
  });
