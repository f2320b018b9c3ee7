/** The same words in both languages. */
export interface Words {
  en: string;
  es: string;
}

/** A page: `docs/{en}.md` and `docs/es/{es}.md`. Without `es` it is in English alone: section "project" only. */
export interface Page {
  en: string;
  es?: string;
  title: Words;
}

export interface Section {
  name: "start" | "guide" | "going-live" | "staff" | "problems" | "reference" | "project";
  title: Words;
  pages: Page[];
}

/** Every page of the site except the two home pages. Both sidebars are made of it, and a test compares it with the files. */
export const sections: Section[] = [
  {
    name: "start",
    title: { en: "Quick start", es: "Inicio rápido" },
    pages: [
      {
        en: "start/before",
        es: "inicio-rapido/antes-de-empezar",
        title: { en: "Before you start", es: "Antes de empezar" },
      },
      {
        en: "start/see-it-work",
        es: "inicio-rapido/vealo-funcionar",
        title: { en: "See it work", es: "Véalo funcionar" },
      },
      { en: "start/button", es: "inicio-rapido/boton", title: { en: "The button", es: "El botón" } },
      { en: "start/router", es: "inicio-rapido/router", title: { en: "The router", es: "El router" } },
      {
        en: "start/deliver",
        es: "inicio-rapido/entregar",
        title: { en: "Deliver on onPaid", es: "Entregar con onPaid" },
      },
      { en: "start/endings", es: "inicio-rapido/finales", title: { en: "Every ending", es: "Cada final" } },
      { en: "start/glossary", es: "inicio-rapido/glosario", title: { en: "Glossary", es: "Glosario" } },
    ],
  },
  {
    name: "guide",
    title: { en: "Guides", es: "Guías" },
    pages: [
      {
        en: "guide/payment-flow",
        es: "guias/como-fluye-un-pago",
        title: { en: "How a payment flows", es: "Cómo fluye un pago" },
      },
      { en: "guide/element", es: "guias/elemento", title: { en: "The element", es: "El elemento" } },
      { en: "guide/router", es: "guias/router", title: { en: "The router", es: "El router" } },
      { en: "guide/stores", es: "guias/almacenes", title: { en: "Stores", es: "Almacenes" } },
      { en: "guide/client", es: "guias/cliente", title: { en: "The client", es: "El cliente" } },
      { en: "guide/rest", es: "guias/rest", title: { en: "REST", es: "REST" } },
      { en: "guide/sandbox", es: "guias/banco-de-pruebas", title: { en: "The sandbox", es: "El Banco de Pruebas" } },
    ],
  },
  {
    name: "going-live",
    title: { en: "Going live", es: "Puesta en producción" },
    pages: [],
  },
  {
    name: "staff",
    title: { en: "For the staff", es: "Guía del personal" },
    pages: [],
  },
  {
    name: "problems",
    title: { en: "Problems", es: "Problemas" },
    pages: [],
  },
  {
    name: "reference",
    title: { en: "Reference", es: "Referencia" },
    pages: [
      { en: "reference/element", es: "referencia/elemento", title: { en: "Element", es: "Elemento" } },
      { en: "reference/router", es: "referencia/router", title: { en: "Router", es: "Router" } },
      { en: "reference/client", es: "referencia/cliente", title: { en: "Client", es: "Cliente" } },
    ],
  },
  {
    name: "project",
    title: { en: "Project", es: "Proyecto" },
    pages: [
      { en: "attempt", title: { en: "An attempt's states", es: "Estados de un intento" } },
      { en: "router", title: { en: "Element and router", es: "Elemento y router" } },
      { en: "operating", title: { en: "Operating", es: "Operación" } },
      { en: "stores", title: { en: "Stores", es: "Almacenes" } },
      { en: "contract", title: { en: "The bank's contract", es: "Contrato del banco" } },
      { en: "sentences", title: { en: "Every sentence", es: "Todas las frases" } },
      { en: "mistakes", title: { en: "Common mistakes", es: "Errores comunes" } },
      { en: "conformance", title: { en: "Conformance", es: "Conformidad" } },
      { en: "complaints", title: { en: "Complaints", es: "Quejas" } },
      { en: "dependencies", title: { en: "Dependencies", es: "Dependencias" } },
    ],
  },
];
