// `npm run fuzz`: a million hostile answers against the client. `npm run fuzz -- client`: random lives of a merchant
// against played banks with books of their own, over plain and TLS connections. `npm run fuzz -- element`: random pages of
// a shop whose buyer pays, reloads and goes away.
const batteries = {
  answers: ["./client/fuzz.test.ts", "1000000"],
  client: ["./client/battery/fuzz.ts", "20000"],
  element: ["./element-model/payment.test.ts", "100000"],
} as const;
const [name = "answers", ...rest] = process.argv.slice(2);

if (!Object.hasOwn(batteries, name) || rest.length > 0) {
  console.error(`fuzz: expected one of ${Object.keys(batteries).join(", ")}; default: answers`);
  process.exitCode = 2;
} else {
  const [file, runs] = batteries[name as keyof typeof batteries];
  process.env.FUZZ_RUNS ??= runs;
  await import(file);
}
