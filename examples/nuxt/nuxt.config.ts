export default defineNuxtConfig({
  app: {
    baseURL: "/nuxt/",
    head: { title: "Nuxt", htmlAttrs: { lang: "en" }, link: [{ rel: "icon", href: "data:," }] },
  },
  compatibilityDate: "2026-01-01",
  telemetry: false,
  vue: { compilerOptions: { isCustomElement: (tag) => tag === "ventanilla-pay" } },
});
