import type { Theme } from "vitepress";
import NotFound from "vitepress/dist/client/theme-default/NotFound.vue";
import DefaultTheme from "vitepress/theme";
import { h } from "vue";
import ElementStates from "./ElementStates.vue";
import HomeTag from "./HomeTag.vue";
import "../../../packages/web/src/parts.css";
import "./style.css";

export default {
  extends: DefaultTheme,
  Layout: () =>
    h(DefaultTheme.Layout, undefined, {
      "home-hero-image": () => h(HomeTag),
      "not-found": () => h("main", h(NotFound)),
    }),
  enhanceApp({ app }) {
    app.component("ElementStates", ElementStates);
  },
} satisfies Theme;
