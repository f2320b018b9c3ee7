import { keepAddresses } from "./run-addresses.ts";
import { startServer } from "./start-server.ts";

/** Starts the demo for the run; what it answers stops it. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const { addresses, stop } = await startServer();
  keepAddresses(addresses);
  return stop;
}
