// Compiled, not run: what React 19 accepts on the tag, and what it refuses.
/// <reference types="@ventanilla/element/react" />
import type { VentanillaPay } from "@ventanilla/element";
import { createRef, type ReactNode } from "react";

export function right(order: string): ReactNode {
  const tag = createRef<VentanillaPay>();
  return (
    <ventanilla-pay
      ref={tag}
      className="wide"
      endpoint="/payments"
      order={order}
      mode="popup"
      required
      returnTo="/checkout"
      messages={{ idle: "Pagar" }}
      launchFields={{ _csrf: "token" }}
      onpay-approved={({ result }) => console.log(result.reference?.length)}
    >
      <span slot="label">Pagar</span>
    </ventanilla-pay>
  );
}

export const wrong: ReactNode[] = [
  // @ts-expect-error there is no such mode
  <ventanilla-pay key={1} mode="window" />,
  // @ts-expect-error an id is a text
  <ventanilla-pay key={2} order={1001} />,
  // @ts-expect-error there is no such attribute
  <ventanilla-pay key={3} ordr="A-1" />,
  // @ts-expect-error nor such words
  <ventanilla-pay key={4} messages={{ buy: "Comprar" }} />,
  // @ts-expect-error a listener is a function
  <ventanilla-pay key={5} onpay-approved="location.reload()" />,
  // @ts-expect-error an event carries a result, and no amount
  <ventanilla-pay key={6} onpay-approved={({ result }) => result.amount} />,
];
