/**
 * Puts the payments before any server that takes Node's requests: the way back from the bank first, then everything below
 * `/payments`, and what is left goes to the app.
 * @param {import("@ventanilla/express").Payments} payments
 * @param {(...request: Parameters<import("node:http").RequestListener>) => unknown} app
 * @returns {import("node:http").RequestListener}
 */
export function inFront(payments, app) {
  const mount = "/payments";
  return (request, response) => {
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
