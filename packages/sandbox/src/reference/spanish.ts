import { authenticationSpanish } from "./authentication-es.ts";
import { fieldsInSpanish } from "./fields-es.ts";
import { operationsInSpanish } from "./operations-es.ts";

/** Every sentence of the reference in Spanish, by the English one. */
export const spanish: Readonly<Record<string, string>> = {
  ...operationsInSpanish,
  ...authenticationSpanish,
  ...fieldsInSpanish,
};
