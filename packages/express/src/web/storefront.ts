import { ArgumentError } from "@ventanilla/client";

/** Who the store is to its buyers, on every page of the router. */
export interface Storefront {
  /** As the buyers know it, at most 80 characters. Default: the name of `merchant` */
  name?: string;
  /** Where a buyer turns to: every page that cannot help them further names it. */
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

const schemes = /^(?:https:\/\/|tel:|mailto:)(?=.)/i;

/** @throws ArgumentError naming the field */
export function storefrontOf(storefront: Storefront = {}, merchantName: string): KnownStorefront {
  checkFields("storefront", storefront, ["name", "contact"]);
  const { name = merchantName, contact } = storefront;
  checkLine("storefront.name", name);
  if (contact === undefined) return { name, contact };
  checkFields("storefront.contact", contact, ["href", "label"]);
  const { href } = contact;
  if (typeof href !== "string" || !schemes.test(href) || !URL.canParse(href) || /[\s\p{C}]/u.test(href)) {
    throw new ArgumentError('storefront.contact.href: expected tel:, mailto: or https:, such as "tel:+18095550123"');
  }
  const { label = href.replace(schemes, "") } = contact;
  checkLine("storefront.contact.label", label);
  return { name, contact: { href, label } };
}

function checkFields(name: string, value: unknown, known: readonly string[]): void {
  if (typeof value !== "object" || value === null) {
    throw new ArgumentError(`${name}: expected { ${known.join(", ")} }`);
  }
  for (const field of Object.keys(value)) {
    if (!known.includes(field)) throw new ArgumentError(`${name}.${field}: unknown, expected ${known.join(" or ")}`);
  }
}

function checkLine(name: string, value: unknown): void {
  if (typeof value !== "string" || value.trim() === "" || value.length > 80 || /[\p{Cc}\p{Cs}]/u.test(value)) {
    throw new ArgumentError(`${name}: expected 1 to 80 characters, without control characters`);
  }
}
