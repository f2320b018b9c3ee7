import { type RequestListener, request } from "node:http";

/**
 * Passes everything on to another port and sandboxes what comes back without `allow-scripts`. For such a document every
 * browser switches scripting off, `noscript` and `@media (scripting)` included, while its driver still works.
 */
export function withoutScripts(port: number): RequestListener {
  const policy = "sandbox allow-forms allow-same-origin allow-top-navigation";
  return (incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const forward = request({ host: "127.0.0.1", port, method, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, [...answer.rawHeaders, "Content-Security-Policy", policy]);
      answer.pipe(outgoing);
    });
    forward.on("error", () => outgoing.destroy());
    incoming.pipe(forward);
  };
}
