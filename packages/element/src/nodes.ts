import { buttonIcons } from "./icons.ts";

/**
 * Makes an element out of nodes and attributes alone: no markup from strings, which a page's policy may forbid.
 * @param attributes those of an empty text are there, too
 */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, string> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** Makes a button. */
export function makeButton(part: string, onPress: () => unknown): HTMLButtonElement {
  const button = make("button", { part });
  button.addEventListener("click", onPress);
  return button;
}

const svg = "http://www.w3.org/2000/svg";

/** Makes an icon on a canvas of 24 by 24, to be drawn with {@link draw}. */
export function makeIcon(): SVGSVGElement {
  const icon = document.createElementNS(svg, "svg");
  icon.setAttribute("viewBox", "0 0 24 24");
  icon.setAttribute("aria-hidden", "true");
  icon.append(document.createElementNS(svg, "path"));
  return icon;
}

/** Draws an icon's lines, which may turn. Without lines it is not there. */
export function draw(icon: SVGSVGElement, path: string): void {
  icon.toggleAttribute("hidden", !path);
  icon.classList.toggle("turning", path === buttonIcons.turning);
  icon.firstElementChild?.setAttribute("d", path);
}

const written = new WeakMap<Element, string>();

/**
 * The only way in which a text of the element is shown. A translator replaces text nodes, at any time and by elements of
 * its own, and what it has replaced is no longer in the page. So the place of a text is an element, whose nodes are all
 * replaced; and they are left alone, translated or not, until the text is another one. A place without a text is hidden.
 */
export function write(place: HTMLElement, text: string): HTMLElement {
  if (written.get(place) !== text) {
    written.set(place, text);
    place.textContent = text;
    place.hidden = !text;
  }
  return place;
}
