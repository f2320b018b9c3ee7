// The part of `npm run long engines` in WebKitGTK: payments whose flow only the bank and the router decide.
import { shopFlows } from "./flows.ts";
import { testInWebKit } from "./webkit-flows.ts";

testInWebKit(shopFlows);
