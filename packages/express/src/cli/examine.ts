import { newToken } from "../http/token.ts";
import { findRouter } from "./find-router.ts";
import { type Answer, isRoutersPage, probe } from "./probe.ts";

/** What was found out about one way to an address. */
export interface Examined {
  ok: boolean;
  /** What was asked: `GET https://shop.example/payments/return/…`. */
  asked: string;
  /** What is so, and how to fix it. */
  finding: string;
}

/**
 * Asks for a return address below `publicUrl` as buyers' browsers do, with a token that no router has given out: by a
 * link, and by the bank's form, which comes from another site and without cookies. And for the page that a return leads
 * to: where the router is mounted elsewhere, `payments.returns` finds the one and not the other.
 * @param page the address of the page where buyers pay, to look for the router where it is not at `publicUrl`
 */
export async function examineReturns(publicUrl: string, page?: string): Promise<Examined[]> {
  const address = `${publicUrl}/return/${newToken()}`;
  const shown = `${publicUrl}/return/…`;
  const linked = await probe(address, { headers: { Accept: "text/html" } });
  const get = { asked: `GET ${shown}`, ...(await findingOf(linked, publicUrl, page)) };
  if (!get.ok) return [get];
  const posted = await probe(address, {
    method: "POST",
    body: new URLSearchParams({ SESSION: crypto.randomUUID(), Description: "Transaction Received" }),
    headers: { Accept: "text/html", Origin: "null", "Sec-Fetch-Site": "cross-site" },
  });
  const relay = await probe(`${publicUrl}/relay/${crypto.randomUUID()}`, { headers: { Accept: "text/html" } });
  return [
    get,
    { asked: `POST ${shown}, as the bank's page sends it`, ...postFinding(posted) },
    { asked: `GET ${publicUrl}/relay/…, where the return leads`, ...(await findingOf(relay, publicUrl, page)) },
  ];
}

type Found = Pick<Examined, "ok" | "finding">;

const bad = (finding: string): Found => ({ ok: false, finding });

async function findingOf(answer: Answer, publicUrl: string, page: string | undefined): Promise<Found> {
  if (isRoutersPage(answer)) return { ok: true, finding: "the router answers" };
  if (answer.failed !== undefined) return bad(answer.failed);
  const elsewhere = answer.status < 500 ? await findRouter(publicUrl, page) : undefined;
  const advice =
    elsewhere === undefined
      ? adviceOn(answer, publicUrl)
      : `the router is at ${elsewhere}: set publicUrl to that, or buyers who have paid end here`;
  return bad(`${whatIs(answer)}: ${advice}`);
}

function whatIs({ status, headers }: Exclude<Answer, { failed: string }>): string {
  const location = headers.get("location");
  if (location !== null) return `${status}, a redirect to ${location.split("?")[0]}`;
  return status === 200 ? "200, a page that is not the router's" : `${status}, and not from the router`;
}

function adviceOn({ status, headers }: Exclude<Answer, { failed: string }>, publicUrl: string): string {
  const location = headers.get("location");
  if (location !== null) {
    const target = URL.canParse(location, publicUrl) ? new URL(location, publicUrl) : undefined;
    return target?.pathname.includes("/return/")
      ? `set publicUrl to ${(target.origin + target.pathname).replace(/\/return\/.*$/, "")}: on a redirect the bank's POST is lost`
      : "a login or another rule stands before the router: let everything below publicUrl through";
  }
  if (status === 401 || status === 403) {
    return "a login, a firewall or a check for robots stands before the router: let everything below publicUrl through";
  }
  if (status >= 500) return "the proxy does not reach your server, or the server fails: look at its log";
  return "publicUrl is where the buyer's browser finds the router, with the path that a proxy strips: correct it, mount the router there, or name the page where buyers pay with --page";
}

function postFinding(answer: Answer): Found {
  if (answer.failed !== undefined) return bad(answer.failed);
  if (!isRoutersPage(answer)) {
    const before = "mount payments.returns before every other middleware";
    const advice =
      answer.status >= 500
        ? "a middleware fails for a request without cookies"
        : "the GET gets through and the bank's POST does not, because of CSRF protection, a session, a body parser or a rule of the proxy";
    return bad(`${whatIs(answer)}: ${advice}: ${before}, and let the proxy pass POST on from any site`);
  }
  if (answer.headers.has("set-cookie")) {
    return bad(
      "the router answers, and a middleware sets a cookie, which logs the buyer out: mount payments.returns before it",
    );
  }
  return { ok: true, finding: "the router answers" };
}
