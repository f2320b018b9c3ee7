import { createSession, openGateway } from "@ventanilla/client";
import { createSandbox } from "@ventanilla/sandbox";
import { type Desk, forced, post, request, session } from "./desk.ts";
import type { Mistake } from "./mistake.ts";

/** Creates a session at an address, with a gateway of its own. */
async function createAt(url: string): Promise<unknown> {
  const gateway = openGateway({ sessionApiUrl: url, gatewayUrl: url });
  try {
    return await createSession(gateway, forced(request()));
  } finally {
    await gateway.close();
  }
}

/** The same at what is made of the address of a sandbox with TLS. */
async function atSecured({ sandbox }: Desk, address: (url: string) => string): Promise<unknown> {
  const secured = await createSandbox({ tls: true, now: () => sandbox.clock.now() });
  try {
    return await createAt(address(secured.url));
  } finally {
    await secured.close();
  }
}

export const addresses: readonly Mistake[] = [
  {
    mistake: "`/sessions` in the address of the session API",
    names: { client: "gateway.sessionApiUrl", sandbox: "POST /sessions" },
    client: ({ sandbox }) => openGateway({ sessionApiUrl: `${sandbox.url}/sessions`, gatewayUrl: sandbox.url }),
    raw: (desk) => post(desk, "/sessions/sessions", request()),
  },
  {
    mistake: "`/authorize` in the address of the payment page",
    names: { client: "gateway.gatewayUrl", sandbox: "POST /authorize" },
    client: ({ sandbox }) => openGateway({ sessionApiUrl: sandbox.url, gatewayUrl: `${sandbox.url}/authorize` }),
    raw: (desk) => post(desk, "/authorize/authorize"),
  },
  {
    mistake: "an address without TLS",
    names: { client: "gateway.sessionApiUrl" },
    client: () => openGateway({ sessionApiUrl: "http://bank.example", gatewayUrl: "https://bank.example" }),
    raw: "the sandbox is on the loopback, where http is right",
  },
  {
    mistake: "`http://` to a sandbox that runs with `--tls`",
    names: { client: "https://" },
    client: (desk) => atSecured(desk, (url) => url.replace("https", "http")),
    raw: "its console says that https is expected",
  },
  {
    mistake: "`https://` to a sandbox that runs without `--tls`",
    names: { client: "http://" },
    client: ({ sandbox }) => createAt(sandbox.url.replace("http", "https")),
    raw: "there is no request yet when the connection fails",
  },
  {
    mistake: "a sandbox with `--tls` whose certificate the shop does not trust",
    names: { client: "NODE_EXTRA_CA_CERTS" },
    client: (desk) => atSecured(desk, (url) => url),
    raw: "at its start the console says how to trust it",
  },
  {
    mistake: "`/sessions/{SESSION}/status`, `/payments` and other paths of other services",
    names: { sandbox: "GET /sessions/{SESSION}" },
    client: "the client writes the path",
    raw: async (desk) => fetch(`${desk.sandbox.url}/sessions/${(await session(desk)).SESSION}/status`),
  },
  {
    mistake: "a link to the payment page instead of a form",
    names: { sandbox: "with the field SESSION" },
    client: "`authorizeForm` gives a form that posts",
    raw: async (desk) => fetch(`${desk.sandbox.url}/authorize?SESSION=${(await session(desk)).SESSION}`),
  },
];
