// Takes out of Lit, while the single file is built, what the element does not use (decision 11).

/**
 * Pieces of the files of the pinned Lit, as they are written there.
 * @type {Record<string, string[]>}
 */
const unused = {
  "reactive-element.js": [
    // Hooks for polyfills, and the versions that pages can ask for.
    ',p?.({ReactiveElement:y}),(a.reactiveElementVersions??=[]).push("2.1.2")',
    // Decorators.
    'Symbol.metadata??=Symbol("metadata"),a.litPropertyMetadata??=new WeakMap;',
    "const t=this[Symbol.metadata];if(null!==t){const s=litPropertyMetadata.get(t);if(void 0!==s)for(const[t,i]of s)this.elementProperties.set(t,i)}",
    "static addInitializer(t){this._$Ei(),(this.l??=[]).push(t)}",
    ",void 0!==t.l&&(this.l=[...t.l])",
    ",this.constructor.l?.forEach(t=>t(this))",
    // Accessors that a class writes itself, and properties set before the element was defined.
    ",this.prototype.hasOwnProperty(t)&&((s=Object.create(s)).wrapped=!0)",
    "const t=this.constructor.elementProperties;if(t.size>0)for(const[s,i]of t){const{wrapped:t}=i,e=this[s];!0!==t||this._$AL.has(s)||void 0===e||this.C(s,void 0,i,e)}",
    // Numbers, objects and own converters in attributes.
    "case Object:case Array:t=null==t?t:JSON.stringify(t)",
    "case Number:i=null===t?null:Number(t);break;case Object:case Array:try{i=JSON.parse(t)}catch(t){i=null}",
    '"function"==typeof t.converter?{fromAttribute:t.converter}:',
    // Properties without an attribute of their own that are a component's state.
    "s.state&&(s.attribute=!1),",
    // Lists of styles, controllers that leave.
    "if(Array.isArray(s)){const e=new Set(s.flat(1/0).reverse());for(const s of e)i.unshift(t(s))}else ",
    "removeController(t){this._$EO?.delete(t)}",
  ],
  "lit-html.js": [
    // Directives: what they keep, and nodes and parts that only they ask for.
    "let h=void 0!==e?s._$Co?.[e]:s._$Cl;const o=a(i)?void 0:i._$litDirective$;",
    "h?.constructor!==o&&(h?._$AO?.(!1),void 0===o?h=void 0:(h=new o(t),h._$AT(t,s,e)),void 0!==e?(s._$Co??=[])[e]=h:s._$Cl=h),void 0!==h&&(i=M(t,h._$AS(t,i.values),h,e)),",
    "get parentNode(){return this._$AM.parentNode}get _$AU(){return this._$AM._$AU}",
    "get _$AU(){return this._$AM?._$AU??this._$Cv}",
    ",this._$Cv=e?.isConnected??!0",
    "get parentNode(){let t=this._$AA.parentNode;const i=this._$AM;return void 0!==i&&11===t?.nodeType&&(t=i.parentNode),t}get startNode(){return this._$AA}get endNode(){return this._$AB}",
    "get tagName(){return this.element.tagName}get _$AU(){return this._$AM._$AU}",
    // Templates that were compiled before.
    '"number"==typeof s?',
    ":(void 0===s.el&&(s.el=S.createElement(V(s.h,s.h[0]),this.options)),s)",
    // Attributes of several pieces.
    's.length>2||""!==s[0]||""!==s[1]?(this._$AH=Array(s.length-1).fill(new String),this.strings=s):',
    "void 0!==s.strings?(s._$AI(t,s,i),i+=s.strings.length-2):",
    'else{const e=t;let n,r;for(t=h[0],n=0;n<h.length-1;n++)r=M(this,e[s+n],i,n),r===E&&(r=this._$AH[n]),o||=!a(r)||r!==this._$AH[n],r===A?t=A:t!==A&&(t+=(r??"")+h[n+1]),this._$AH[n]=r}',
    // Hooks for polyfills, and the versions that pages can ask for.
    ',B=t.litHtmlPolyfillSupport;B?.(S,k),(t.litHtmlVersions??=[]).push("3.3.3")',
    // Expressions in SVG, MathML, text areas and comments, on properties and on elements.
    '2===i?"<svg>":3===i?"<math>":',
    '+(2===i?"</svg>":3===i?"</math>":"")',
    'y.test(u[2])&&(n=RegExp("</"+u[2],"g")),',
    'if(y.test(r.tagName)){const t=r.textContent.split(o),i=t.length-1;if(i>0){r.textContent=s?s.emptyScript:"";for(let s=0;s<i;s++)r.append(t[s],c()),P.nextNode(),d.push({type:2,index:++l});r.append(t[i],c())}}',
    "else{let t=-1;for(;-1!==(t=r.data.indexOf(o,t+1));)d.push({type:7,index:l}),t+=o.length-1}",
    "else t.startsWith(o)&&(d.push({type:6,index:l}),r.removeAttribute(t))",
    "1===r.type?",
    ":6===r.type&&(i=new Z(h,this,t))",
    '"."===e[1]?I:',
    // Listeners with options, and listeners that are objects.
    "||t.capture!==s.capture||t.once!==s.once||t.passive!==s.passive",
    '"function"==typeof this._$AH?',
    ":this._$AH.handleEvent(t)",
    // Lists in templates.
    "d(t)?this.k(t):",
    "k(t){u(this._$AH)||(this._$AH=[],this._$AR());const i=this._$AH;let s,e=0;for(const h of t)e===i.length?i.push(s=new k(this.O(c()),this.O(c()),this,this.options)):s=i[e],s._$AI(h),e++;e<i.length&&(this._$AR(s&&s._$AB.nextSibling,e),i.length=e)}",
    // Asynchronous directives, pages rendered on a server.
    "setConnected(t){void 0===this._$AM&&(this._$Cv=t,this._$AP?.(t))}",
  ],
  "lit-element.js": [
    // Hooks for polyfills, and the versions that pages can ask for.
    ",s.litElementHydrateSupport?.({LitElement:i})",
    "const o=s.litElementPolyfillSupport;o?.({LitElement:i});",
    '(s.litElementVersions??=[]).push("4.2.2");',
    // Asynchronous directives, pages rendered on a server.
    "this.hasUpdated||(this.renderOptions.isConnected=this.isConnected),",
    "connectedCallback(){super.connectedCallback(),this._$Do?.setConnected(!0)}",
    "disconnectedCallback(){super.disconnectedCallback(),this._$Do?.setConnected(!1)}",
  ],
};

/** What a template or a property of the element must not have, since its piece is gone. */
const needed = [
  /<[^>]*\s[\w-]+="[^"]*\$\{/,
  /<[^>]*\s\.\w+=\$\{/,
  /<[\w-]+[^>=]*\s\$\{/,
  /<(?:textarea|title|style|script)\b[^<]*\$\{/,
  /<!--[^>]*\$\{/,
  /\$\{[^}`]*\.map\(/,
  /\b(?:svg|mathml)`/,
  /\btype: (?:Number|Array|Object)\b/,
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
  const missing = new Set([...Object.keys(unused), "css-tag.js"]);
  return {
    name: "lean-lit",
    transform: {
      filter: { id: [own, lits] },
      handler(code, id) {
        if (own.test(id)) {
          const found = needed.map((piece) => piece.exec(code)?.[0]).find(Boolean);
          return found === undefined ? null : this.error(`what this needs is taken out of Lit: ${found}`);
        }
        const name = id.slice(id.lastIndexOf("/") + 1);
        missing.delete(name);
        if (name === "css-tag.js") return { code: adoptStyles, map: null };
        let rest = code;
        for (const piece of unused[name]) {
          if (!rest.includes(piece)) this.error(`not in this version of Lit: ${piece}`);
          rest = rest.replace(piece, "");
        }
        return { code: rest, map: null };
      },
    },
    buildEnd(error) {
      if (!error && missing.size > 0) this.error(`not in this version of Lit: ${[...missing].join(", ")}`);
    },
  };
}
