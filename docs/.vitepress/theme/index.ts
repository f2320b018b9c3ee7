import type { Theme } from "vitepress";
import DefaultTheme from "vitepress/theme";
import { h } from "vue";
import ElementStates from "./ElementStates.vue";
import HomeTag from "./HomeTag.vue";
import "./style.css";

export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, undefined, { "home-hero-image": () => h(HomeTag) }),
  enhanceApp({ app }) {
    app.component("ElementStates", ElementStates);
  },
} satisfies Theme;
