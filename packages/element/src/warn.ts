const said = new Set<string>();

/** Tells the page's author, once a page, what keeps the element from working as it was meant. */
export function warn(text: string): void {
  if (!said.has(text)) console.warn(`<ventanilla-pay> ${text}`);
  said.add(text);
}
