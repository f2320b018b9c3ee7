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

/** Takes the indentation out of the templates in Lit's html`…`. */
function minifyHtml(): Plugin {
  return {
    name: "minify-html",
    transform: {
      filter: { id: /\/packages\/element\/src\//, code: "html`" },
      handler: (code) => ({ code: code.replaceAll(/\n\s+(?=<|\$\{)/g, ""), map: null }),
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
  plugins: [minifyCss(), minifyHtml(), adoptStyles(), integrity()],
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
