import type { CounterTexts } from "./texts.ts";

/** What stands on every page, in Spanish. */
export const es: CounterTexts = {
  product: "Mostrador",
  navigation: "Páginas",
  nav: { today: "Hoy", decide: "Por decidir", payments: "Pagos", close: "Cierre del día" },
  skip: "Ir al contenido",
  otherLanguage: "English",
  backToToday: "Volver a Hoy",
  signOut: "Cerrar sesión",
  stale: "Esta página ya no se actualiza (última vez: {time}). Ábrala otra vez.",
  problems: {
    nobody: {
      title: "Esta página es del personal",
      message: "El comercio no reconoce su sesión. Inicie sesión como personal del comercio y abra la página otra vez.",
    },
    mayNot: {
      title: "Usted puede ver, pero no decidir",
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
