import type { Page } from "@playwright/test";

/** An amount on a page, as source of a regular expression. */
export const amountPattern = String.raw`(?<=(?:RD|US)\$\s?)[\d,]*\d\.\d\d`;

/**
 * Writes another amount wherever the page has one, so that it can be measured with more money than it has.
 * @returns whether there was one
 */
export function writeAmounts(page: Page, amount: string): Promise<boolean> {
  return rewrite(page, amountPattern, amount);
}

/**
 * Writes words in the place of others, wherever the page shows them.
 * @param pattern source of a regular expression
 * @returns whether there were any
 */
export async function rewrite(page: Page, pattern: string, words: string): Promise<boolean> {
  const call = `(${String(rewriteHere)})(${JSON.stringify(pattern)}, ${JSON.stringify(words)}) !== undefined`;
  return (await Promise.all(page.frames().map((frame) => frame.evaluate<boolean>(call)))).includes(true);
}

/**
 * Runs in the page, so that it can use nothing from outside.
 * @returns what writes the old words again, or undefined when there are none
 */
export function rewriteHere(pattern: string, words: string): (() => void) | undefined {
  const old = new RegExp(pattern, "g");
  const writeBack: (() => void)[] = [];
  const walk = (root: Node): void => {
    for (const node of root.childNodes) {
      if (node instanceof Text) {
        const { data } = node;
        if (data.search(old) < 0) continue;
        writeBack.push(() => {
          node.data = data;
        });
        node.data = data.replace(old, words);
      } else if (node instanceof Element && !node.matches("script, style, textarea")) {
        const label = node.getAttribute("label");
        if (label !== null && label.search(old) >= 0) {
          writeBack.push(() => node.setAttribute("label", label));
          node.setAttribute("label", label.replace(old, words));
        }
        walk(node);
        if (node.shadowRoot) walk(node.shadowRoot);
      }
    }
  };
  walk(document.body);
  if (writeBack.length === 0) return undefined;
  return () => {
    for (const write of writeBack) write();
  };
}
