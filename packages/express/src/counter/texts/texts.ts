/** The languages of the counter. Every text exists in both. */
export type CounterLanguage = "es" | "en";

const es = {
  /** The name of the counter, after the store's. */
  product: "Mostrador",
  navigation: "Páginas",
  /** The entries of the navigation, in their order. */
  nav: { today: "Hoy", decide: "Por resolver", payments: "Pagos", close: "Cierre del\u00a0día", business: "Negocio" },
  /** The link with which keyboard users skip the navigation. */
  skip: "Ir al contenido",
  /** The name of the other language, in that language. */
  otherLanguage: "English",
  /** On a narrow screen: opens the name, the help, the language and the end of the login. */
  menu: "Menú",
  help: "Ayuda",
  print: "Imprimir",
  /** On a printed page. Spanish books say *al* of a day. */
  asOf: (moment: string) => `Al ${moment}`,
  /** Where the guide for the staff begins. */
  guide: "https://github.com/ventanilla/ventanilla/blob/main/docs/es/personal/en-una-pagina.md",
  backToToday: "Volver a Hoy",
  /** For somebody whom the shop does not know: the option `home`. */
  toHome: "Iniciar sesión",
  /** The button that ends the login. */
  signOut: "Cerrar sesión",
  /** Above an open page that is no longer updated. `{time}` is the time of the last update. */
  stale: "Esta página ya no se actualiza (última vez: {time}). Ábrala otra vez.",
  /** Why the requested page is not shown. */
  problems: {
    nobody: {
      title: "Esta página es del personal",
      message: "El comercio no reconoce su sesión. Inicie sesión como personal del comercio y abra la página otra vez.",
    },
    mayNot: {
      title: "Usted puede ver, pero no resolver",
      message: "No se registró nada. Pídale a quien puede registrar resultados que lo haga.",
    },
    otherSite: {
      title: "No se registró nada",
      message: "El formulario no vino de esta página. Abra la página otra vez aquí y envíelo de nuevo.",
    },
    oldForm: {
      title: "No se registró nada",
      message: "El formulario es de otra sesión o de otro navegador. Abra la página otra vez y envíelo de nuevo.",
    },
    notFound: { title: "Esta página no existe", message: "En esta dirección no hay nada. Revise el enlace." },
    wrongMethod: { title: "Aquí no hay nada que abrir", message: "Esta dirección solo recibe formularios." },
    failed: {
      title: "La página no se pudo mostrar",
      message: "La base de datos no respondió, o algo falló. Los pagos siguen su curso. Abra la página otra vez.",
    },
    failedPost: {
      title: "No sabemos si se registró",
      message: "La base de datos no respondió, o algo falló. Abra la página otra vez: ahí verá si quedó registrado.",
    },
  },
};

/** What stands on every page of the counter. Each page has further texts of its own. */
export type CounterTexts = typeof es;

const en: CounterTexts = {
  product: "Counter",
  navigation: "Pages",
  nav: { today: "Today", decide: "To resolve", payments: "Payments", close: "Close of\u00a0day", business: "Business" },
  skip: "Skip to content",
  otherLanguage: "Español",
  menu: "Menu",
  help: "Help",
  print: "Print",
  asOf: (moment) => `As of ${moment}`,
  guide: "https://github.com/ventanilla/ventanilla/blob/main/docs/staff/in-one-page.md",
  backToToday: "Back to Today",
  toHome: "Log in",
  signOut: "Log out",
  stale: "This page is no longer updated (last time: {time}). Open it again.",
  problems: {
    nobody: {
      title: "This page is for the staff",
      message: "The store does not recognize your login. Log in as staff of the store, and open the page again.",
    },
    mayNot: {
      title: "You can look, but not resolve",
      message: "Nothing was recorded. Ask someone who can record results to do it.",
    },
    otherSite: {
      title: "Nothing was recorded",
      message: "The form did not come from this page. Open the page again here, and send it once more.",
    },
    oldForm: {
      title: "Nothing was recorded",
      message: "The form belongs to another login or another browser. Open the page again, and send it once more.",
    },
    notFound: { title: "This page does not exist", message: "There is nothing at this address. Check the link." },
    wrongMethod: { title: "There is nothing to open here", message: "This address only takes forms." },
    failed: {
      title: "The page could not be shown",
      message: "The database did not answer, or something failed. Payments continue. Open the page again.",
    },
    failedPost: {
      title: "We do not know whether it was recorded",
      message:
        "The database did not answer, or something failed. Open the page again: there you see whether it was recorded.",
    },
  },
};

/** By language. */
export const counterTexts: Record<CounterLanguage, CounterTexts> = { es, en };
