/** The ITBIS (18 %) contained in a price that includes it, in cents, rounded half up, with integers only. */
export function itbisIn(total: number): number {
  return Math.floor((total * 36 + 118) / 236);
}

/** `RD$ 2,950.00`, the way Dominican shops write it in both languages; the space does not break. */
export function formatPesos(minor: number): string {
  const whole = String(Math.floor(minor / 100)).replace(/\B(?=(\d{3})+$)/g, ",");
  return `RD$\u00a0${whole}.${String(minor % 100).padStart(2, "0")}`;
}
