// Types for `<ventanilla-pay>` in Vue 3 templates: `/// <reference types="@ventanilla/element/vue" />` once in the
// project.
import type { HTMLAttributes, ReservedProps } from "vue";
import type { PayAttributes, PayHandlers } from "./attributes.d.ts";

declare module "vue" {
  interface GlobalComponents {
    "ventanilla-pay": new () => { $props: HTMLAttributes & ReservedProps & PayAttributes & PayHandlers };
  }
}
