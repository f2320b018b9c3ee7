// The flows of payments, of links and of faults.spec.ts in WebKitGTK, and what the staff does.
import { Buyer } from "./buyer.ts";
import { faultFlows } from "./fault-flows.ts";
import { flows } from "./flows.ts";
import { linkFlows } from "./link-flows.ts";
import { staffFlows } from "./staff-flows.ts";
import { testInWebKit } from "./webkit-flows.ts";

testInWebKit([
  ...flows,
  ...staffFlows,
  ...linkFlows,
  ...faultFlows.map(({ title, shop, run }) => ({
    title,
    run: ({ window, addresses }: Buyer) => run(new Buyer(window, addresses, addresses[shop]), false),
  })),
]);
