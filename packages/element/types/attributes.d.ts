import type { PayEvent, PayEventType, VentanillaPay } from "@ventanilla/element";

/** What a template may set on `<ventanilla-pay>`; frameworks set the property where there is one of that name. */
export interface PayAttributes
  extends Partial<
    Pick<
      VentanillaPay,
      | "endpoint"
      | "order"
      | "mode"
      | "scrim"
      | "name"
      | "required"
      | "disabled"
      | "locale"
      | "label"
      | "returnTo"
      | "messages"
      | "requestInit"
      | "launchFields"
    >
  > {
  "return-to"?: string;
}

/** Listeners as React and Svelte write them: `onpay-approved`. */
export type PayListeners = { [Type in PayEventType as `onpay-${Type}`]?: (event: PayEvent) => void };

/** Listeners as Vue reads `@pay-approved` from a template. */
export type PayHandlers = { [Type in PayEventType as `onPay${Capitalize<Type>}`]?: (event: PayEvent) => void };
