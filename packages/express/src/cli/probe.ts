import { printable } from "@ventanilla/web";

/** How long an address may take to answer. */
const timeoutMs = 10_000;
/** No page is read further. */
const maxText = 200_000;

/** What an address has answered, or why it has not. */
export type Answer =
  | { failed?: undefined; status: number; headers: Headers; text: string; url: string }
  | { failed: string };

/** Asks an address, without following redirects unless it is told to. Never rejects. */
export async function probe(address: string, init: RequestInit = {}): Promise<Answer> {
  try {
    const answer = await fetch(address, { redirect: "manual", signal: AbortSignal.timeout(timeoutMs), ...init });
    const text = (await answer.text()).slice(0, maxText);
    return { status: answer.status, headers: answer.headers, text, url: answer.url };
  } catch (error) {
    return { failed: reasonOf(error, new URL(address).host) };
  }
}

const reasons: readonly [RegExp, (host: string) => string][] = [
  [/^(?:ENOTFOUND|EAI_)/, (host) => `there is no host ${host}: correct it, or its DNS record`],
  [/^ECONNREFUSED$/, (host) => `nothing listens at ${host}: start the server, or correct the port`],
  [/CERT|SIGNED|SSL|TLS|ALTNAME/, (host) => `the certificate of ${host} is not trusted, and browsers refuse it too`],
];

/** Why a connection failed, and how to fix it. The error of `fetch` has the reason in its cause. */
function reasonOf(error: unknown, host: string): string {
  if (error instanceof Error && error.name === "TimeoutError") {
    return `${host} gave no answer in ${timeoutMs / 1000} s: a firewall, or a server that hangs`;
  }
  const { cause = error } = error as { cause?: unknown };
  const { code = "", message = String(cause) } = cause as { code?: string; message?: string };
  const known = reasons.find(([pattern]) => pattern.test(code))?.[1](host);
  return `${known ?? `the connection to ${host} failed`} (${printable(code || message, 100)})`;
}

/** Whether the answer is one of the router's own pages, for a payment that it does not know. */
export function isRoutersPage(answer: Answer): boolean {
  if (answer.failed !== undefined || answer.status !== 404) return false;
  // Of the page, what is the same in every language; a proxy may replace the headers.
  return /<svg class="mark \w+" viewBox="0 0 56 56"/.test(answer.text);
}

/** Whether the answer is the router's status of an attempt that it does not know. */
export function isRoutersStatus(answer: Answer): boolean {
  if (answer.failed !== undefined || answer.status !== 404) return false;
  return answer.text.startsWith('{"v":1,"error":{"code":"not_found"');
}
