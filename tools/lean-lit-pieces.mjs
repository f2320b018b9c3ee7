// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these texts are pieces of a program
// What the single file has of Lit, and what in its place: pieces of the files of the pinned Lit, as they are written there.

/** Elements: properties, attributes and the cycle of updates. */
const reactiveElement = [
  "Hooks for polyfills, and the versions that pages can ask for.",
  [
    '{is:i,defineProperty:e,getOwnPropertyDescriptor:h,getOwnPropertyNames:r,getOwnPropertySymbols:o,getPrototypeOf:n}=Object,a=globalThis,c=a.trustedTypes,l=c?c.emptyScript:"",p=a.reactiveElementPolyfillSupport,d=(t,s)=>t,u={toAttribute(t,s){switch(s){case Boolean:t=t?l:null;break;case Object:case Array:t=null==t?t:JSON.stringify(t)}return t},fromAttribute(t,s){let i=t;switch(s){case Boolean:i=null!==t;break;case Number:i=null===t?null:Number(t);break;case Object:case Array:try{i=JSON.parse(t)}catch(t){i=null}}return i}},f=(t,s)=>!i(t,s),b={attribute:!0,type:String,converter:u,reflect:!1,useDefault:!1,hasChanged:f};',
    '{is:i,defineProperty:e}=Object,u={toAttribute:(t,s)=>s===Boolean?t?"":null:t,fromAttribute:(t,s)=>s===Boolean?null!==t:t};',
  ],
  [',p?.({ReactiveElement:y}),(a.reactiveElementVersions??=[]).push("2.1.2")'],
  ["s as adoptStyles,u as defaultConverter,t as getCompatibleStyle,f as notEqual", "u as defaultConverter"],
  "Decorators.",
  ['Symbol.metadata??=Symbol("metadata"),a.litPropertyMetadata??=new WeakMap;'],
  ["static addInitializer(t){this._$Ei(),(this.l??=[]).push(t)}"],
  [",this.constructor.l?.forEach(t=>t(this))"],
  "Properties that a class adds to those of its parent, accessors that it writes itself, and state.",
  [
    "static createProperty(t,s=b){if(s.state&&(s.attribute=!1),this._$Ei(),this.prototype.hasOwnProperty(t)&&((s=Object.create(s)).wrapped=!0),this.elementProperties.set(t,s),!s.noAccessor){const i=Symbol(),h=this.getPropertyDescriptor(t,i,s);void 0!==h&&e(this.prototype,t,h)}}",
    "static createProperty(t,s){this.elementProperties.set(t,s),e(this.prototype,t,this.getPropertyDescriptor(t,Symbol(),s))}",
  ],
  [
    "const{get:e,set:r}=h(this.prototype,t)??{get(){return this[s]},set(t){this[s]=t}};return{get:e,set(s){const h=e?.call(this);r?.call(this,s),this.requestUpdate(t,h,i)}",
    "return{get(){return this[s]},set(e){const h=this[s];this[s]=e,this.requestUpdate(t,h,i)}",
  ],
  ["static getPropertyOptions(t){return this.elementProperties.get(t)??b}"],
  [
    'static _$Ei(){if(this.hasOwnProperty(d("elementProperties")))return;const t=n(this);t.finalize(),void 0!==t.l&&(this.l=[...t.l]),this.elementProperties=new Map(t.elementProperties)}',
  ],
  [
    'if(this.hasOwnProperty(d("finalized")))return;if(this.finalized=!0,this._$Ei(),this.hasOwnProperty(d("properties"))){const t=this.properties,s=[...r(t),...o(t)];for(const i of s)this.createProperty(i,t[i])}const t=this[Symbol.metadata];if(null!==t){const s=litPropertyMetadata.get(t);if(void 0!==s)for(const[t,i]of s)this.elementProperties.set(t,i)}this._$Eh=new Map;',
    "if(this._$Eh)return;this._$Eh=new Map,this.elementProperties=new Map;for(const t in this.properties)this.createProperty(t,this.properties[t]);",
  ],
  [
    'return!1===i?void 0:"string"==typeof i?i:"string"==typeof t?t.toLowerCase():void 0',
    "return!1===i?void 0:i??t.toLowerCase()",
  ],
  [',y.shadowRootOptions={mode:"open"},y[d("elementProperties")]=new Map,y[d("finalized")]=new Map', ""],
  "Lists of styles, shadow roots that a server has written.",
  ["this.elementStyles=this.finalizeStyles(this.styles)"],
  [
    "static finalizeStyles(s){const i=[];if(Array.isArray(s)){const e=new Set(s.flat(1/0).reverse());for(const s of e)i.unshift(t(s))}else void 0!==s&&i.push(t(s));return i}",
  ],
  ["y.elementStyles=[]", "0"],
  [
    "const t=this.shadowRoot??this.attachShadow(this.constructor.shadowRootOptions);return s(t,this.constructor.elementStyles),t",
    "const t=this.attachShadow(this.constructor.shadowRootOptions);return s(t,[this.constructor.styles]),t",
  ],
  "Controllers that come late or leave, and those without all four callbacks.",
  [",void 0!==this.renderRoot&&this.isConnected&&t.hostConnected?.()"],
  ["removeController(t){this._$EO?.delete(t)}"],
  ["this._$EO?.forEach(t=>t.hostConnected?.())", "this._$EO.forEach(t=>t.hostConnected())"],
  ["this._$EO?.forEach(t=>t.hostDisconnected?.())", "this._$EO.forEach(t=>t.hostDisconnected())"],
  ["this._$EO?.forEach(t=>t.hostUpdated?.())", "this._$EO.forEach(t=>t.hostUpdated())"],
  "Converters that read attributes, and those of properties that are not reflected.",
  [
    "if(void 0!==e&&!0===i.reflect){const h=(void 0!==i.converter?.toAttribute?i.converter:u).toAttribute(s,i.type);this._$Em=t,null==h?this.removeAttribute(e):this.setAttribute(e,h),this._$Em=null}",
    "const h=(i.converter??u).toAttribute(s,i.type);this._$Em=t,null==h?this.removeAttribute(e):this.setAttribute(e,h),this._$Em=null",
  ],
  [
    'const t=i.getPropertyOptions(e),h="function"==typeof t.converter?{fromAttribute:t.converter}:void 0!==t.converter?.fromAttribute?t.converter:u;this._$Em=e;const r=h.fromAttribute(s,t.type);',
    "this._$Em=e;const r=u.fromAttribute(s,i.elementProperties.get(e).type);",
  ],
  "What a property was before its change, and whether an update is worth while.",
  [
    "requestUpdate(t,s,i,e=!1,h){if(void 0!==t){const r=this.constructor;if(!1===e&&(h=this[t]),i??=r.getPropertyOptions(t),!((i.hasChanged??f)(h,s)||",
    "requestUpdate(t,s,e){if(void 0!==t){const r=this.constructor,h=this[t];if(!(!i(h,s)||",
  ],
  ["i.useDefault&&i.reflect&&h===", "e.useDefault&&h==="],
  ["this.hasAttribute(r._$Eu(t,i))))return;this.C(t,s,i)", "this.hasAttribute(r._$Eu(t,e))))return;this.C(t,s,e)"],
  [
    "C(t,s,{useDefault:i,reflect:e,wrapped:h},r){i&&!(this._$Ej??=new Map).has(t)&&(this._$Ej.set(t,r??s??this[t]),!0!==h||void 0!==r)||(this._$AL.has(t)||(this.hasUpdated||i||(s=void 0),this._$AL.set(t,s)),!0===e&&this._$Em!==t&&(this._$Eq??=new Set).add(t))}",
    "C(t,s,{useDefault:i,reflect:e}){i&&!(this._$Ej??=new Map).has(t)?this._$Ej.set(t,s??this[t]):e&&this._$Em!==t&&(this._$Eq??=new Set).add(t)}",
  ],
  [",this._$AL=new Map,this._$E_()", ",this._$E_()"],
  [
    "const t=this.scheduleUpdate();return null!=t&&await t,!this.isUpdatePending",
    "return this.performUpdate(),!this.isUpdatePending",
  ],
  ["scheduleUpdate(){return this.performUpdate()}"],
  [
    "const t=this.constructor.elementProperties;if(t.size>0)for(const[s,i]of t){const{wrapped:t}=i,e=this[s];!0!==t||this._$AL.has(s)||void 0===e||this.C(s,void 0,i,e)}",
  ],
  [
    "let t=!1;const s=this._$AL;try{t=this.shouldUpdate(s),t?(this.willUpdate(s),this._$EO?.forEach(t=>t.hostUpdate?.()),this.update(s)):this._$EM()}catch(s){throw t=!1,this._$EM(),s}t&&this._$AE(s)}willUpdate(t){}",
    "try{this._$EO.forEach(t=>t.hostUpdate()),this.update()}catch(t){throw this._$EM(),t}this._$AE()}",
  ],
  ["_$AE(t){", "_$AE(){"],
  ["this.firstUpdated(t)),this.updated(t)", "this.firstUpdated()),this.updated()"],
  ["this._$AL=new Map,this.isUpdatePending=!1", "this.isUpdatePending=!1"],
  [
    "return this.getUpdateComplete()}getUpdateComplete(){return this._$ES}shouldUpdate(t){return!0}",
    "return this._$ES}",
  ],
  ["updated(t){}firstUpdated(t){}"],
];

/** Templates. */
const litHtml = [
  "Hooks for polyfills, and the versions that pages can ask for.",
  ["const t=globalThis,i=t=>t,s=t.trustedTypes,", "const s=globalThis.trustedTypes,"],
  [',B=t.litHtmlPolyfillSupport;B?.(S,k),(t.litHtmlVersions??=[]).push("3.3.3")'],
  ["const s=i(t).nextSibling;i(t).remove(),t=s", "const s=t.nextSibling;t.remove(),t=s"],
  "Expressions in SVG, MathML, tags, text areas, comments and pieces of attributes: an expression is a text, or all of an attribute.",
  ["x=t=>(i,...s)=>({_$litType$:t,strings:i,values:s}),b=x(1),w=x(2),T=x(3)", "b=(t,...i)=>({strings:t,values:i})"],
  [",T as mathml"],
  [",w as svg"],
  [
    'f="[ \\t\\n\\f\\r]",v=/<(?:(!--|\\/[^a-zA-Z])|(\\/?[a-zA-Z][^>\\s]*)|(\\/?$))/g,_=/-->/g,m=/>/g,p=RegExp(`>|${f}(?:([^\\\\s"\'>=/]+)(${f}*=${f}*(?:[^ \\t\\n\\f\\r"\'\\`<>=]|("|\')|))|$)`,"g"),g=/\'/g,$=/"/g,y=/^(?:script|style|textarea|title)$/i,',
  ],
  [
    'function V(t,i){if(!u(t)||!t.hasOwnProperty("raw"))throw Error("invalid template strings array");return void 0!==e?e.createHTML(i):i}',
    "function V(i){return void 0!==e?e.createHTML(i):i}",
  ],
  [
    'const N=(t,i)=>{const s=t.length-1,e=[];let n,l=2===i?"<svg>":3===i?"<math>":"",c=v;for(let i=0;i<s;i++){const s=t[i];let a,u,d=-1,f=0;for(;f<s.length&&(c.lastIndex=f,u=c.exec(s),null!==u);)f=c.lastIndex,c===v?"!--"===u[1]?c=_:void 0!==u[1]?c=m:void 0!==u[2]?(y.test(u[2])&&(n=RegExp("</"+u[2],"g")),c=p):void 0!==u[3]&&(c=p):c===p?">"===u[0]?(c=n??v,d=-1):void 0===u[1]?d=-2:(d=c.lastIndex-u[2].length,a=u[1],c=void 0===u[3]?p:\'"\'===u[3]?$:g):c===$||c===g?c=p:c===_||c===m?c=v:(c=p,n=void 0);const x=c===p&&t[i+1].startsWith("/>")?" ":"";l+=c===v?s+r:d>=0?(e.push(a),s.slice(0,d)+h+s.slice(d)+o+x):s+o+(-2===d?i:x)}return[V(t,l+(t[s]||"<?>")+(2===i?"</svg>":3===i?"</math>":"")),e]};',
    'const N=t=>V(t.reduce((t,i)=>(t.endsWith("=")?t.slice(0,-1)+h:t+r)+i));',
  ],
  [
    "constructor({strings:t,_$litType$:i},e){let r;this.parts=[];let l=0,a=0;const u=t.length-1,d=this.parts,[f,v]=N(t,i);if(this.el=S.createElement(f,e),P.currentNode=this.el.content,2===i||3===i){const t=this.el.content.firstChild;t.replaceWith(...t.childNodes)}for(;null!==(r=P.nextNode())&&d.length<u;)",
    "constructor({strings:t}){let r;this.parts=[];let l=0;const d=this.parts;for(this.el=S.createElement(N(t)),P.currentNode=this.el.content;null!==(r=P.nextNode());)",
  ],
  [
    'if(r.hasAttributes())for(const t of r.getAttributeNames())if(t.endsWith(h)){const i=v[a++],s=r.getAttribute(t).split(o),e=/([.?@])?(.*)/.exec(i);d.push({type:1,index:l,name:e[2],strings:s,ctor:"."===e[1]?I:"?"===e[1]?L:"@"===e[1]?z:H}),r.removeAttribute(t)}else t.startsWith(o)&&(d.push({type:6,index:l}),r.removeAttribute(t));if(y.test(r.tagName)){const t=r.textContent.split(o),i=t.length-1;if(i>0){r.textContent=s?s.emptyScript:"";for(let s=0;s<i;s++)r.append(t[s],c()),P.nextNode(),d.push({type:2,index:++l});r.append(t[i],c())}}',
    'for(const t of r.getAttributeNames())if(t.endsWith(h)){const e=/([?@])?(.*)\\$lit/.exec(t);d.push({index:l,name:e[2],ctor:"?"===e[1]?L:"@"===e[1]?z:H}),r.removeAttribute(t)}',
  ],
  [
    "else if(8===r.nodeType)if(r.data===n)d.push({type:2,index:l});else{let t=-1;for(;-1!==(t=r.data.indexOf(o,t+1));)d.push({type:7,index:l}),t+=o.length-1}l++",
    "else r.data===n&&d.push({index:l});l++",
  ],
  ["static createElement(t,i){", "static createElement(t){"],
  "Directives: what they keep, and nodes and parts that only they ask for.",
  [
    "function M(t,i,s=t,e){if(i===E)return i;let h=void 0!==e?s._$Co?.[e]:s._$Cl;const o=a(i)?void 0:i._$litDirective$;return h?.constructor!==o&&(h?._$AO?.(!1),void 0===o?h=void 0:(h=new o(t),h._$AT(t,s,e)),void 0!==e?(s._$Co??=[])[e]=h:s._$Cl=h),void 0!==h&&(i=M(t,h._$AS(t,i.values),h,e)),i}",
  ],
  [
    "constructor(t,i){this._$AV=[],this._$AN=void 0,this._$AD=t,this._$AM=i}get parentNode(){return this._$AM.parentNode}get _$AU(){return this._$AM._$AU}",
    "constructor(t){this._$AV=[],this._$AD=t}",
  ],
  ["e=(t?.creationScope??l).importNode(i,!0)", "e=l.importNode(i,!0)"],
  ["u(t){const{el", "u(){const{el"],
  [
    "2===r.type?i=new k(h,h.nextSibling,this,t):1===r.type?i=new r.ctor(h,r.name,r.strings,this,t):6===r.type&&(i=new Z(h,this,t)),",
    "i=r.ctor?new r.ctor(h,r.name):new k(h,h.nextSibling),",
  ],
  ["void 0!==s&&(void 0!==s.strings?(s._$AI(t,s,i),i+=s.strings.length-2):s._$AI(t[i])),i++", "s._$AI(t[i++])"],
  ["get _$AU(){return this._$AM?._$AU??this._$Cv}"],
  [
    "constructor(t,i,s,e){this.type=2,this._$AH=A,this._$AN=void 0,this._$AA=t,this._$AB=i,this._$AM=s,this.options=e,this._$Cv=e?.isConnected??!0}get parentNode(){let t=this._$AA.parentNode;const i=this._$AM;return void 0!==i&&11===t?.nodeType&&(t=i.parentNode),t}get startNode(){return this._$AA}get endNode(){return this._$AB}",
    "constructor(t,i){this._$AH=A,this._$AA=t,this._$AB=i}",
  ],
  ["setConnected(t){void 0===this._$AM&&(this._$Cv=t,this._$AP?.(t))}"],
  ["for(this._$AP?.(!1,!0,s);t!==this._$AB;)", "for(;t!==this._$AB;)"],
  ["_$AR(t=this._$AA.nextSibling,s){", "_$AR(){let t=this._$AA.nextSibling;"],
  "The values nothing and noChange, nodes and lists: anything that is not text is a template.",
  [
    '_$AI(t,i=this){t=M(this,t,i),a(t)?t===A||null==t||""===t?(this._$AH!==A&&this._$AR(),this._$AH=A):t!==this._$AH&&t!==E&&this._(t):void 0!==t._$litType$?this.$(t):void 0!==t.nodeType?this.T(t):d(t)?this.k(t):this._(t)}',
    '_$AI(t){null==t||""===t?(this._$AH!==A&&this._$AR(),this._$AH=A):t.strings?this.$(t):t!==this._$AH&&this._(t)}',
  ],
  ["T(t){this._$AH!==t&&(this._$AR(),this._$AH=this.O(t))}", "T(t){this._$AR(),this.O(t)}"],
  ["this._$AH!==A&&a(this._$AH)?", '"string"==typeof this._$AH?'],
  [
    '{values:i,_$litType$:s}=t,e="number"==typeof s?this._$AC(t):(void 0===s.el&&(s.el=S.createElement(V(s.h,s.h[0]),this.options)),s);',
    "{values:i}=t,e=this._$AC(t);",
  ],
  ["const t=new R(e,this),s=t.u(this.options);", "const t=new R(e),s=t.u();"],
  [
    "k(t){u(this._$AH)||(this._$AH=[],this._$AR());const i=this._$AH;let s,e=0;for(const h of t)e===i.length?i.push(s=new k(this.O(c()),this.O(c()),this,this.options)):s=i[e],s._$AI(h),e++;e<i.length&&(this._$AR(s&&s._$AB.nextSibling,e),i.length=e)}",
  ],
  ['E=Symbol.for("lit-noChange"),A=Symbol.for("lit-nothing"),', "A=Symbol(),"],
  [
    'a=t=>null===t||"object"!=typeof t&&"function"!=typeof t,u=Array.isArray,d=t=>u(t)||"function"==typeof t?.[Symbol.iterator],',
  ],
  [",E as noChange,A as nothing"],
  ["const j={M:h,P:o,A:n,C:1,L:N,R,D:d,V:M,I:k,H,N:L,U:z,B:I,F:Z}", "0"],
  ["j as _$LH,"],
  "Attributes: of one expression each, never removed; properties; listeners that change, have options or are objects.",
  [
    'get tagName(){return this.element.tagName}get _$AU(){return this._$AM._$AU}constructor(t,i,s,e,h){this.type=1,this._$AH=A,this._$AN=void 0,this.element=t,this.name=i,this._$AM=e,this.options=h,s.length>2||""!==s[0]||""!==s[1]?(this._$AH=Array(s.length-1).fill(new String),this.strings=s):this._$AH=A}_$AI(t,i=this,s,e){const h=this.strings;let o=!1;if(void 0===h)t=M(this,t,i,0),o=!a(t)||t!==this._$AH&&t!==E,o&&(this._$AH=t);else{const e=t;let n,r;for(t=h[0],n=0;n<h.length-1;n++)r=M(this,e[s+n],i,n),r===E&&(r=this._$AH[n]),o||=!a(r)||r!==this._$AH[n],r===A?t=A:t!==A&&(t+=(r??"")+h[n+1]),this._$AH[n]=r}o&&!e&&this.j(t)}j(t){t===A?this.element.removeAttribute(this.name):this.element.setAttribute(this.name,t??"")}',
    "constructor(t,i){this.element=t,this.name=i}_$AI(t){t!==this._$AH&&this.j(t),this._$AH=t}j(t){this.element.setAttribute(this.name,t)}",
  ],
  ["class I extends H{constructor(){super(...arguments),this.type=3}j(t){this.element[this.name]=t===A?void 0:t}}"],
  ["constructor(){super(...arguments),this.type=4}"],
  ["!!t&&t!==A", "!!t"],
  [
    'constructor(t,i,s,e,h){super(t,i,s,e,h),this.type=5}_$AI(t,i=this){if((t=M(this,t,i,0)??A)===E)return;const s=this._$AH,e=t===A&&s!==A||t.capture!==s.capture||t.once!==s.once||t.passive!==s.passive,h=t!==A&&(s===A||e);e&&this.element.removeEventListener(this.name,this,s),h&&this.element.addEventListener(this.name,this,t),this._$AH=t}handleEvent(t){"function"==typeof this._$AH?this._$AH.call(this.options?.host??this.element,t):this._$AH.handleEvent(t)}',
    "j(){this.element.addEventListener(this.name,this)}handleEvent(t){this._$AH(t)}",
  ],
  [
    "class Z{constructor(t,i,s){this.element=t,this.type=6,this._$AN=void 0,this._$AM=i,this.options=s}get _$AU(){return this._$AM._$AU}_$AI(t){M(this,t)}}",
  ],
  "Where in its parent a template is rendered: it is the only thing there.",
  [
    "(t,i,s)=>{const e=s?.renderBefore??i;let h=e._$litPart$;if(void 0===h){const t=s?.renderBefore??null;e._$litPart$=h=new k(i.insertBefore(c(),t),t,void 0,s??{})}return h._$AI(t),h}",
    "(t,i)=>{(i._$litPart$??=new k(i.appendChild(c()),null))._$AI(t)}",
  ],
];

/** The two together. */
const litElement = [
  "Hooks for polyfills, and the versions that pages can ask for.",
  [",s.litElementHydrateSupport?.({LitElement:i})"],
  ["const o=s.litElementPolyfillSupport;o?.({LitElement:i});"],
  ['(s.litElementVersions??=[]).push("4.2.2");'],
  ["const n={_$AK:(t,e,r)=>{t._$AK(e,r)},_$AL:t=>t._$AL};"],
  [",n as _$LE"],
  ["const s=globalThis;"],
  ["render as e,noChange as r", "render as e"],
  "Options of templates, asynchronous directives, pages rendered on a server.",
  [
    "constructor(){super(...arguments),this.renderOptions={host:this},this._$Do=void 0}createRenderRoot(){const t=super.createRenderRoot();return this.renderOptions.renderBefore??=t.firstChild,t}",
  ],
  [
    "const r=this.render();this.hasUpdated||(this.renderOptions.isConnected=this.isConnected),super.update(t),this._$Do=e(r,this.renderRoot,this.renderOptions)",
    "const r=this.render();super.update(t),e(r,this.renderRoot)",
  ],
  ["connectedCallback(){super.connectedCallback(),this._$Do?.setConnected(!0)}"],
  ["disconnectedCallback(){super.disconnectedCallback(),this._$Do?.setConnected(!1)}"],
  ["render(){return r}"],
  ['i._$litElement$=!0,i["finalized"]=!0', "0"],
];

/**
 * By file: sentences that say what the pieces after them are for, and pieces, each with what takes its place (nothing, where
 * there is only one).
 * @type {Record<string, (string | string[])[]>}
 */
export const pieces = {
  "reactive-element.js": reactiveElement,
  "lit-html.js": litHtml,
  "lit-element.js": litElement,
};
