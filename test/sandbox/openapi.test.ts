import assert from "node:assert/strict";
import { test } from "node:test";
import { Validator } from "@seriousme/openapi-schema-validator";
import {
  PaymentRequest,
  paymentRequestFields,
  type RestOperation,
  restExampleFields,
  restFields,
  restIssues,
  restPaths,
  restRequirements,
} from "@ventanilla/client/wire";
import { Ajv2020 } from "ajv/dist/2020.js";
import { newKey } from "./rest.ts";
import { bank, post } from "./shop.ts";

type Json = Record<string, unknown>;
type Media = { schema: Json; example?: unknown; examples?: Record<string, { value: unknown }> };
type Response = { $ref?: string; content?: Record<string, Media> };
type Operation = {
  operationId: string;
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, Response>;
};
type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, { properties: Record<string, Json>; required: string[] }>;
    responses: Record<string, Response>;
  };
};

const sandbox = await bank();
const served = await fetch(`${sandbox.url}/openapi.json`);
const document = (await served.json()) as Document;
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
);
const requests = {
  sale: "SaleRequest",
  void: "VoidRequest",
  checkIn: "CheckInRequest",
  checkOut: "CheckOutRequest",
  refund: "RefundRequest",
};

const ajv = new Ajv2020({ strict: false, formats: { uri: (text: string) => URL.canParse(text) } });
ajv.addSchema({ $id: "document", ...document });

/** What of a value breaks a schema of the document; "" when nothing does. */
function broken(schema: Json, value: unknown): string {
  const text = JSON.stringify(schema).replaceAll('"$ref":"#', '"$ref":"document#');
  return ajv.validate(JSON.parse(text) as Json, value) ? "" : ajv.errorsText();
}

function examplesOf({ example, examples = {} }: Media): unknown[] {
  return [...(example === undefined ? [] : [example]), ...Object.values(examples).map(({ value }) => value)];
}

function responsesOf({ responses }: Operation): Record<string, Response> {
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [
      status,
      document.components.responses[response.$ref?.split("/").at(-1) ?? ""] ?? response,
    ]),
  );
}

/** The example of a request; of a form the values by name. */
function exampleOf(path: string, name?: string): Record<string, string> {
  const [media] = Object.values(document.paths[path]?.post?.requestBody?.content ?? {});
  return structuredClone(name === undefined ? media?.example : media?.examples?.[name]?.value) as Record<
    string,
    string
  >;
}

test("the document is served as JSON, to every origin", () => {
  assert.equal(served.status, 200);
  assert.equal(served.headers.get("content-type"), "application/json");
  assert.equal(served.headers.get("access-control-allow-origin"), "*");
});

test("the document is valid OpenAPI 3.1", async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document));
  assert.ok(valid, JSON.stringify(errors, null, 1));
});

test("every schema is JSON Schema 2020-12, and every example follows its own", () => {
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    assert.ok(ajv.validateSchema(schema), `${name}: ${ajv.errorsText()}`);
  }
  let seen = 0;
  for (const { operation } of operations) {
    const bodies = [operation.requestBody, ...Object.values(responsesOf(operation))];
    for (const media of bodies.flatMap((body) => Object.values(body?.content ?? {}))) {
      for (const value of examplesOf(media)) {
        assert.equal(broken(media.schema, value), "", `${operation.operationId} ${JSON.stringify(value)}`);
        seen += 1;
      }
    }
  }
  assert.ok(seen > 40, String(seen));
});

test("every operation of the contract and of the 3-D Secure server is there once, the key under both spellings", () => {
  assert.deepEqual(Object.keys(document.paths).toSorted(), [
    "/api/payment/idempotency-keys",
    "/api/payment/idenpotency-keys",
    "/api/payment/transactions/checkins",
    "/api/payment/transactions/checkouts",
    "/api/payment/transactions/refund",
    "/api/payment/transactions/sales",
    "/api/payment/transactions/voids",
    "/authorize",
    "/servicios/3ds/server/authentication",
    "/servicios/3ds/server/status",
    "/servicios/pagosxcuotas/gatewayPagosCuotas",
    "/sessions",
    "/sessions/{SESSION}",
  ]);
  const ids = operations.map(({ operation }) => operation.operationId);
  assert.equal(new Set(ids).size, ids.length);
});

test("each REST request has the fields of the matrix, with their limits in bytes", () => {
  for (const [operation, name] of Object.entries(requests) as [RestOperation, string][]) {
    const schema = document.components.schemas[name];
    const listed = Object.entries(restRequirements[operation]).filter(
      ([field, requirement]) =>
        requirement !== "-" || (restExampleFields[operation] as readonly string[]).includes(field),
    );
    assert.deepEqual(Object.keys(schema?.properties ?? {}).toSorted(), listed.map(([field]) => field).toSorted());
    const mandatory = listed.filter(([, requirement]) => requirement === "M").map(([field]) => field);
    assert.deepEqual(schema?.required.toSorted(), mandatory.toSorted());
    for (const [field, property] of Object.entries(schema?.properties ?? {})) {
      const limit =
        operation === "refund" && field === "pstr43" ? 255 : restFields[field as keyof typeof restFields].bytes;
      assert.equal(property["x-maxBytes"], limit, `${operation}.${field}`);
    }
  }
});

test("each payment request has the fields of the table for its TransactionType", () => {
  for (const [type, name] of [
    ["0200", "PaymentRequest"],
    ["0100", "PreAuthorizationRequest"],
    ["2240", "ConfirmationRequest"],
  ] as const) {
    const schema = document.components.schemas[name];
    for (const [field, { requirement, bytes }] of Object.entries(paymentRequestFields)) {
      const property = schema?.properties[field];
      assert.equal(property === undefined, requirement[type] === "refused", `${type} ${field}`);
      if (property) assert.equal(property["x-maxBytes"], bytes);
      assert.equal(
        schema?.required.includes(field),
        ["mandatory", "present"].includes(requirement[type]),
        `${type} ${field}`,
      );
    }
  }
});

test("the conditions among fields hold in the schemas as in the client", () => {
  const whole = exampleOf(restPaths.sale);
  const schema = { $ref: "#/components/schemas/SaleRequest" };
  for (const change of [
    { cvv: undefined },
    { cvv: undefined, environment: "MOTO" },
    { tds_mode: "1" },
    { tds_mode: "1", tds_servertransactionid: "a" },
    { tds_mode: "2", tds_status: "Y" },
    { tds_eci: "05" },
    { tkn_tavv: "a", tkn_reqid: "b", tkn_assurance: "c" },
    { tkn_tavv: "a", tkn_reqid: "b", tkn_assurance: "c", tkn_eci: "05", cvv: undefined },
    { "card-nunber": "4761340000000050" },
  ]) {
    const request = JSON.parse(JSON.stringify({ ...whole, ...change })) as Record<string, string>;
    const strange = Object.keys(request).some((field) => !(field in restFields));
    const refused = strange || restIssues("sale", request).length > 0;
    assert.equal(broken(schema, request) !== "", refused, JSON.stringify(change));
  }
});

test("the sandbox answers on every path, and 405 with the right method to another", async () => {
  for (const { path, method } of operations) {
    const response = await fetch(sandbox.url + path.replace("{SESSION}", "x"), { method: "PUT" });
    assert.equal(response.status, 405, path);
    assert.ok(response.headers.get("allow")?.split(", ").includes(method), path);
    assert.equal(await response.text(), '{"message":"Method Not Allowed"}');
  }
});

test("the sandbox takes every payment request of the examples, and its answers follow the schemas", async () => {
  for (const name of ["PaymentRequest", "PreAuthorizationRequest", "ConfirmationRequest"]) {
    const request = exampleOf("/sessions", name);
    assert.doesNotThrow(() => PaymentRequest.parse(request), name);
    const response = await fetch(`${sandbox.url}/sessions`, { method: "POST", body: JSON.stringify(request) });
    const session = (await response.json()) as { SESSION: string; "session-key": string };
    assert.equal(broken({ $ref: "#/components/schemas/Session" }, session), "");
    if (name === "ConfirmationRequest") continue;
    for (const path of ["/authorize", "/servicios/pagosxcuotas/gatewayPagosCuotas"]) {
      assert.equal((await post(sandbox.url + path, { SESSION: session.SESSION })).status, 303, path);
    }
    const query = await fetch(`${sandbox.url}/sessions/${session.SESSION}?sk=${session["session-key"]}`);
    assert.equal(query.status, 404);
    assert.deepEqual(await query.json(), { message: "rspdata_not_found" });
  }
  const warnings = () => sandbox.sessions().flatMap((session) => session.warnings);
  assert.deepEqual(warnings(), []);
  for (const path of ["/authorize", "/servicios/pagosxcuotas/gatewayPagosCuotas"]) {
    // The examples share a TransactionId, and a second session with it is warned of.
    sandbox.reset();
    assert.equal((await post(sandbox.url + path, exampleOf(path, "direct"))).status, 303, path);
    assert.deepEqual(warnings(), []);
  }
});

test("the sandbox takes every REST example, its key and references put in", async () => {
  const send = async (operation: RestOperation, links: Record<string, string | undefined>, headers = {}) => {
    const request: Record<string, string | undefined> = { ...exampleOf(restPaths[operation]), ...links };
    assert.deepEqual(restIssues(operation, request), [], operation);
    const response = await fetch(sandbox.url + restPaths[operation], {
      method: "POST",
      headers,
      body: JSON.stringify(request),
    });
    const answer = (await response.json()) as Record<string, string>;
    const body = responsesOf(operations.find((one) => one.path === restPaths[operation])?.operation as Operation)[
      response.status
    ];
    assert.equal(broken(body?.content?.["application/json"]?.schema ?? {}, answer), "", operation);
    return { status: response.status, answer };
  };
  const carry = (key: string, answer: Record<string, string>) => ({
    "idempotency-key": key,
    ...(answer.pnRef && { pnRef: answer.pnRef }),
  });
  const [first, second, third] = [await newKey(sandbox), await newKey(sandbox), await newKey(sandbox)];
  const sale = await send("sale", { "idempotency-key": first });
  assert.equal(sale.answer["response-code"], "00");
  assert.equal((await send("void", carry(first, sale.answer))).answer["response-code"], "00");
  const another = await send("sale", { "idempotency-key": second });
  const links = { "idempotency-key": second, txToken: another.answer.pnRef };
  assert.equal((await send("refund", links)).status, 401);
  const authorization = `Bearer ${sandbox.issueToken().token}`;
  assert.equal((await send("refund", links, { authorization })).answer["response-code"], "00");
  const held = await send("checkIn", { "idempotency-key": third });
  const settled = await send("checkOut", {
    "idempotency-key": third,
    txToken: held.answer.txToken,
    "approval-code": held.answer["approval-code"],
  });
  assert.equal(settled.answer["response-code"], "00");
  const unknown = await fetch(sandbox.url + restPaths.sale, {
    method: "POST",
    body: JSON.stringify(exampleOf(restPaths.sale)),
  });
  assert.equal(unknown.status, 400);
  assert.equal(broken({ $ref: "#/components/schemas/ValidationError" }, await unknown.json()), "");
});

test("the document has every answer of a strict bank, with its body's kind", async () => {
  const strict = await bank({ profile: "document" });
  const declared = (path: string, method: string, status: number, type: string) =>
    document.paths[path]?.[method]?.responses[status]?.content?.[type] !== undefined;
  const created = await fetch(`${strict.url}/sessions`, { method: "POST", body: "{}" });
  const session = await fetch(`${sandbox.url}/sessions`, {
    method: "POST",
    body: JSON.stringify(exampleOf("/sessions", "PaymentRequest")),
  });
  const { SESSION } = (await session.json()) as { SESSION: string };
  const keyless = await fetch(`${sandbox.url}/sessions/${SESSION}`);
  assert.deepEqual([created.status, keyless.status], [400, 400]);
  for (const [path, method, { status }] of [
    ["/sessions", "post", created],
    ["/sessions/{SESSION}", "get", keyless],
  ] as const) {
    assert.ok(declared(path, method, status, "application/json"), `${method} ${path} ${status}`);
  }
  for (const path of ["/authorize", "/servicios/pagosxcuotas/gatewayPagosCuotas"]) {
    for (const accept of ["text/html", "application/json"]) {
      const response = await fetch(strict.url + path, {
        method: "POST",
        headers: { accept, "content-type": "application/x-www-form-urlencoded" },
        body: "Amount=1&OrdenID=A-1",
      });
      assert.equal(response.status, 400);
      const type = response.headers.get("content-type")?.split(";")[0] ?? "";
      assert.ok(declared(path, "post", 400, type), `${path} 400 ${type}`);
    }
  }
});

test("the reference has every operation and field under an address of its own, and loads nothing from elsewhere", async () => {
  const response = await fetch(`${sandbox.url}/reference`);
  const html = await response.text();
  const ids = [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
  assert.equal(new Set(ids).size, ids.length);
  for (const { operation } of operations) assert.ok(ids.includes(operation.operationId), operation.operationId);
  for (const [operation, name] of Object.entries(requests)) {
    for (const field of Object.keys(document.components.schemas[name]?.properties ?? {})) {
      assert.ok(ids.includes(`${operation}.${field}`), `${operation}.${field}`);
    }
  }
  for (const [, target] of html.matchAll(/href="#([^"]+)"/g)) assert.ok(ids.includes(target), target);
  assert.match(
    response.headers.get("content-security-policy") ?? "",
    /^default-src 'none'; script-src 'self'; style-src 'self'/,
  );
  assert.doesNotMatch(html, /<script|<style|\sstyle=|(?:src|href)="https?:/);
});
