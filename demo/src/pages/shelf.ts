import { html } from "@ventanilla/web";
import { catalog, type Product } from "../catalog.ts";
import { formatPesos } from "../price.ts";
import { texts } from "../texts.ts";
import type { Visit } from "../visit.ts";
import type { Page } from "./layout.ts";

/**
 * The catalog. `added` is the product that has just been put into the cart: its button has the focus again, so that the
 * page stays where it was, also without JavaScript.
 */
export function shelfPage({ language }: Visit, added: Product | undefined): Page {
  const say = texts[language];
  return {
    title: say.shelf,
    section: "shelf",
    body: html`
<section class="front">
  <div>
    <h1>${say.headline}</h1>
    <p>${say.intro} ${say.taxIncluded}</p>
  </div>
  <img src="/assets/front.svg" alt="" width="560" height="380">
</section>
<ul class="products">
  ${catalog.map(
    ({ id, wall, name, about, price }) => html`<li id="${id}">
    <div class="wall ${wall}"><img src="/assets/products/${id}.svg" alt="" width="240" height="200"></div>
    <h2>${name[language]}</h2>
    <p>${about[language]}</p>
    ${id === added?.id && html`<a class="notice" id="added" href="/cart">${say.added}</a>`}
    <form method="post" action="/cart">
      <input type="hidden" name="good" value="${id}">
      <span class="price">${formatPesos(price)}</span>
      <button name="change" value="add" aria-label="${say.add}: ${name[language]}"${
        id === added?.id && html` autofocus aria-describedby="added"`
      }>${say.add}</button>
    </form>
  </li>`,
  )}
</ul>`,
  };
}
