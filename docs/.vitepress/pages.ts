/** The same words in both languages. */
export interface Words {
  en: string;
  es: string;
}

/** A page: `docs/{en}.md` and `docs/es/{es}.md`. Without `es` it is in English alone: section "contributing" only. */
export interface Page {
  en: string;
  es?: string;
  title: Words;
}

export interface Section {
  name: "start" | "guide" | "going-live" | "staff" | "problems" | "reference" | "contributing";
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
      { en: "start/create", es: "inicio-rapido/crear", title: { en: "Your own shop", es: "Su propia tienda" } },
      { en: "start/button", es: "inicio-rapido/boton", title: { en: "The button", es: "El botón" } },
      { en: "start/router", es: "inicio-rapido/router", title: { en: "Mount the router", es: "Montar el router" } },
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
      { en: "guide/router", es: "guias/router", title: { en: "Use the router", es: "Usar el router" } },
      { en: "guide/counter", es: "guias/mostrador", title: { en: "The counter", es: "El mostrador" } },
      { en: "guide/stores", es: "guias/almacenes", title: { en: "Stores", es: "Almacenes" } },
      { en: "guide/client", es: "guias/cliente", title: { en: "The client", es: "El cliente" } },
      { en: "guide/rest", es: "guias/rest", title: { en: "REST", es: "REST" } },
      { en: "guide/sandbox", es: "guias/banco-de-pruebas", title: { en: "The sandbox", es: "El Banco de Pruebas" } },
      {
        en: "guide/several-instances",
        es: "guias/varias-instancias",
        title: { en: "Several instances", es: "Varias instancias" },
      },
      { en: "guide/serverless", es: "guias/serverless", title: { en: "Serverless and cron", es: "Serverless y cron" } },
      { en: "guide/proxies", es: "guias/proxies", title: { en: "Proxies", es: "Proxies" } },
      {
        en: "guide/other-origins",
        es: "guias/otros-origenes",
        title: { en: "Pages on another origin", es: "Páginas en otro origen" },
      },
      {
        en: "guide/other-servers",
        es: "guias/otros-servidores",
        title: { en: "Fastify, Koa, Hono, Next", es: "Fastify, Koa, Hono, Next" },
      },
      { en: "guide/csp", es: "guias/csp", title: { en: "CSP and helmet", es: "CSP y helmet" } },
      {
        en: "guide/page-programs",
        es: "guias/programas-de-la-pagina",
        title: { en: "Turbo, htmx, service workers", es: "Turbo, htmx, service workers" },
      },
      {
        en: "guide/test-your-shop",
        es: "guias/pruebe-su-tienda",
        title: { en: "Test your shop", es: "Pruebe su tienda" },
      },
      { en: "guide/migrating", es: "guias/migrar", title: { en: "Migrating", es: "Migrar" } },
      { en: "guide/upgrading", es: "guias/actualizar", title: { en: "Upgrading", es: "Actualizar" } },
    ],
  },
  {
    name: "going-live",
    title: { en: "Going live", es: "Puesta en producción" },
    pages: [
      {
        en: "going-live/account-executive",
        es: "produccion/ejecutivo-de-cuenta",
        title: { en: "Ask the account executive", es: "Pregunte a su ejecutivo" },
      },
      {
        en: "going-live/certification",
        es: "produccion/certificacion",
        title: { en: "Certification", es: "Certificación" },
      },
      {
        en: "going-live/addresses",
        es: "produccion/direcciones",
        title: { en: "Addresses, HTTPS, proxies", es: "Direcciones, HTTPS, proxies" },
      },
      {
        en: "going-live/orders",
        es: "produccion/pedidos",
        title: { en: "Orders and amounts", es: "Pedidos y montos" },
      },
      { en: "going-live/keys", es: "produccion/llaves", title: { en: "Keys and secrets", es: "Llaves y secretos" } },
      {
        en: "going-live/database",
        es: "produccion/base-de-datos",
        title: { en: "Database and backups", es: "Base de datos y respaldos" },
      },
      {
        en: "going-live/csrf-and-cookies",
        es: "produccion/csrf-y-cookies",
        title: { en: "CSRF and cookies", es: "CSRF y cookies" },
      },
      {
        en: "going-live/texts-and-contact",
        es: "produccion/textos-y-contacto",
        title: { en: "Your words and contact", es: "Sus textos y su contacto" },
      },
      { en: "going-live/monitoring", es: "produccion/vigilancia", title: { en: "Monitoring", es: "Vigilancia" } },
      {
        en: "going-live/pci-and-personal-data",
        es: "produccion/pci-y-datos-personales",
        title: { en: "PCI and personal data", es: "PCI y datos personales" },
      },
      { en: "going-live/first-day", es: "produccion/primer-dia", title: { en: "The first day", es: "El primer día" } },
      { en: "going-live/checklist", es: "produccion/lista-final", title: { en: "The final list", es: "Lista final" } },
    ],
  },
  {
    name: "staff",
    title: { en: "For the staff", es: "Guía del personal" },
    pages: [
      { en: "staff/in-one-page", es: "personal/en-una-pagina", title: { en: "In one page", es: "En una página" } },
      {
        en: "staff/how-you-find-out",
        es: "personal/como-se-entera",
        title: { en: "How you find out", es: "Cómo se entera" },
      },
      {
        en: "staff/what-to-tell-the-buyer",
        es: "personal/que-decirle-al-comprador",
        title: { en: "What to tell the buyer", es: "Qué decirle al comprador" },
      },
      {
        en: "staff/gather-the-facts",
        es: "personal/reuna-los-datos",
        title: { en: "Gather the facts", es: "Reúna los datos" },
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
      {
        en: "staff/paid-twice-or-in-part",
        es: "personal/pagado-dos-veces-o-en-parte",
        title: { en: "Paid twice, or in part", es: "Pagado dos veces, o en parte" },
      },
      {
        en: "staff/deadlines",
        es: "personal/plazos",
        title: { en: "Deadlines, end of the day", es: "Plazos y cierre del día" },
      },
    ],
  },
  {
    name: "problems",
    title: { en: "Problems", es: "Problemas" },
    pages: [{ en: "problems", es: "problemas", title: { en: "By symptom", es: "Por síntoma" } }],
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
      {
        en: "reference/client",
        es: "referencia/cliente",
        title: { en: "Client: every function", es: "Cliente: cada función" },
      },
      {
        en: "reference/sandbox",
        es: "referencia/banco-de-pruebas",
        title: { en: "Sandbox: every switch", es: "Banco de Pruebas: cada opción" },
      },
      { en: "operating", es: "referencia/operacion", title: { en: "Operating", es: "Operación" } },
    ],
  },
  {
    name: "contributing",
    title: { en: "Contributing", es: "Para contribuir (en inglés)" },
    pages: [
      { en: "contributing/attempt", title: { en: "An attempt's states", es: "Estados de un intento" } },
      { en: "contributing/protocol", title: { en: "Between element and router", es: "Entre elemento y router" } },
      { en: "contributing/stores", title: { en: "Stores in detail", es: "Almacenes en detalle" } },
      { en: "contributing/contract", title: { en: "The bank's contract", es: "Contrato del banco" } },
      { en: "contributing/conformance", title: { en: "Conformance", es: "Conformidad" } },
      { en: "contributing/complaints", title: { en: "Complaints", es: "Quejas" } },
      { en: "dependencies", title: { en: "Dependencies", es: "Dependencias" } },
      { en: "releasing", title: { en: "Releasing", es: "Publicación de versiones" } },
    ],
  },
];
