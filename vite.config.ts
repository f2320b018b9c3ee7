import { defineConfig } from "vite";

/** The element and Lit in one file, for `<script type="module" src>`; the Express router serves it at `{mount}/element.js`. */
export default defineConfig({
  root: "packages/element",
  resolve: { conditions: ["@ventanilla/source", "browser", "module", "import", "default"] },
  build: {
    target: "es2022",
    emptyOutDir: false,
    lib: { entry: "src/define.ts", formats: ["es"], fileName: () => "ventanilla-pay.min.js" },
    rolldownOptions: { output: { minify: true } },
  },
});
