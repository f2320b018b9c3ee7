/**
 * Writes a masked card number as buyers know it from receipts: `•••• 0050`. The space does not break.
 * @param masked as the bank has it, such as `476134______0050`; only its last four digits are used
 * @returns four dots, a no-break space, and the last four digits
 * @example
 * formatCard("476134______0050"); // "•••• 0050"
 */
export function formatCard(masked: string): string {
  return `••••\u00a0${masked.slice(-4)}`;
}
