/** The same words in both languages. */
export interface Words {
  en: string;
  es: string;
}

/** A page: `docs/{en}.md` and `docs/es/{es}.md`. */
export interface Page {
  en: string;
  es: string;
  title: Words;
}

export interface Section {
  name: "start" | "guide" | "staff" | "going-live" | "reference";
  title: Words;
  pages: Page[];
}

/** Every page for users, except the two home pages. Both sidebars are made of it, and a test compares it with the files. */
export const sections: Section[] = [
  {
    name: "start",
    title: { en: "Start", es: "Inicio" },
    pages: [
      {
        en: "start/before",
        es: "inicio-rapido/antes-de-empezar",
        title: { en: "See it work", es: "Véalo funcionar" },
      },
      {
        en: "start/router",
        es: "inicio-rapido/router",
        title: { en: "Add it to your shop", es: "Póngalo en su tienda" },
      },
      {
        en: "start/deliver",
        es: "inicio-rapido/entregar",
        title: { en: "Deliver on onPaid", es: "Entregar con onPaid" },
      },
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
      { en: "guide/router", es: "guias/router", title: { en: "Use the router", es: "Usar el router" } },
      { en: "guide/counter", es: "guias/mostrador", title: { en: "The counter", es: "El mostrador" } },
      {
        en: "guide/payment-links",
        es: "guias/enlaces-de-pago",
        title: { en: "Payment links, receipts", es: "Enlaces de pago, recibos" },
      },
      { en: "guide/stores", es: "guias/almacenes", title: { en: "Stores", es: "Almacenes" } },
      {
        en: "guide/own-database",
        es: "guias/su-base-de-datos",
        title: { en: "MySQL, Prisma, Drizzle, Mongo", es: "MySQL, Prisma, Drizzle, Mongo" },
      },
      {
        en: "guide/several-instances",
        es: "guias/varias-instancias",
        title: { en: "Several processes, serverless", es: "Varios procesos, serverless" },
      },
      {
        en: "guide/other-servers",
        es: "guias/otros-servidores",
        title: { en: "Vite, Next, Nuxt, Fastify", es: "Vite, Next, Nuxt, Fastify" },
      },
      { en: "guide/docker", es: "guias/docker", title: { en: "Docker, CommonJS", es: "Docker, CommonJS" } },
      { en: "guide/windows", es: "guias/windows", title: { en: "Windows", es: "Windows" } },
      {
        en: "guide/sandbox",
        es: "guias/banco-de-pruebas",
        title: { en: "The sandbox, every ending", es: "El Banco de Pruebas, cada final" },
      },
      {
        en: "guide/test-your-shop",
        es: "guias/pruebe-su-tienda",
        title: { en: "Test your shop", es: "Pruebe su tienda" },
      },
      { en: "guide/migrating", es: "guias/migrar", title: { en: "Migrate and upgrade", es: "Migrar y actualizar" } },
      { en: "problems", es: "problemas", title: { en: "Problems by symptom", es: "Problemas por síntoma" } },
    ],
  },
  {
    name: "staff",
    title: { en: "For the staff", es: "Guía del personal" },
    pages: [
      { en: "staff/in-one-page", es: "personal/en-una-pagina", title: { en: "In one page", es: "En una página" } },
      {
        en: "staff/what-to-tell-the-buyer",
        es: "personal/que-decirle-al-comprador",
        title: { en: "What to tell the buyer", es: "Qué decirle al comprador" },
      },
      {
        en: "staff/ask-the-bank",
        es: "personal/pregunte-al-banco",
        title: { en: "Ask the bank", es: "Pregunte al banco" },
      },
      {
        en: "staff/record-the-result",
        es: "personal/registre-el-resultado",
        title: { en: "Record the result", es: "Registre el resultado" },
      },
      { en: "staff/deadlines", es: "personal/plazos", title: { en: "The end of the day", es: "El cierre del día" } },
    ],
  },
  {
    name: "going-live",
    title: { en: "Going live", es: "Puesta en producción" },
    pages: [
      {
        en: "going-live/account-executive",
        es: "produccion/ejecutivo-de-cuenta",
        title: { en: "The bank, certification", es: "El banco, certificación" },
      },
      {
        en: "going-live/addresses",
        es: "produccion/direcciones",
        title: { en: "Addresses, proxies, CSRF", es: "Direcciones, proxies, CSRF" },
      },
      {
        en: "going-live/orders",
        es: "produccion/pedidos",
        title: { en: "Orders and amounts", es: "Pedidos y montos" },
      },
      {
        en: "going-live/database",
        es: "produccion/base-de-datos",
        title: { en: "Database, backups, keys", es: "Base de datos, respaldos, llaves" },
      },
      { en: "going-live/monitoring", es: "produccion/vigilancia", title: { en: "Monitoring", es: "Vigilancia" } },
      {
        en: "going-live/pci-and-personal-data",
        es: "produccion/pci-y-datos-personales",
        title: { en: "PCI and personal data", es: "PCI y datos personales" },
      },
      {
        en: "going-live/checklist",
        es: "produccion/lista-final",
        title: { en: "The final list, the first day", es: "La lista final, el primer día" },
      },
    ],
  },
  {
    name: "reference",
    title: { en: "Reference", es: "Referencia" },
    pages: [
      {
        en: "reference/element",
        es: "referencia/elemento",
        title: { en: "Element: every attribute", es: "Elemento: cada atributo" },
      },
      {
        en: "reference/router",
        es: "referencia/router",
        title: { en: "Router: every option", es: "Router: cada opción" },
      },
      { en: "guide/client", es: "guias/cliente", title: { en: "The client", es: "El cliente" } },
      { en: "guide/rest", es: "guias/rest", title: { en: "REST", es: "REST" } },
      {
        en: "reference/client",
        es: "referencia/cliente",
        title: { en: "Client: every function", es: "Cliente: cada función" },
      },
      {
        en: "reference/links",
        es: "referencia/enlaces",
        title: { en: "Links: every option", es: "Enlaces: cada opción" },
      },
      {
        en: "reference/sandbox",
        es: "referencia/banco-de-pruebas",
        title: { en: "Sandbox: every switch", es: "Banco de Pruebas: cada opción" },
      },
      { en: "operating", es: "referencia/operacion", title: { en: "Operating", es: "Operación" } },
      { en: "reference/glossary", es: "referencia/glosario", title: { en: "Glossary", es: "Glosario" } },
    ],
  },
];

/** What only contributors read, in English: with the decisions, it has a sidebar of its own. */
export const contributing = [
  { en: "contributing/write-a-store", title: "Write a store" },
  { en: "contributing/attempt", title: "An attempt's states" },
  { en: "contributing/protocol", title: "Between element and router" },
  { en: "contributing/contract", title: "The bank's contract" },
  { en: "contributing/conformance", title: "Conformance" },
  { en: "contributing/complaints", title: "Complaints" },
  { en: "dependencies", title: "Dependencies" },
  { en: "releasing", title: "Releasing" },
];
