import { checkLine } from "./check-line.ts";
import { expectThat } from "./expect-that.ts";
import { refuseUnknownNames } from "./refuse-unknown-names.ts";

const schemes = /^(?:https:\/\/|tel:|mailto:)(?=.)/i;

/**
 * Checks where a buyer gets help, and completes it.
 * @param name of the option
 * @param contact an address, and what its link says. Default: the address without its scheme
 * @returns both
 * @throws ArgumentError naming the field
 * @example
 * checkContact("contact", { href: "tel:+18095550123" }); // { href: "tel:+18095550123", label: "+18095550123" }
 */
export function checkContact(name: string, contact: { href: string; label?: string }): { href: string; label: string } {
  refuseUnknownNames(name, contact, ["href", "label"]);
  const { href } = contact;
  const isAddress = typeof href === "string" && schemes.test(href) && URL.canParse(href) && !/[\s\p{C}]/u.test(href);
  expectThat(isAddress, `${name}.href`, 'tel:, mailto: or https:, such as "tel:+18095550123"', href);
  const { label = href.replace(schemes, "") } = contact;
  return { href, label: checkLine(`${name}.label`, label, 80) };
}
