// Compiled, not run: what Svelte's templates accept on the tag, and what they refuse.
/// <reference types="@ventanilla/element/svelte" />
import type { SvelteHTMLElements } from "svelte/elements";

type Attributes = SvelteHTMLElements["ventanilla-pay"];

export const right: Attributes = {
  class: "wide",
  endpoint: "/payments",
  order: "A-1",
  mode: "redirect",
  required: true,
  "return-to": "/checkout",
  messages: { idle: "Pagar" },
  "onpay-approved": ({ result }) => console.log(result.reference?.length),
};

export const wrong: Attributes[] = [
  // @ts-expect-error there is no such mode
  { mode: "window" },
  // @ts-expect-error an id is a text
  { order: 1001 },
  // @ts-expect-error there is no such attribute
  { ordr: "A-1" },
  // @ts-expect-error a listener is a function
  { "onpay-approved": "location.reload()" },
];
