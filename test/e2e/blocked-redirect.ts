import type { Buyer } from "./buyer.ts";
import { cards } from "./buyer.ts";

/** What becomes of a bank that redirects its form to an origin that the launch page's policy does not name. */
export const blockedRedirect = {
  goesOn: "a redirect that the policy does not name is found out, and the buyer pays",
  goesBack: "a redirect that nobody can find out about ends on a page with a way back",
};

const orderName = () => `R${Math.random().toString(36).slice(2, 9)}!host`;

/** At a shop whose router reaches the bank's page by its name, too. */
export async function paysAfterBlockedRedirect(buyer: Buyer): Promise<void> {
  await buyer.window.open(`${buyer.shop}/?order=${orderName()}&mode=popup`);
  const bank = await buyer.openBank("Pay by card");
  await buyer.enterCard(cards.approved, bank);
  await bank.gone();
  await buyer.window.see("li", "approved");
}

/**
 * At a shop whose router cannot ask the bank's page where it redirects to.
 * @param follows whether the browser follows the redirect all the same, as Firefox does
 */
export async function comesBackFromBlockedRedirect(buyer: Buyer, follows: boolean): Promise<void> {
  await buyer.window.open(`${buyer.shop}/?order=${orderName()}&mode=popup`);
  await buyer.pay("Pay by card");
  const window = await buyer.window.popup();
  if (follows) return window.see("#number");
  await window.see("h1", "The bank's page could not be opened");
  await window.see("p", "You were not charged in this window");
  await window.see("a", /Back to the (shop|store)/);
  await window.click("#close");
  await window.gone();
}
