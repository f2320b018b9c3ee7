import { checkContact, checkLine, refuseUnknownNames } from "@ventanilla/web";

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

/**
 * Checks the option `storefront`, and completes it.
 * @throws ArgumentError naming the field
 */
export function storefrontOf(storefront: Storefront = {}, merchantName: string): KnownStorefront {
  refuseUnknownNames("storefront", storefront, ["name", "contact"]);
  const { name = merchantName, contact } = storefront;
  return {
    name: checkLine("storefront.name", name, 80),
    contact: contact && checkContact("storefront.contact", contact),
  };
}
