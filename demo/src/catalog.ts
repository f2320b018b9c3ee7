import type { Language } from "./texts.ts";

/** A product of the shop. `id` is also the name of its drawing, `assets/products/{id}.svg`. */
export interface Product {
  id: string;
  /** Cents of a peso, ITBIS included. */
  price: number;
  /** The color of the wall behind its drawing: a class of `assets/products.css`. */
  wall: "sea" | "leaf" | "sun" | "clay" | "rose";
  name: Record<Language, string>;
  about: Record<Language, string>;
}

/** The products, in the order of the page. All are invented. */
export const catalog: readonly Product[] = [
  {
    id: "cacao",
    price: 42_000,
    wall: "leaf",
    name: { es: "Cacao en grano", en: "Cacao beans" },
    about: { es: "Fermentado y secado al sol, 500\u00a0g", en: "Fermented and sun-dried, 500\u00a0g" },
  },
  {
    id: "cafe",
    price: 59_500,
    wall: "sun",
    name: { es: "Café de altura", en: "Highland coffee" },
    about: { es: "Tostado medio de la loma, 454\u00a0g", en: "Medium roast from the hills, 454\u00a0g" },
  },
  {
    id: "casabe",
    price: 18_000,
    wall: "sea",
    name: { es: "Casabe a la leña", en: "Wood-fired casabe" },
    about: { es: "Seis tortas de yuca, crujientes", en: "Six crisp cassava flatbreads" },
  },
  {
    id: "chocolate",
    price: 28_500,
    wall: "rose",
    name: { es: "Tableta 70 %", en: "70% bar" },
    about: { es: "Chocolate con nibs y sal, 80\u00a0g", en: "Dark chocolate, nibs and salt, 80\u00a0g" },
  },
  {
    id: "miel",
    price: 35_000,
    wall: "leaf",
    name: { es: "Miel de campanilla", en: "Morning-glory honey" },
    about: { es: "Clara y floral, frasco de 330\u00a0g", en: "Pale and floral, 330\u00a0g jar" },
  },
  {
    id: "mamajuana",
    price: 75_000,
    wall: "clay",
    name: { es: "Palos de mamajuana", en: "Mamajuana roots" },
    about: { es: "Botella con raíces y canela, sin alcohol", en: "Bottle of roots and cinnamon, no alcohol" },
  },
  {
    id: "ambar",
    price: 630_000,
    wall: "sea",
    name: { es: "Gota de ámbar", en: "Amber drop" },
    about: { es: "Colgante con una hoja de hace 20 millones de años", en: "Pendant with a leaf 20 million years old" },
  },
  {
    id: "larimar",
    price: 485_000,
    wall: "sun",
    name: { es: "Anillo de larimar", en: "Larimar ring" },
    about: { es: "Piedra celeste en plata 925", en: "Sky-blue stone set in 925 silver" },
  },
  {
    id: "tambora",
    price: 295_000,
    wall: "rose",
    name: { es: "Tambora pequeña", en: "Small tambora" },
    about: { es: "Madera y cuero, para merengue en casa", en: "Wood and hide, for merengue at home" },
  },
];

/** The product with this id, or undefined. */
export function findProduct(id: unknown): Product | undefined {
  return catalog.find((product) => product.id === id);
}
