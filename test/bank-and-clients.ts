import { type Gateway, openGateway } from "@ventanilla/client";
import { openRest, type Rest, type SaleRequest } from "@ventanilla/client/rest";
import { createSandbox, type Sandbox, type SandboxOptions } from "@ventanilla/sandbox";
import { merchant, pesos } from "./merchant.ts";
import { morning } from "./morning.ts";

/** A bank, and the clients of a shop that uses it: the gateway of the hosted page and the REST operations. */
export interface BankAndClients {
  sandbox: Sandbox;
  gateway: Gateway;
  rest: Rest;
  /** Ends the bank first: with it end the calls that a fault has left without an answer. */
  close(): Promise<void>;
}

/** Opens a bank whose clock stands, and its clients. */
export async function openBankAndClients(options: SandboxOptions = {}): Promise<BankAndClients> {
  const sandbox = await createSandbox({ now: () => morning, ...options });
  const gateway = openGateway({ sessionApiUrl: sandbox.url, gatewayUrl: sandbox.url });
  const rest = openRest({
    baseUrl: sandbox.url,
    merchantId: merchant.number,
    terminalId: merchant.terminal,
    bearerToken: () => sandbox.issueToken().token,
    now: () => sandbox.clock.now(),
  });
  return {
    sandbox,
    gateway,
    rest,
    async close() {
      await sandbox.close();
      await Promise.all([gateway.close(), rest.close()]);
    },
  };
}

/** A sale of 2,950.00 pesos on an approved card. */
export const saleRequest = {
  "card-number": "4761340000000050",
  "expiration-date": "11/29",
  cvv: "123",
  environment: "Ecommerce",
  amount: pesos(295_000),
  "invoice-number": "F-1",
  "client-ip": "127.0.0.1",
  "reference-number": "R-1",
} as const satisfies SaleRequest;
