// `npm run soak`: random lives of a shop on each store, against a model. `npm run soak -- window`: random lives of a
// payment around the end of its thirty minutes, against the bank's ledger.
const batteries = ["model", "window"];
const [battery = "model", ...rest] = process.argv.slice(2);

if (!batteries.includes(battery) || rest.length > 0) {
  console.error(`soak: expected one of ${batteries.join(", ")}; default: model`);
  process.exitCode = 2;
} else {
  await import(`./${battery}/soak.ts`);
}
