const warned = new Set<string>();

/** Tells the page's author, once per page, what keeps the element from working as intended. */
export function warn(text: string): void {
  if (!warned.has(text)) console.warn(`<ventanilla-pay> ${text}`);
  warned.add(text);
}

/**
 * Says that this page's own policy makes an open window look closed, if that is so. No script can read the policy, but it
 * is in the headers of the page's address.
 * @param openedAt when the window that looks closed was opened, in epoch milliseconds
 */
export async function warnOfOpenerPolicy(openedAt = 0): Promise<void> {
  // Buyers hardly ever close the window within 3 s.
  if (Date.now() - openedAt > 3000) return;
  try {
    const { headers } = await fetch(location.href, { method: "HEAD" });
    const policy = headers.get("cross-origin-opener-policy") ?? "";
    if (!/^same-origin(?!-allow)/.test(policy)) return;
    warn(`Cross-Origin-Opener-Policy: ${policy} makes the bank's window look closed; use same-origin-allow-popups`);
  } catch {
    // The page's headers cannot be read: there is nothing to say.
  }
}
