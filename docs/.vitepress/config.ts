import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type DefaultTheme, defineConfig } from "vitepress";
import { linksToSource, source } from "./links.ts";
import { contributing, type Page, sections } from "./pages.ts";
import { slug } from "./slug.ts";

type Language = "en" | "es";

/** Drawn here: a named icon is loaded from another server while the site is edited. */
const codeIcon =
  '<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"><path d="M8 6 2 12l6 6m8-12 6 6-6 6M14 4l-4 16"/></svg>';

/** A teller's window, in the page itself: at whatever path the site is served. */
const mark = `data:image/svg+xml,${encodeURIComponent(readFileSync(join(import.meta.dirname, "mark.svg"), "utf8"))}`;

const folder = join(import.meta.dirname, "../decisions");

function decisions(): DefaultTheme.SidebarItem[] {
  return readdirSync(folder).map((name) => {
    const [, title = name] = /^# (.+)$/m.exec(readFileSync(join(folder, name), "utf8")) ?? [];
    return { text: title, link: `/decisions/${name.replace(/\.md$/, "")}` };
  });
}

const address = (page: Page, language: Language): string => (language === "es" ? `/es/${page.es}` : `/${page.en}`);

/** What a newcomer looks for is open; the reference opens with its pages. */
function sidebar(language: Language): DefaultTheme.SidebarItem[] {
  return sections.map(({ name, title, pages }) => ({
    text: title[language],
    collapsed: name === "reference",
    items: pages.map((page) => ({ text: page.title[language], link: address(page, language) })),
  }));
}

const forContributors: DefaultTheme.SidebarItem[] = [
  {
    text: "Contributing",
    items: contributing.map(({ en, title }) => ({ text: title, link: `/${en}` })),
  },
  { text: "Decisions", collapsed: true, items: decisions() },
];

/** Each contributors' page has their sidebar, which its path alone chooses; all other pages have the users'. */
const sidebars: DefaultTheme.SidebarMulti = {
  "/": sidebar("en"),
  "/decisions/": forContributors,
  ...Object.fromEntries(contributing.map(({ en }) => [`/${en}`, forContributors])),
};

/** The first page of each section, above every page; what is for contributors comes last, in English alone. */
function nav(language: Language): DefaultTheme.NavItem[] {
  const links = sections.map(({ title, pages: [first] }) => {
    if (first === undefined) throw new Error(`${title.en} has no page`);
    const link = address(first, language);
    return { text: title[language], link, activeMatch: `^${link.replace(/[^/]+$/, "")}` };
  });
  const [first] = contributing;
  return language === "es" ? links : [...links, { text: "Contributing", link: `/${first?.en}` }];
}

const search: DefaultTheme.LocalSearchOptions = {
  // Who writes "anulacion" finds "anulación".
  miniSearch: {
    options: { processTerm: (term) => term.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase() },
    // Who writes "refund" or "reverso" wants to give money back: the functions of that name come after.
    searchOptions: {
      boostDocument: (id) => (/\/(?:referenc\w+\/(?!glos)|contributing\/|decisions\/)/.test(id) ? 0.3 : 1),
    },
  },
  locales: {
    es: {
      translations: {
        button: { buttonText: "Buscar", buttonAriaLabel: "Buscar" },
        modal: {
          displayDetails: "Mostrar el detalle",
          resetButtonTitle: "Borrar la búsqueda",
          backButtonTitle: "Cerrar la búsqueda",
          noResultsText: "No hay resultados para",
          footer: {
            selectText: "abrir",
            selectKeyAriaLabel: "Intro",
            navigateText: "moverse",
            navigateUpKeyAriaLabel: "flecha arriba",
            navigateDownKeyAriaLabel: "flecha abajo",
            closeText: "cerrar",
            closeKeyAriaLabel: "Escape",
          },
        },
      },
    },
  },
};

export default defineConfig({
  title: "Ventanilla",
  description: "Card payments on the bank's own page: one tag, one router, and the bank on a laptop.",
  lang: "en-US",
  head: [["link", { rel: "icon", type: "image/svg+xml", href: mark }]],
  markdown: {
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    anchor: { slugify: slug },
    config: linksToSource,
  },
  vite: {
    resolve: {
      alias: [
        { find: /^\.{1,2}\/composables\/langs$/, replacement: join(import.meta.dirname, "languages.ts") },
        { find: /^\.\/VPHome\.vue$/, replacement: join(import.meta.dirname, "theme/Home.vue") },
      ],
    },
  },
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag === "ventanilla-pay" } } },
  locales: {
    root: { label: "English", themeConfig: { nav: nav("en"), sidebar: sidebars } },
    es: {
      label: "Español",
      lang: "es-DO",
      description: "Pagos con tarjeta en la página del banco: una etiqueta, un router y el banco en su computadora.",
      themeConfig: {
        nav: nav("es"),
        sidebar: sidebar("es"),
        outline: { level: [2, 3], label: "En esta página" },
        docFooter: { prev: "Anterior", next: "Siguiente" },
        darkModeSwitchLabel: "Apariencia",
        lightModeSwitchTitle: "Usar colores claros",
        darkModeSwitchTitle: "Usar colores oscuros",
        sidebarMenuLabel: "Páginas",
        returnToTopLabel: "Volver arriba",
        langMenuLabel: "Cambiar de idioma",
        skipToContentLabel: "Ir al contenido",
        notFound: {
          title: "Esta página no existe",
          quote: "Puede que la dirección haya cambiado. Busque el tema arriba o vuelva al inicio.",
          linkLabel: "Ir al inicio",
          linkText: "Ir al inicio",
        },
      },
    },
  },
  themeConfig: {
    logo: { src: mark, alt: "" },
    search: { provider: "local", options: search },
    socialLinks: [{ icon: { svg: codeIcon }, link: source, ariaLabel: "GitHub" }],
    outline: { level: [2, 3] },
  },
});
