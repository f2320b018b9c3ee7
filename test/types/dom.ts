// Compiled, not run: what scripts without a framework may write.
import type { PayResult, VentanillaPay } from "@ventanilla/element";

export function right(pay: VentanillaPay): void {
  document.addEventListener("pay-approved", (event) => console.log(event.result.reference?.length));
  window.addEventListener("pay-declined", ({ detail }) => console.log(detail.message));
  pay.addEventListener("pay-settled", ({ result }) => console.log(result.outcome));
  document.body.addEventListener("pay-before", (event) => event.preventDefault());
  pay.order = "A-1";
  pay.order = () => "A-1";
  pay.order = async () => "A-1";
  const end: Promise<PayResult> = pay.pay({ order: Promise.resolve("A-1"), mode: "popup" });
  console.log(end);
}

export function wrong(pay: VentanillaPay): void {
  // @ts-expect-error a result has no amount
  document.addEventListener("pay-approved", ({ result }) => console.log(result.amount));
  // @ts-expect-error an id is a text
  pay.order = 1001;
  // @ts-expect-error and so is one that is made later
  pay.order = async () => 1001;
  // @ts-expect-error the issuer's code stays on the server
  console.log(pay.result?.code);
}
