// Compiled, not run: what Vue's templates accept on the tag, and what they refuse.
/// <reference types="@ventanilla/element/vue" />
import type { GlobalComponents } from "vue";

type Props = InstanceType<GlobalComponents["ventanilla-pay"]>["$props"];

export const right: Props = {
  class: "wide",
  key: "A-1",
  endpoint: "/payments",
  order: "A-1",
  mode: "modal",
  required: true,
  "return-to": "/checkout",
  messages: { idle: "Pagar" },
  onPayApproved: ({ result }) => console.log(result.reference?.length),
};

export const wrong: Props[] = [
  // @ts-expect-error there is no such mode
  { mode: "window" },
  // @ts-expect-error an id is a text
  { order: 1001 },
  // @ts-expect-error there is no such attribute
  { ordr: "A-1" },
  // @ts-expect-error there is no such event
  { onPayAproved: () => {} },
];
