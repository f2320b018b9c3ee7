// npm run dev: the sandbox of the bank, and the shop beside it, which starts again when one of its files changes.
import { spawn } from "node:child_process";
import { createSandbox } from "./sandbox.js";

const port = Number(process.env.SANDBOX_PORT || 4000);
const bank = await createSandbox({ port, log: (line) => console.log(line) }).catch((error) => {
  console.error(error.code === "EADDRINUSE" ? `Port ${port} is in use. SANDBOX_PORT chooses another.` : error.message);
  process.exit(1);
});
console.log(`The sandbox is ready: ${bank.url}. Pay with 4761 3400 0000 0050, any future date, any three digits.`);

// On this computer the shop's address has the port that PORT chooses.
const publicUrl = process.env.PUBLIC_URL?.replace(/^(http:\/\/localhost):\d+/, `$1:${process.env.PORT || 3000}`);

// Whatever .env says, this shop speaks to the sandbox only.
const env = { ...process.env, PUBLIC_URL: publicUrl, SESSION_API_URL: bank.url, GATEWAY_URL: bank.url };
const shop = spawn(process.execPath, ["--watch", "--watch-preserve-output", "src/server.js"], {
  env,
  stdio: "inherit",
});

// The terminal sends its signal to the shop, too. This process ends after it.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, (name) => void shop.kill(name));
shop.once("exit", (code) => {
  void bank.close().then(() => process.exit(code ?? 0));
});
