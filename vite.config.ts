import { createHash } from "node:crypto";
import { transform } from "lightningcss";
import { defineConfig, type Plugin } from "vite";

/** Minifies the style sheets in Lit's css`…`. They have no expressions in them. */
function minifyCss(): Plugin {
  return {
    name: "minify-css",
    transform: {
      filter: { id: /\/packages\/element\/src\//, code: "css`" },
      handler(code, filename) {
        const minified = (sheet: string) =>
          transform({ filename, code: Buffer.from(sheet), minify: true }).code.toString();
        return { code: code.replaceAll(/(?<=\bcss`)[^`]*/g, minified), map: null };
      },
    },
  };
}

/**
 * Takes the indentation out of the templates in Lit's html`…`, and refuses what {@link leanLit} leaves out: an expression
 * in a part of an attribute or on a property.
 */
function minifyHtml(): Plugin {
  return {
    name: "minify-html",
    transform: {
      filter: { id: /\/packages\/element\/src\//, code: "html`" },
      handler(code) {
        const [partial] = /<[^>]*\s([\w-]+="[^"]*\$\{|\.\w+=\$\{)/.exec(code) ?? [];
        if (partial) this.error(`leanLit leaves out what this needs: ${partial}`);
        return { code: code.replaceAll(/\n\s+(?=<|\$\{)/g, ""), map: null };
      },
    },
  };
}

/**
 * Lit's way to adopt styles, without its fallback for browsers that cannot: these cannot run the element either, because
 * they lack `attachInternals` (Safari 16.4 has brought both, Firefox and Chromium had them before).
 */
function adoptStyles(): Plugin {
  return {
    name: "adopt-styles",
    transform: {
      filter: { id: /\/@lit\/reactive-element\/css-tag\.js$/ },
      handler: () => `
        export class CSSResult {}
        export const supportsAdoptingStyleSheets = true;
        export const css = undefined;
        export const unsafeCSS = (text) => {
          const sheet = new CSSStyleSheet();
          sheet.replaceSync(text);
          return sheet;
        };
        export const getCompatibleStyle = (sheet) => sheet;
        export const adoptStyles = (root, sheets) => {
          root.adoptedStyleSheets = sheets;
        };`,
    },
  };
}

/**
 * What Lit has for others, as it is written in the pinned version: hooks for polyfills, decorators and pages
 * rendered on a server; numbers and objects in attributes; in templates directives, lists, fragments of SVG and MathML,
 * text areas, comments, several expressions in one attribute, and expressions on properties or on elements themselves.
 * The element uses none of these.
 */
const unused: Record<string, string[]> = {
  "reactive-element.js": [
    'Symbol.metadata??=Symbol("metadata"),a.litPropertyMetadata??=new WeakMap;',
    "const t=this[Symbol.metadata];if(null!==t){const s=litPropertyMetadata.get(t);if(void 0!==s)for(const[t,i]of s)this.elementProperties.set(t,i)}",
    "static addInitializer(t){this._$Ei(),(this.l??=[]).push(t)}",
    ",void 0!==t.l&&(this.l=[...t.l])",
    ",this.prototype.hasOwnProperty(t)&&((s=Object.create(s)).wrapped=!0)",
    "const t=this.constructor.elementProperties;if(t.size>0)for(const[s,i]of t){const{wrapped:t}=i,e=this[s];!0!==t||this._$AL.has(s)||void 0===e||this.C(s,void 0,i,e)}",
    "case Object:case Array:t=null==t?t:JSON.stringify(t)",
    "case Number:i=null===t?null:Number(t);break;case Object:case Array:try{i=JSON.parse(t)}catch(t){i=null}",
    '"function"==typeof t.converter?{fromAttribute:t.converter}:',
    "if(Array.isArray(s)){const e=new Set(s.flat(1/0).reverse());for(const s of e)i.unshift(t(s))}else ",
    "removeController(t){this._$EO?.delete(t)}",
    ",this.constructor.l?.forEach(t=>t(this))",
    ',p?.({ReactiveElement:y}),(a.reactiveElementVersions??=[]).push("2.1.2")',
  ],
  "lit-html.js": [
    ',B=t.litHtmlPolyfillSupport;B?.(S,k),(t.litHtmlVersions??=[]).push("3.3.3")',
    '2===i?"<svg>":3===i?"<math>":',
    '+(2===i?"</svg>":3===i?"</math>":"")',
    'y.test(u[2])&&(n=RegExp("</"+u[2],"g")),',
    'if(y.test(r.tagName)){const t=r.textContent.split(o),i=t.length-1;if(i>0){r.textContent=s?s.emptyScript:"";for(let s=0;s<i;s++)r.append(t[s],c()),P.nextNode(),d.push({type:2,index:++l});r.append(t[i],c())}}',
    "else{let t=-1;for(;-1!==(t=r.data.indexOf(o,t+1));)d.push({type:7,index:l}),t+=o.length-1}",
    "else t.startsWith(o)&&(d.push({type:6,index:l}),r.removeAttribute(t))",
    "1===r.type?",
    ":6===r.type&&(i=new Z(h,this,t))",
    '"."===e[1]?I:',
    "d(t)?this.k(t):",
    "let h=void 0!==e?s._$Co?.[e]:s._$Cl;const o=a(i)?void 0:i._$litDirective$;",
    "h?.constructor!==o&&(h?._$AO?.(!1),void 0===o?h=void 0:(h=new o(t),h._$AT(t,s,e)),void 0!==e?(s._$Co??=[])[e]=h:s._$Cl=h),void 0!==h&&(i=M(t,h._$AS(t,i.values),h,e)),",
    "get parentNode(){return this._$AM.parentNode}get _$AU(){return this._$AM._$AU}",
    "get _$AU(){return this._$AM?._$AU??this._$Cv}",
    ",this._$Cv=e?.isConnected??!0",
    "get parentNode(){let t=this._$AA.parentNode;const i=this._$AM;return void 0!==i&&11===t?.nodeType&&(t=i.parentNode),t}get startNode(){return this._$AA}get endNode(){return this._$AB}",
    "get tagName(){return this.element.tagName}get _$AU(){return this._$AM._$AU}",
    '"number"==typeof s?',
    ":(void 0===s.el&&(s.el=S.createElement(V(s.h,s.h[0]),this.options)),s)",
    's.length>2||""!==s[0]||""!==s[1]?(this._$AH=Array(s.length-1).fill(new String),this.strings=s):',
    "void 0!==s.strings?(s._$AI(t,s,i),i+=s.strings.length-2):",
    'else{const e=t;let n,r;for(t=h[0],n=0;n<h.length-1;n++)r=M(this,e[s+n],i,n),r===E&&(r=this._$AH[n]),o||=!a(r)||r!==this._$AH[n],r===A?t=A:t!==A&&(t+=(r??"")+h[n+1]),this._$AH[n]=r}',
    "setConnected(t){void 0===this._$AM&&(this._$Cv=t,this._$AP?.(t))}",
    "k(t){u(this._$AH)||(this._$AH=[],this._$AR());const i=this._$AH;let s,e=0;for(const h of t)e===i.length?i.push(s=new k(this.O(c()),this.O(c()),this,this.options)):s=i[e],s._$AI(h),e++;e<i.length&&(this._$AR(s&&s._$AB.nextSibling,e),i.length=e)}",
  ],
  "lit-element.js": [
    "this.hasUpdated||(this.renderOptions.isConnected=this.isConnected),",
    "connectedCallback(){super.connectedCallback(),this._$Do?.setConnected(!0)}",
    "disconnectedCallback(){super.disconnectedCallback(),this._$Do?.setConnected(!1)}",
    ",s.litElementHydrateSupport?.({LitElement:i})",
    "const o=s.litElementPolyfillSupport;o?.({LitElement:i});",
    '(s.litElementVersions??=[]).push("4.2.2");',
  ],
};

/** Leaves out of Lit what the element does not use. A piece that is not found ends the build. */
function leanLit(): Plugin {
  return {
    name: "lean-lit",
    transform: {
      filter: { id: /\/(reactive-element|lit-html|lit-element)\.js$/ },
      handler(code, id) {
        let rest = code;
        for (const piece of unused[id.slice(id.lastIndexOf("/") + 1)] ?? []) {
          if (!rest.includes(piece)) this.error(`not in this version of Lit: ${piece}`);
          rest = rest.replace(piece, "");
        }
        return { code: rest, map: null };
      },
    },
  };
}

/** Writes beside each file what a page puts into `integrity`, so that a copy on another host cannot be another file. */
function integrity(): Plugin {
  return {
    name: "integrity",
    generateBundle(_options, bundle) {
      for (const output of Object.values(bundle)) {
        const content = output.type === "chunk" ? output.code : output.source;
        const hash = createHash("sha384").update(content).digest("base64");
        this.emitFile({ type: "asset", fileName: `${output.fileName}.sri`, source: `sha384-${hash}\n` });
      }
    },
  };
}

/** The element and Lit in one file, for `<script type="module">`. The router serves it at `{mount}/element.js`. */
export default defineConfig({
  root: "packages/element",
  resolve: { conditions: ["@ventanilla/source", "browser", "module", "import", "default"] },
  plugins: [minifyCss(), minifyHtml(), leanLit(), adoptStyles(), integrity()],
  build: {
    target: "es2022",
    emptyOutDir: false,
    lib: { entry: "src/define.ts", formats: ["es"], fileName: () => "ventanilla-pay.min.js" },
    rolldownOptions: {
      output: {
        comments: false,
        // Chromium then compiles all functions on another thread, not one by one on the page's own (decision 11).
        postBanner: "//# allFunctionsCalledOnLoad",
        // Internal members begin with `_`, Lit's own too. Properties are renamed, strings are not (decision 11).
        minify: { compress: true, mangle: true, codegen: true, mangleProps: { include: /^_/ } },
      },
    },
  },
});
