import { VentanillaPay } from "./ventanilla-pay.ts";

// The file may be loaded twice, or in two versions: the first registration stays. On a server, Lit brings the registry.
if (!customElements.get("ventanilla-pay")) customElements.define("ventanilla-pay", VentanillaPay);
