import { data } from "./sentences.data";

/** Addresses below it are answered here, in the page: nothing is asked over the network. */
const mount = "/live-example/";

const attempt = "6f1a3c52-8d1e-4a57-9c3b-2f60d7a4b901";
const again = ["declined", "cancelled", "expired", "failed"];

function answerOf(outcome: string, language: string): Response {
  const sentences = language.startsWith("en") ? data.en : data.es;
  const body = {
    v: 1,
    attempt,
    order: outcome,
    outcome,
    verified: outcome !== "pending",
    safeToRetry: again.includes(outcome),
    message: sentences[outcome]?.message ?? "",
  };
  return Response.json(body);
}

/** The address of a router that answers as one whose payment is in this state. */
export const endpointOf = (state: string): string => mount + state;

/** Puts those routers into the page, once. */
export function answerInPage(): void {
  const { fetch } = globalThis;
  // As a page that is loaded again after its buyer has left for the bank.
  localStorage.setItem(`ventanilla:${endpointOf("checking")}:checking`, JSON.stringify({ attempt, at: Date.now() }));
  if (fetch.name === "answered") return;
  globalThis.fetch = async function answered(input, init) {
    const { pathname, searchParams } = new URL(input instanceof Request ? input.url : input, location.href);
    if (!pathname.startsWith(mount)) return fetch(input, init);
    const [state = ""] = pathname.slice(mount.length).split("/");
    if (state === "idle") return new Response(undefined, { status: 204 });
    // The answer that is awaited.
    if (state === "checking") return new Promise<Response>(() => {});
    return answerOf(state, searchParams.get("lang") ?? "es");
  };
}
