// What a page pays for a button with Lit at the least: one class, one template, one rule.
import { css, html, LitElement } from "lit";

class LeastElement extends LitElement {
  static styles = css`
    button {
      font: inherit;
    }
  `;

  render() {
    return html`<button>Pagar con tarjeta</button>`;
  }
}

customElements.define("ventanilla-pay", LeastElement);
