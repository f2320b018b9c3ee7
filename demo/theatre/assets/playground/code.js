const attributes = ["mode", "locale", "label", "return-to", "scrim"];
const tokens = ["accent", "radius", "font", "success", "warning", "danger", "window-size"];
const properties = ["messages", "launchFields", "requestInit"];

const quoted = (value) => `"${value.replaceAll('"', "&quot;")}"`;

const bundled = `import "@ventanilla/element/define";

`;
const maker = `async function makeOrder() {
  const response = await fetch("/orders", { method: "POST" });
  return (await response.json()).id;
}

`;
const receipt = `\`/orders/\${result.order}\``;

const writers = {
  HTML: (tag, set, before) => `<script type="module" src="/payments/element.js"></script>

${tag([], "></ventanilla-pay>")}

<script type="module">
${before.replace(/^(?=.)/gm, "  ")}  const pay = document.querySelector("ventanilla-pay");
${set.map(([name, json]) => `  pay.${name} = ${json};\n`).join("")}  pay.addEventListener("pay-approved", ({ result }) => {
    location.assign(${receipt});
  });
</script>`,
  React: (tag, set, before) =>
    `${bundled}${before}${tag([...braced(set), `onpay-approved={({ result }) => navigate(${receipt})}`], " />")}`,
  Vue: (tag, set, before) =>
    `${bundled}${before}${tag([...set.map(([name, json]) => `:${name}='${json}'`), `@pay-approved="({ result }) => router.push(${receipt})"`], " />")}`,
  Svelte: (tag, set, before) =>
    `${bundled}${before}${tag([...braced(set), `onpay-approved={({ result }) => goto(${receipt})}`], "></ventanilla-pay>")}`,
};

function braced(set) {
  return set.map(([name, json]) => `${name}={${json}}`);
}

/** The code for the settings of the controls, in plain HTML or for a framework, without defaults. */
export function codeFor(framework, state, changed) {
  const isMade = "source" in changed;
  const written = [
    ...(isMade ? [] : [`order=${quoted(state.order)}`]),
    ...("endpoint" in changed ? [`endpoint=${quoted(state.endpoint)}`] : []),
    ...attributes.filter((name) => changed[name]).map((name) => `${name}=${quoted(state[name])}`),
    ...("required" in state || "name" in changed ? [`name=${quoted(state.name)}`] : []),
    ...["required", "disabled"].filter((name) => name in state),
  ];
  const tag = (more, end) => {
    const parts = [...written, ...more];
    const line = `${["<ventanilla-pay", ...parts].join(" ")}${end}`;
    return line.length < 72 ? line : `<ventanilla-pay\n  ${parts.join("\n  ")}\n${end.trimStart()}`;
  };
  const set = [
    ...(isMade ? [["order", "makeOrder"]] : []),
    ...properties.filter((name) => state[name]?.trim()).map((name) => [name, state[name].trim()]),
  ];
  const theme = tokens
    .filter((name) => name in changed)
    .map((name) => `  --ventanilla-${name}: ${state[name]}${name === "radius" ? "rem" : ""};\n`);
  const code = writers[framework](tag, set, isMade ? maker : "");
  if (theme.length === 0) return code;
  const rule = `ventanilla-pay {\n${theme.join("")}}`;
  return framework === "HTML" ? `${code}\n\n<style>\n${rule}\n</style>` : `${code}\n\n/* CSS */\n${rule}`;
}
