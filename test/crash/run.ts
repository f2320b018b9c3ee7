// `npm run long crash`: kills a shop's process at every point of every flow. `npm test` kills it at two points of each,
// which CRASH_SEED chooses.
if (process.argv.length > 2) {
  console.error("crash: expected no arguments");
  process.exit(2);
}
process.env.CRASH_POINTS = "all";
await import("./points.test.ts");
await import("./capture.test.ts");
