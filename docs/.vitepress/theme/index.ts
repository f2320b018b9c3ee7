import type { Theme } from "vitepress";
import DefaultTheme from "vitepress/theme";
import ElementStates from "./ElementStates.vue";
import "./style.css";

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component("ElementStates", ElementStates);
  },
} satisfies Theme;
