import { once } from "node:events";
import { Orders } from "./orders.ts";
import { createPayments } from "./payments.ts";
import { readSettings } from "./settings.ts";
import { createShop } from "./shop.ts";

async function start(): Promise<void> {
  const settings = readSettings(process.env);
  const orders = await Orders.open(settings.database).catch((error: Error) => {
    throw new Error(`DATABASE_URL: ${error.message}`, { cause: error });
  });
  const payments = createPayments(settings, orders);
  const server = createShop(settings, orders, payments).listen(settings.port);
  await once(server, "listening").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EADDRINUSE") throw error;
    throw new Error(`Port ${settings.port} is in use. PORT chooses another.`, { cause: error });
  });
  console.log(`The shop is ready: ${settings.publicUrl}`);

  // Finishes what has begun: the router within 10 seconds. Do not kill the process before.
  async function stop(): Promise<void> {
    server.close();
    await payments.close();
    server.closeAllConnections();
    await orders.close();
    process.exit();
  }
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void stop());
}

try {
  await start();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
