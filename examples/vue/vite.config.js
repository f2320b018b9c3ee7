import vue from "@vitejs/plugin-vue";

const isCustomElement = (tag) => tag === "ventanilla-pay";

export default { plugins: [vue({ template: { compilerOptions: { isCustomElement } } })] };
