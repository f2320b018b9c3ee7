/** A behavior about which deployments differ: its values, the one of each profile, and what it decides. */
export const behavior = <const V extends readonly string[]>(
  values: V,
  live: V[number],
  document: V[number],
  es: string,
  en: string,
) => ({ values, live, document, es, en });
