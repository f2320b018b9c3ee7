// The router's half of its contract with the element, for tests: real HTTP, real windows, and an outcome that the test
// sets. `POST {mount}/test/{order}` writes the script of an order, `GET` reads what was asked and launched;
// `{mount}/page/{order}` is a merchant's page to embed, its other attributes taken from the query.

const mount = "/payments";
// Every page is let in: the element is tested here, not the router.
const cors = { "Access-Control-Allow-Origin": "*", "Access-Control-Allow-Headers": "*" };

/** @type {Map<string, { script: Record<string, unknown>, launches: Record<string, string>[], asks: { attempt: string, askBank: boolean, lang: string }[] }>} */
const orders = new Map();
/** @type {Map<string, string>} which order an attempt is for */
const attempts = new Map();
/** @type {Map<string, string | null>} what a page's policy has stopped, by attempt */
const reports = new Map();
/** @type {Set<string>} attempts whose launch was refused, as `refuses` in the script says */
const refused = new Set();

const orderOf = (id) => {
  if (!orders.has(id)) orders.set(id, { script: { outcome: "pending" }, launches: [], asks: [] });
  return orders.get(id);
};

const messages = {
  es: { approved: "Su pago fue aprobado.", declined: "Fondos insuficientes." },
  en: { approved: "Your payment was approved.", declined: "Insufficient funds." },
};

// A bank that does what the order's script says under `act`: stay, return (by way of the relay page) or close.
const bankPage = (order, attempt) => `<!doctype html><html lang="en"><title>Bank</title><h1>Bank</h1><script>
  const act = async () => {
    const what = await (await fetch("${mount}/act/${order}")).json();
    if (what === "return") return location.replace("${mount}/relay/${attempt}");
    close();
    setTimeout(act, 20);
  };
  act();
</script>`;

/** The strictest policy the element promises to work under. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

// A checkout form, with everything in it that must and must not come back after a redirect.
const formFields = `<input name="name"><textarea name="note"></textarea><select name="island"><option>A<option>B</select>
<input type="checkbox" name="gift"><input type="radio" name="way" value="1"><input type="radio" name="way" value="2">
<input type="password" name="pin"><input name="number" autocomplete="cc-number"><input name="cardHolder"><input name="CVV"><input name="numero_tarjeta"><input name="codigoSeguridad"><input name="clave"><input name="billing" autocomplete="billing cc-number"><input name="shownAgain" autocomplete="current-password"><input name="byPhone" autocomplete="one-time-code">
<input name="code" autocomplete="off"><input type="hidden" name="token" value="fresh">`;

const shopPage = (order, query) => `<!doctype html><html lang="${query.get("lang") ?? "en"}"><title>Shop</title>
<script type="module" src="/test/element/shop-page.ts"></script>
${query.has("below") ? "<br>".repeat(200) : ""}<form>${query.has("form") ? formFields : ""}
<ventanilla-pay order="${order}" mode="${query.get("mode") ?? "auto"}"></ventanilla-pay></form>`;

const relayPage = (attempt, { mode, returnTo }) => `<!doctype html><html lang="en"><title>Relay</title><script>
  const message = { type: "ventanilla:return", attempt: "${attempt}" };
  if (${mode === "popup"}) {
    opener?.postMessage(message, "*");
    new BroadcastChannel("ventanilla").postMessage(message);
    setTimeout(close, 0);
  } else if (${mode === "modal"}) parent.postMessage(message, location.origin);
  else location.replace(${JSON.stringify(returnTo)});
</script>`;

// The relay page, or what a service worker has in its place that answers every navigation with the shop's page.
function relayed(attempt, order, query) {
  if (order?.script.shell) return shopPage("", query);
  return relayPage(attempt, order?.launches.at(-1) ?? { mode: "popup", returnTo: "/" });
}

// What the router says of an order: nothing, or what another device has done with it.
function elsewhere(attempt, json, html) {
  if (attempt === "refused") return json(404, { v: 1, error: { code: "unknown_order", message: "" } });
  if (attempt === "broken") return { ...html("<h1>Oops</h1>"), status: 500 };
  return attempt ? json(200, { v: 1, attempt, outcome: "pending" }) : { ...html(""), status: 204 };
}

/** What the bank's page is to do, as soon as a script says it; a window that is closed asks no longer. */
async function actOf({ script }, { socket }) {
  while (!/close|return/.test(script.act) && !socket.destroyed) await aMoment();
  return script.act ?? "stay";
}

const aMoment = () => new Promise((resolve) => setTimeout(resolve, 20));

async function bodyOf(request) {
  let body = "";
  for await (const chunk of request) body += chunk;
  return body;
}

/**
 * Answers a request under the mount path; anything else is left alone.
 * @param {import("node:http").IncomingMessage} request
 * @returns {Promise<{ status: number, type: string, body: string, headers?: Record<string, string> } | undefined>}
 */
export async function answer(request) {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
  if (!pathname.startsWith(`${mount}/`)) return undefined;
  const [, , what, id = ""] = pathname.split("/").map(decodeURIComponent);
  const json = (status, value) => ({ status, type: "application/json", body: JSON.stringify(value), headers: cors });
  const html = (body, headers = {}) => ({ status: 200, type: "text/html", body, headers });

  if (what === "reports") return json(200, { blocked: reports.get(id) });
  if (what === "test") {
    const order = orderOf(id);
    if (request.method === "POST") Object.assign(order.script, JSON.parse(await bodyOf(request)));
    return json(200, order);
  }
  if (what === "act") return json(200, await actOf(orderOf(id), request));
  if (what === "page") {
    const forms = searchParams.has("stops-forms") ? policy.replace("form-action 'self'", "form-action 'none'") : policy;
    const own = searchParams.has("frames") ? `${forms}; frame-src 'self'` : forms;
    return html(shopPage(id, searchParams), { "Content-Security-Policy": own });
  }
  if (what === "relay") {
    return html(relayed(id, orders.get(attempts.get(id)), searchParams));
  }
  if (what === "orders") return elsewhere(orderOf(id).script.elsewhere, json, html);
  if (what !== "attempts") return undefined;
  if (request.method === "OPTIONS") return json(200, {});
  if (request.method === "POST") {
    const fields = Object.fromEntries(new URLSearchParams(await bodyOf(request)));
    const order = orderOf(fields.order);
    order.launches.push(fields);
    while (order.script.held) await aMoment();
    if (order.script.lost !== true) attempts.set(fields.attempt, fields.order);
    if (order.script.refuses) refused.add(fields.attempt);
    return html(bankPage(fields.order, fields.attempt));
  }
  const lang = searchParams.get("lang");
  if (searchParams.has("blocked")) reports.set(id, searchParams.get("blocked"));
  const order = orders.get(attempts.get(id));
  order?.asks.push({ attempt: id, askBank: searchParams.get("ask") === "1", lang });
  if (!order) return json(404, { v: 1, error: { code: "not_found", message: "" } });
  const { broken, act, lost, refuses, error, ...given } = order.script;
  const script = refused.has(id) ? { ...given, outcome: "failed" } : given;
  if (broken) return { status: 404, type: "text/html", body: "<h1>Not here</h1>" };
  if (error) return json(503, { v: 1, error: { code: error, message: "" } });
  const { outcome } = script;
  const spoken = lang in messages ? lang : "es";
  const status = json(200, {
    v: 1,
    attempt: id,
    order: attempts.get(id),
    state: "opened",
    verified: outcome !== "pending",
    safeToRetry: ["declined", "cancelled", "expired", "failed"].includes(outcome),
    message: messages[spoken][outcome] ?? String(outcome),
    expiresAt: "2030-01-01T00:30:00.000Z",
    ...script,
  });
  return { ...status, headers: { ...cors, "Content-Language": spoken } };
}
