import { type Payments, ventanilla } from "@ventanilla/express";
import { sqliteStore } from "@ventanilla/express/sqlite";
import express, { type Express } from "express";

/**
 * Pages with the tag and nothing else, at `/?order=S-1&mode=popup`, under the strictest policy that it works with. They
 * list what they hear; `/breaches` lists what browsers report of the policy.
 * @param router its origin, where that is not the pages' own
 */
export function barePages(router = ""): Express {
  const own = router || "'self'";
  const breaches: unknown[] = [];
  const policy = [
    "default-src 'none'",
    ["script-src 'self'", ...(router ? [router] : [])].join(" "),
    `connect-src ${own}`,
    `form-action ${own}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    "report-uri /breaches",
  ].join("; ");
  const app = express();
  app.get("/", ({ query }, response) => {
    // Tests write plain words only.
    const said = (name: string) => (typeof query[name] === "string" ? query[name].replace(/[^\w!-]/g, "") : "");
    // In a dialog the bank's page is a frame: the one thing that needs more than the policy.
    const frames = said("mode") === "modal" ? "; frame-src *" : "";
    response.set("Content-Security-Policy", policy + frames).send(`<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Bare shop</title>
<script type="module" src="/page.js"></script>
<script type="module" src="${router}/payments/element.js" crossorigin></script>
<h1>Order ${said("order")}</h1>
<ventanilla-pay order="${said("order")}" mode="${said("mode") || "auto"}"></ventanilla-pay>
<ol></ol>
</html>`);
  });
  app.get("/page.js", (_request, response) => void response.type("js").send(pageScript));
  app.post("/breaches", express.json({ type: () => true }), ({ body }, response) => {
    breaches.push(body);
    response.status(204).end();
  });
  app.get("/breaches", (_request, response) => void response.json(breaches));
  return app;
}

const pageScript = `
for (const name of ["open", "closed", "approved", "declined", "cancelled", "failed", "settled"]) {
  addEventListener("pay-" + name, () => {
    const line = document.createElement("li");
    line.append(name);
    document.querySelector("ol").append(line);
  });
}
`;

/** A router where any order costs the same, but for those that end in `-broken`: the shop fails to say what they cost. */
export function bareRouter(
  origin: string,
  bank: { sessionApiUrl: string; gatewayUrl: string },
  origins: string[],
): Payments {
  return ventanilla({
    publicUrl: `${origin}/payments`,
    gateway: bank,
    merchant: {
      number: "349000000",
      terminal: "58585858",
      acquirer: "349",
      name: { owner: "COLMADO LARIMAR", city: "SANTO DOMINGO", country: "DO" },
    },
    store: sqliteStore(":memory:"),
    order(id) {
      if (id.endsWith("-broken")) throw new Error("no database");
      return {
        amount: { minor: 295_000, currency: "DOP" },
        tax: { minor: 45_000, currency: "DOP" },
        buyer: { email: "ana@example.com", mobilePhone: "8095550101" },
      };
    },
    encryptionKeys: ["0".repeat(64)],
    onPaid: () => {},
    origins,
  });
}
