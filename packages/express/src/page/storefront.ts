import { ArgumentError } from "@ventanilla/client";
import { refuseUnknownNames } from "@ventanilla/web";
import { checkLine } from "../base/check-line.ts";

/** Who the store is to its buyers, on every page of the router. */
export interface Storefront {
  /** As the buyers know it, at most 80 characters. Default: the name of `merchant` */
  name?: string;
  /** Where a buyer gets help. Every page of the router shows it. */
  contact?: {
    /** `tel:`, `mailto:` or `https:`, such as `https://wa.me/18095550123`. */
    href: string;
    /** What the link says, at most 80 characters. Default: the address without its scheme */
    label?: string;
  };
}

/** {@link Storefront}, checked and completed. */
export interface KnownStorefront {
  name: string;
  contact: { href: string; label: string } | undefined;
}

const maxLength = 80;
const schemes = /^(?:https:\/\/|tel:|mailto:)(?=.)/i;

/**
 * Checks the option `storefront`, and completes it.
 * @throws ArgumentError naming the field
 */
export function storefrontOf(storefront: Storefront = {}, merchantName: string): KnownStorefront {
  checkFields("storefront", storefront, ["name", "contact"]);
  const { name: ownName = merchantName, contact } = storefront;
  const name = checkLine("storefront.name", ownName, maxLength);
  if (contact === undefined) return { name, contact };
  checkFields("storefront.contact", contact, ["href", "label"]);
  const { href } = contact;
  if (typeof href !== "string" || !schemes.test(href) || !URL.canParse(href) || /[\s\p{C}]/u.test(href)) {
    throw new ArgumentError('storefront.contact.href: expected tel:, mailto: or https:, such as "tel:+18095550123"');
  }
  const { label = href.replace(schemes, "") } = contact;
  return { name, contact: { href, label: checkLine("storefront.contact.label", label, maxLength) } };
}

function checkFields(name: string, value: unknown, known: readonly string[]): void {
  if (typeof value !== "object" || value === null) {
    throw new ArgumentError(`${name}: expected { ${known.join(", ")} }`);
  }
  refuseUnknownNames(name, value, known);
}
