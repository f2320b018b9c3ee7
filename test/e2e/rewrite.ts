import type { Page } from "@playwright/test";

/**
 * Writes another amount wherever the page has one, so that it can be measured with more money than it has.
 * @returns whether there was one
 */
export function writeAmounts(page: Page, amount: string): Promise<boolean> {
  return rewrite(page, String.raw`(?<=(?:RD|US)\$\s?)[\d,]*\d\.\d\d`, amount);
}

/**
 * Writes words in the place of others, wherever the page shows them.
 * @param pattern source of a regular expression
 * @returns whether there were any
 */
export async function rewrite(page: Page, pattern: string, words: string): Promise<boolean> {
  const found = await Promise.all(page.frames().map((frame) => frame.evaluate(rewriteHere, [pattern, words] as const)));
  return found.includes(true);
}

/** Runs in the page. */
function rewriteHere([pattern, words]: readonly [string, string]): boolean {
  const old = new RegExp(pattern, "g");
  let found = false;
  const rewritten = (text: string) => {
    found ||= text.search(old) >= 0;
    return text.replace(old, words);
  };
  const walk = (root: Node): void => {
    for (const node of root.childNodes) {
      if (node instanceof Text) {
        const text = rewritten(node.data);
        if (text !== node.data) node.data = text;
      } else if (node instanceof Element && !node.matches("script, style, textarea")) {
        const label = node.getAttribute("label");
        if (label !== null) node.setAttribute("label", rewritten(label));
        walk(node);
        if (node.shadowRoot) walk(node.shadowRoot);
      }
    }
  };
  walk(document.body);
  return found;
}
