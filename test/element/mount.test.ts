// Where the router is, if the page does not say.
import { expect } from "@open-wc/testing";
import { takeMountFrom } from "../../packages/element/src/mount.ts";
import { checkout } from "./shop.ts";

const endpointOf = async (file: string) => {
  takeMountFrom(file);
  const { pay } = await checkout("");
  expect(pay.hasAttribute("endpoint")).to.equal(false);
  return pay.endpoint;
};

describe("the endpoint is where the single file came from", () => {
  afterEach(() => takeMountFrom(`${origin}/payments/element.js`));

  const served: Record<string, string> = {
    [`${origin}/shop/pay/element.js`]: "/shop/pay",
    [`${origin}/shop/pay/element-0123456789abcdef.js?v=2#top`]: "/shop/pay",
    [`${origin}/element.js`]: "/",
    "https://pay.shop.example/payments/element.js": "https://pay.shop.example/payments",
    "https://pay.shop.example/element.js": "https://pay.shop.example",
    [`${origin}//payments/element.js`]: "/payments",
    [`${origin}//evil.example/element.js`]: "/evil.example",
    [`${origin}/\\evil.example/pay/element.js`]: "/evil.example/pay",
    [`${origin}///element.js`]: "/",
    "https://pay.shop.example//payments/element.js": "https://pay.shop.example/payments",
  };
  for (const [file, endpoint] of Object.entries(served)) {
    it(`${file.replace(origin, "")}: ${endpoint}`, async () => {
      expect(await endpointOf(file)).to.equal(endpoint);
    });
  }

  it("also on a page whose base address is elsewhere", async () => {
    const base = Object.assign(document.createElement("base"), { href: "https://static.shop.example/" });
    document.head.append(base);
    const endpoint = await endpointOf(`${origin}/shop/pay/element.js`).finally(() => base.remove());
    expect(endpoint).to.equal(`${origin}/shop/pay`);
  });

  for (const file of [
    "/static/ventanilla-pay.min.js",
    "/assets/my-element.js",
    "/element.js/x.js",
    "/payments/element.mjs",
    "/assets/element-B1x2Y3z4.js",
    "/assets/element-0a1b2c3d.js",
    "/assets/element-.js",
    "/assets/Element.js",
  ]) {
    it(`not that of a copy under a name of its own: ${file}`, async () => {
      expect(await endpointOf(`https://static.shop.example${file}`)).to.equal("/payments");
    });
  }

  for (const file of [
    "data:/shop/element.js",
    "data:text/javascript,/element.js",
    "blob:https://static.shop.example/element.js",
    "file:///shop/element.js",
    "capacitor://localhost/shop/element.js",
  ]) {
    it(`not that of a file from no server: ${file}`, async () => {
      expect(await endpointOf(file)).to.equal("/payments");
    });
  }
});
