/**
 * Writes the drawings of `docs/drawings`, each in English and Spanish. With `--check` it writes nothing and fails when
 * one is out of date. Run from anywhere: `node tools/drawings.mjs`.
 */
import { flow } from "./drawings/flow.mjs";
import { stateDiagram } from "./drawings/state-diagram.mjs";
import { writePage } from "./written-page.mjs";

const titles = {
  flow: { en: "How a payment flows", es: "Cómo fluye un pago" },
  states: { en: "The states of a payment attempt", es: "Los estados de un intento de pago" },
};

for (const language of ["en", "es"]) {
  writePage(`drawings/flow.${language}.svg`, flow(language, titles.flow[language]));
  writePage(`drawings/states.${language}.svg`, stateDiagram(language, titles.states[language]));
}
