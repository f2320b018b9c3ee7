import { countryCode } from "./country-code.ts";
import { folded, nameKey } from "./written-text.ts";

/** ISO 3166-2:DO, in the order of its codes, 01 to 32; after the name, others that people write. */
const provinces = [
  "Distrito Nacional, DN, Nacional, Capital, Santo Domingo DN, Santo Domingo de Guzmán",
  "Azua, Azua de Compostela",
  "Baoruco, Bahoruco",
  "Barahona",
  "Dajabón, Libertador",
  "Duarte",
  "Elías Piña, La Estrelleta, San Rafael",
  "El Seibo, Seybo",
  "Espaillat",
  "Independencia",
  "La Altagracia",
  "La Romana",
  "La Vega, Concepción de la Vega",
  "María Trinidad Sánchez, Julia Molina",
  "Monte Cristi",
  "Pedernales",
  "Peravia, Trujillo Valdez, José Trujillo Valdez",
  "Puerto Plata",
  "Hermanas Mirabal, Salcedo",
  "Samaná",
  "San Cristóbal, Trujillo",
  "San Juan, San Juan de la Maguana, Benefactor",
  "San Pedro de Macorís, SPM",
  "Sánchez Ramírez",
  "Santiago, Santiago de los Caballeros",
  "Santiago Rodríguez",
  "Valverde, Mao",
  "Monseñor Nouel",
  "Monte Plata",
  "Hato Mayor, Hato Mayor del Rey",
  "San José de Ocoa, Ocoa",
  "Santo Domingo, SD, Santo Domingo Este, Santo Domingo Norte, Santo Domingo Oeste",
];

const abbreviations: Record<string, string> = {
  STO: "SANTO",
  DGO: "DOMINGO",
  STGO: "SANTIAGO",
  PTO: "PUERTO",
  PTA: "PUERTO",
  HNAS: "HERMANAS",
  MA: "MARIA",
  MONS: "MONSENOR",
  DIST: "DISTRITO",
  DTO: "DISTRITO",
  NAC: "NACIONAL",
  NAL: "NACIONAL",
};

/** Words that some write and others leave out. */
const fillers = new Set(["EL", "LA", "LOS", "DE", "DEL", "PROVINCIA", "PROV", "PROVINCE"]);

/** What names of provinces are compared by. */
const provinceKey = (name: string): string =>
  folded(name)
    .toUpperCase()
    .replace(/(?<=\b[A-Z])\.(?=[A-Z]\b)/g, "")
    .split(/[^A-Z0-9]+/)
    .filter((word) => !fillers.has(word))
    .map((word) => abbreviations[word] ?? word)
    .join("");

const codes: ReadonlyMap<string, string> = new Map(
  provinces.flatMap((names, i) =>
    names.split(", ").map((name) => [provinceKey(name), String(i + 1).padStart(2, "0")] as const),
  ),
);

/**
 * The state's part of an ISO 3166-2 code, as people write a state: `DO-01`, `01` or, in the Dominican Republic, a
 * province by its name.
 * @param country the address's, as `countryCode` has it. Default: the Dominican Republic
 * @returns `undefined` for what is none
 */
export function stateCode(text: string, country: string | undefined): string | undefined {
  const isDominican = country === undefined || ["DO", "DOM", "214"].includes(country);
  const upper = folded(text).toUpperCase().trim();
  const [, prefix, part = upper] = /^([A-Z]{2,3})\s*[-–—_. ]\s*([A-Z0-9]{1,3})$/.exec(upper) ?? [];
  const prefixed = prefix === undefined ? undefined : countryCode(prefix);
  const isOwnPrefix = prefixed !== undefined && (!isDominican || prefixed === "DO");
  const bare = isOwnPrefix ? part : upper;
  if (isDominican) {
    const number = /^(?:DO)?\s*(\d{1,2})$/.exec(bare)?.[1];
    if (number !== undefined) return number.padStart(2, "0");
    const named = [text, ...text.split(/[,(/|]/)].map((each) => codes.get(provinceKey(each)));
    const found = named.find((code) => code !== undefined);
    if (found !== undefined) return found;
  }
  return /^[0-9A-Z]{1,3}$/.test(nameKey(bare)) ? nameKey(bare) : undefined;
}
