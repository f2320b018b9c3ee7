// `npm run bench`: ours and its peers side by side, in one run. Only the ratios can be compared with another machine's.
import { benchClient } from "./client.bench.ts";
import { benchElement } from "./element.bench.ts";
import { benchFlow } from "./flow.bench.ts";
import { benchRouter } from "./router.bench.ts";
import { benchSandbox } from "./sandbox.bench.ts";
import { benchStores } from "./stores.bench.ts";
import { verdict } from "./verdict.ts";

await benchClient();
await benchSandbox();
await benchRouter();
await benchStores();
await benchElement();
await benchFlow();
process.exitCode = verdict();
