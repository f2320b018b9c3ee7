// Types for `<ventanilla-pay>` in React 19: `/// <reference types="@ventanilla/element/react" />` once in the project.
import type { VentanillaPay } from "@ventanilla/element";
import type { DetailedHTMLProps, HTMLAttributes } from "react";
import type { PayAttributes, PayListeners } from "./attributes.d.ts";

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "ventanilla-pay": DetailedHTMLProps<HTMLAttributes<VentanillaPay>, VentanillaPay> & PayAttributes & PayListeners;
    }
  }
}
