import { sectionsOf } from "../attempt/sections-of.ts";
import type { Shelf } from "../attempt/shelf.ts";
import { canonicalCode, withoutZeros } from "../attempt/shelf-of.ts";
import type { AttemptFilter } from "./staff-store.ts";

/** What an attempt is compared by: what stands on its shelf, and its amount. */
export type Compared = Shelf & { amount: number; currency: string };

/** A property, and the values of which it has to be one. */
export interface Wanted {
  key: keyof Compared;
  values: readonly (string | number | null)[];
}

/**
 * What a filter wants of an attempt, in the forms that stand on its shelf. All but its order, and the times: by these a
 * list is read.
 */
export function wantedBy(filter: AttemptFilter): Wanted[] {
  const { groups, reason, amount, currency } = filter;
  const named: { key: keyof Compared; value: string | number | null | undefined }[] = [
    { key: "amount", value: amount?.minor },
    { key: "currency", value: amount?.currency },
    { key: "currency", value: currency },
    { key: "referenceKey", value: filter.reference && withoutZeros(filter.reference) },
    { key: "codeKey", value: filter.authorizationCode && canonicalCode(filter.authorizationCode) },
    { key: "lastFour", value: filter.lastDigits },
    { key: "waitsFor", value: filter.toDecide },
    { key: "emailKey", value: filter.email?.toLowerCase() },
    { key: "scheme", value: filter.scheme },
    { key: "branch", value: filter.branch },
    { key: "product", value: filter.product },
  ];
  const sections: Wanted[] = (groups ?? reason) === undefined ? [] : [{ key: "section", values: sectionsOf(filter) }];
  return [...sections, ...named.flatMap(({ key, value }) => (value === undefined ? [] : { key, values: [value] }))];
}
