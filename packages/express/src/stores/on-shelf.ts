import type { Shelf } from "../attempt/shelf.ts";
import { canonicalCode, withoutZeros } from "../attempt/shelf-of.ts";
import type { AttemptFilter } from "./staff-store.ts";

type Keyed = "reference" | "authorizationCode" | "lastDigits" | "toDecide" | "email" | "scheme" | "branch" | "product";

/** What is compared with each of these in a filter, and the form that it has on the shelf. */
const keys: Record<Keyed, { key: keyof Shelf; formOf?(text: string): string }> = {
  reference: { key: "referenceKey", formOf: withoutZeros },
  authorizationCode: { key: "codeKey", formOf: canonicalCode },
  lastDigits: { key: "lastFour" },
  toDecide: { key: "waitsFor" },
  email: { key: "emailKey", formOf: (text) => text.toLowerCase() },
  scheme: { key: "scheme" },
  branch: { key: "branch" },
  product: { key: "product" },
};

/** What the shelf of an attempt must have to meet a filter, besides its section. */
export function onShelf(filter: AttemptFilter): { key: keyof Shelf; value: string | null }[] {
  return Object.entries(keys).flatMap(([name, { key, formOf }]) => {
    const value = filter[name as Keyed];
    if (value === undefined) return [];
    return { key, value: value === null || formOf === undefined ? value : formOf(value) };
  });
}
