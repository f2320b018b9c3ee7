// Takes out of Lit, while the single file is built, what the element does not use (decision 11).
import { pieces } from "./lean-lit-pieces.mjs";

/** What the element must not use, because the piece of Lit for it is taken out. */
const unsupported = [
  // An expression is a text, or all of an attribute without quotes; a text before it does not end with "=".
  /<[^>]*\s[\w-]+=["'\w][^"'>]*\$\{/,
  /<[^>]*\s\.\w+=\$\{/,
  /<[\w-]+[^>=]*\s\$\{/,
  /<(?:textarea|title|style|script)\b[^<]*\$\{/,
  /<!--/,
  /html`[^`]*>[^<`]*=\$\{/,
  /\$\{[^}`]*\.map\(/,
  /\b(?:svg|mathml)`/,
  /import \{[^}]*\b(?:nothing|noChange)\b/,
  /\btype: (?:Number|Array|Object)\b/,
  /\b(?:fromAttribute|hasChanged|noAccessor|removeController)\b/,
  /\b(?:willUpdate|shouldUpdate|scheduleUpdate|getUpdateComplete|requestUpdate\(\w|(?:updated|firstUpdated)\(\w)/,
  /\bstyles\b[^;]*= \[/,
  /from "lit\/(?:decorators|directives|static-html|async-directive)/,
];

const own = /\/packages\/element\/src\//;
const lits = /\/(reactive-element|lit-html|lit-element|css-tag)\.js$/;

/**
 * Lit's way to adopt styles, without its fallback for browsers that cannot: these cannot run the element either, because
 * they lack `attachInternals` (Safari 16.4 has brought both; Firefox and Chromium had them before).
 */
const adoptStyles = `
  export class CSSResult {}
  export const supportsAdoptingStyleSheets = true;
  export const css = ([text]) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    return sheet;
  };
  export const unsafeCSS = undefined;
  export const getCompatibleStyle = (sheet) => sheet;
  export const adoptStyles = (root, sheets) => {
    root.adoptedStyleSheets = sheets;
  };`;

/**
 * The build ends with an error when a piece, or one of Lit's files, is not found, and when the element uses what is taken
 * out.
 */
export function leanLit() {
  const missing = new Set([...Object.keys(pieces), "css-tag.js"]);
  return {
    name: "lean-lit",
    transform: {
      filter: { id: [own, lits] },
      handler(code, id) {
        if (own.test(id)) {
          const found = unsupported.map((use) => use.exec(code)?.[0]).find(Boolean);
          return found === undefined ? null : this.error(`what this needs is taken out of Lit: ${found}`);
        }
        const name = id.slice(id.lastIndexOf("/") + 1);
        missing.delete(name);
        if (name === "css-tag.js") return { code: adoptStyles, map: null };
        let rest = code;
        for (const [piece, instead = ""] of pieces[name].filter(Array.isArray)) {
          if (!rest.includes(piece)) this.error(`not in this version of Lit: ${piece}`);
          rest = rest.replace(piece, () => instead);
        }
        return { code: rest, map: null };
      },
    },
    buildEnd(error) {
      if (!error && missing.size > 0) this.error(`not in this version of Lit: ${[...missing].join(", ")}`);
    },
  };
}
