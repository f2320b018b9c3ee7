import { createHash } from "node:crypto";
import { defineConfig, type Plugin } from "vite";

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

/**
 * Properties that nobody outside of the single file sees, by any name: Lit's own begin with `_$`, and these are what the
 * element's files say to each other. None may be a name that the browser or a page knows, or be asked for as a string.
 */
const ownNames =
  /^(_\$.*|ask|busy|depart|follow|heard|join|late|leave|live|missing|nudged|openFrame|pause|restore|settled|words)$/;

/** The element and Lit in one file, for `<script type="module" src>`; the Express router serves it at `{mount}/element.js`. */
export default defineConfig({
  root: "packages/element",
  resolve: { conditions: ["@ventanilla/source", "browser", "module", "import", "default"] },
  plugins: [integrity()],
  build: {
    target: "es2022",
    emptyOutDir: false,
    lib: { entry: "src/define.ts", formats: ["es"], fileName: () => "ventanilla-pay.min.js" },
    rolldownOptions: {
      output: {
        comments: false,
        // Chromium then compiles every function beside the download, and not one by one where it holds up the page.
        postBanner: "//# allFunctionsCalledOnLoad",
        minify: { compress: true, mangle: true, codegen: true, mangleProps: { include: ownNames } },
      },
    },
  },
});
