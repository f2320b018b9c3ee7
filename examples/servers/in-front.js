/**
 * Puts the payments before any server that takes Node's requests: the way back from the bank first, then everything below
 * `/payments`, and what is left goes to the app.
 * @param {import("@ventanilla/express").Payments} payments
 * @param {(...request: Parameters<import("node:http").RequestListener>) => unknown} app
 * @param {number} [proxies] how many proxies of yours stand before the server. Default: 0
 * @returns {import("node:http").RequestListener}
 */
export function inFront(payments, app, proxies = 0) {
  const mount = "/payments";
  return (request, response) => {
    // What your own proxies have appended; the buyer may have written what stands before.
    const forwarded = String(request.headers["x-forwarded-for"] ?? "").split(",");
    if (proxies > 0) Object.assign(request, { ip: forwarded.at(-proxies)?.trim() || undefined });
    const failed = (/** @type {unknown} */ error) => {
      console.error(error);
      response.writeHead(500).end();
    };
    payments.returns(request, response, (error) => {
      if (error) return failed(error);
      const { url = "/" } = request;
      if (!url.startsWith(`${mount}/`)) return app(request, response);
      // As Express does for what is mounted.
      request.url = url.slice(mount.length);
      payments(request, response, (unhandled) => {
        if (unhandled) return failed(unhandled);
        request.url = url;
        app(request, response);
      });
    });
  };
}
