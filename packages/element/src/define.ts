/**
 * Registers `<ventanilla-pay>`. Can be imported on a server, too.
 * @example
 * ```js
 * import "@ventanilla/element/define";
 *
 * const pay = document.createElement("ventanilla-pay");
 * pay.order = "A-1001";
 * document.querySelector("main").append(pay);
 * ```
 * @module
 */

import { VentanillaPay } from "./ventanilla-pay.ts";
import { leadBack } from "./way-back.ts";

// The file may be loaded twice, or in two versions: the first registration stays. On a server, Lit brings the registry.
if (!customElements.get("ventanilla-pay")) customElements.define("ventanilla-pay", VentanillaPay);
leadBack();
