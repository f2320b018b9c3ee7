import type { Addresses } from "./start-server.ts";

const variable = "VENTANILLA_E2E_ADDRESSES";

/** Hands the addresses of the run's demo on to the worker processes. */
export function keepAddresses(addresses: Addresses): void {
  process.env[variable] = JSON.stringify(addresses);
}

/** The addresses of the run's demo. */
export function runAddresses(): Addresses {
  return JSON.parse(process.env[variable] ?? "null") as Addresses;
}
