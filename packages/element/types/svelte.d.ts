// Types for `<ventanilla-pay>` in Svelte 5: `/// <reference types="@ventanilla/element/svelte" />` once in the project.
import type { VentanillaPay } from "@ventanilla/element";
import type { HTMLAttributes } from "svelte/elements";
import type { PayAttributes, PayListeners } from "./attributes.d.ts";

declare module "svelte/elements" {
  interface SvelteHTMLElements {
    "ventanilla-pay": HTMLAttributes<VentanillaPay> & PayAttributes & PayListeners;
  }
}
