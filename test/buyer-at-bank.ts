// The buyer's browser at the bank, played with requests: what its pages say, and what they send.

/** The session that a launch page sends to the bank; undefined on a page that refuses the launch. */
export const sessionOf = (html: string): string | undefined => /name="SESSION" value="([^"]+)"/.exec(html)?.[1];

/** The address of a page's first form that posts to another site: from the bank's page, the way back to the shop. */
export const returnAddress = (html: string): string | undefined =>
  /action="(http[^"]+)"/.exec(html)?.[1]?.replaceAll("&amp;", "&");

/** The same from the bank's page, as a path of the router that the shop has under `/payments`: `/return/…`. */
export const pathBack = (html: string): string | undefined =>
  /\/payments(\/(?:return|cancel)\/.+)/.exec(returnAddress(html) ?? "")?.[1];

/**
 * What the bank's card page sends.
 * @param card digits of a test card, or `cancel`
 */
export function cardForm(card: string): Record<string, string> {
  if (card === "cancel") return { action: "cancel" };
  // American Express has one digit more.
  return { action: "pay", number: card, expiry: "11/49", cvv: card.length === 15 ? "1234" : "123" };
}

/** Sends a form as a browser does, and follows redirects. */
export const postForm = (address: string, fields: Record<string, string>): Promise<Response> =>
  fetch(address, { method: "POST", body: new URLSearchParams(fields) });

/**
 * Comes to the bank's page with a session, and pays there or cancels.
 * @param bank where this process reaches the bank
 * @returns the page after it, which holds the form that returns to the shop
 */
export async function payAt(bank: string, SESSION: string, card: string): Promise<Response> {
  const page = await postForm(`${bank}/authorize`, { SESSION });
  await page.arrayBuffer();
  return postForm(page.url, cardForm(card));
}
