// `npm run bench`: ours and its peers side by side, in one run. Only the ratios can be compared with another machine's.
// `npm run bench -- client stores` measures these parts alone.
import { benchClient } from "./client.bench.ts";
import { benchElement } from "./element.bench.ts";
import { benchFlow } from "./flow.bench.ts";
import { measureParts } from "./parts.ts";
import { benchRouter } from "./router.bench.ts";
import { benchSandbox } from "./sandbox.bench.ts";
import { benchStores } from "./stores.bench.ts";
import { verdict } from "./verdict.ts";

const parts = new Map([
  ["client", benchClient],
  ["sandbox", benchSandbox],
  ["router", benchRouter],
  ["stores", benchStores],
  ["element", benchElement],
  ["flow", benchFlow],
]);
const named = process.argv.slice(2);

if (named.every((name) => parts.has(name))) {
  const failed = await measureParts([...parts].filter(([name]) => named.length === 0 || named.includes(name)));
  process.exitCode = verdict(failed);
  // A part that failed may have left a server or a browser open.
  if (failed.length > 0) process.exit();
} else {
  console.error(`bench: expected parts among ${[...parts.keys()].join(", ")}; default: all`);
  process.exitCode = 2;
}
