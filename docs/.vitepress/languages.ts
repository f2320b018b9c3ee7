import { useData } from "vitepress";
import { computed } from "vue";
import { sections } from "./pages.ts";

const pages = sections.flatMap((section) => section.pages);

/** The same page in the other language, else that language's home page: `relativePath` is `es/problemas.md`. */
function counterpart(relativePath: string): string {
  const path = relativePath.replace(/\.md$/, "");
  const toSpanish = pages.find(({ en }) => en === path);
  if (toSpanish) return `/es/${toSpanish.es}.html`;
  const toEnglish = pages.find(({ es }) => path === `es/${es}`);
  return toEnglish ? `/${toEnglish.en}.html` : path.startsWith("es/") ? "/" : "/es/";
}

/** Stands in for the theme's own, which takes it that a page has the same name in each language. */
export function useLangs({ correspondingLink = false } = {}) {
  const { site, localeIndex, page } = useData();
  const home = (key: string) => (key === "root" ? "/" : `/${key}/`);
  const currentLang = computed(() => ({
    label: site.value.locales[localeIndex.value]?.label,
    link: home(localeIndex.value),
  }));
  const localeLinks = computed(() =>
    Object.entries(site.value.locales)
      .filter(([key]) => key !== localeIndex.value)
      .map(([key, { label }]) => ({
        text: label,
        link: correspondingLink ? counterpart(page.value.relativePath) : home(key),
      })),
  );
  return { localeLinks, currentLang };
}
