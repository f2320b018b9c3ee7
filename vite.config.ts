import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { transform } from "lightningcss";
import { defineConfig, type Plugin } from "vite";

const fileName = "ventanilla-pay.min.js";

/** Minifies the style sheets in Lit's css`…`, and the declarations in cssText = `…`. Neither has expressions in it. */
function minifyCss(): Plugin {
  return {
    name: "minify-css",
    transform: {
      filter: { id: /\/packages\/element\/src\//, code: /css(?:Text = )?`/ },
      handler(code, filename) {
        const minified = (sheet: string) =>
          transform({ filename, code: Buffer.from(sheet), minify: true }).code.toString();
        const declarations = (text: string) => minified(`a{${text}}`).slice("a{".length, -"}".length);
        return {
          code: code.replaceAll(/(?<=\bcss`)[^`]*/g, minified).replaceAll(/(?<=\bcssText = `)[^`]*/g, declarations),
          map: null,
        };
      },
    },
  };
}

/** Writes beside each file its hash for `integrity`, so that browsers refuse a copy on another host that differs. */
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

/** Gives the router's package a copy of the file, so that a server needs neither the element's package nor Lit. */
function served(): Plugin {
  return {
    name: "served",
    writeBundle({ dir = "" }) {
      const to = join(dir, "../../express/dist");
      mkdirSync(to, { recursive: true });
      copyFileSync(join(dir, fileName), join(to, fileName));
    },
  };
}

/** The element and Lit in one file, for `<script type="module">`. The router serves it at `{mount}/element.js`. */
export default defineConfig({
  root: "packages/element",
  resolve: { conditions: ["@ventanilla/source", "browser", "module", "import", "default"] },
  plugins: [minifyCss(), integrity(), served()],
  build: {
    target: "es2022",
    emptyOutDir: false,
    lib: { entry: "src/single-file.ts", formats: ["es"], fileName: () => fileName },
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
