// Rendered on the server, which imports the element itself, and its class.
import { VentanillaPay } from "@ventanilla/element";
import { Checkout } from "./checkout.jsx";

export default function Page() {
  return (
    <main data-class={VentanillaPay.name}>
      <Checkout />
    </main>
  );
}
