/** Prices are in cents of a peso, tax included: 59500 is RD$ 595.00. */
export interface Product {
  id: string;
  name: string;
  price: number;
}

export const products: Product[] = [
  { id: "coffee", name: "Highland coffee, 454 g", price: 59_500 },
  { id: "cacao", name: "Cacao beans, 500 g", price: 42_000 },
  { id: "larimar", name: "Larimar ring", price: 485_000 },
];

// The ITBIS (18 %) that a price contains.
export function taxIn(total: number): number {
  return Math.round((total * 18) / 118);
}
