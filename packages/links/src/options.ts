import type { Storefront } from "@ventanilla/express";
import type { SqlStore } from "@ventanilla/express/sql";
import { bareAddress, checkContact, checkKeys, expectThat, makeSigner, refuseUnknownNames } from "@ventanilla/web";
import { itbisOf, lineOf } from "./check-link.ts";
import { makeHolds } from "./order/holds.ts";
import { orderKeysOf } from "./signed-order.ts";
import { linkRows, useRows } from "./tables.ts";

/** Who asks for the money, on every page, preview and receipt. It comes from here alone: no link can name another shop. */
export interface LinkStorefront extends Storefront {
  /** As the buyers know it: 1 to 80 characters. */
  name: string;
  /** The taxpayer's number, 9 or 11 digits, for receipts. Default: none */
  rnc?: string | undefined;
  /** The color of the awning on pages and in previews: `#0b7a66`. Default: Ventanilla's green */
  color?: string;
}

/** What {@link links} needs. Checked once, when they are made. */
export interface LinksOptions {
  /** The router's own: `sqliteStore(path)`, `postgresStore(pool)` or `mysqlStore(pool)`. */
  store: SqlStore;
  /**
   * Where the pages are mounted, as the buyers' browsers see it: `https://shop.example/pay`, on the origin of the router's
   * `publicUrl`. https, or http on the loopback.
   */
  publicUrl: string | undefined;
  /** The shop's name, and how it is reached. */
  storefront: LinkStorefront;
  /**
   * Keys that sign cookies and receipts' addresses, each 32 random bytes in hex or base64: the first signs, all verify. The
   * router's `encryptionKeys` may be used here, too.
   */
  keys: (string | undefined)[];
  /**
   * Keys that sign orders of the shop's own, as JSON Web Tokens which the page gives to the tag: for HS256 a secret that the
   * shop's program has, too, at least 32 bytes in UTF-8; for EdDSA an Ed25519 public key, PEM that begins with
   * `-----BEGIN PUBLIC KEY-----`. Several while one takes the place of another. Default: none, and no token is an order
   * @see docs/guide/payment-links.md#signed-orders
   */
  orderKeys?: readonly (string | undefined)[];
  /** The tax within the amounts, in percent, where a link says nothing else: 18, 16 or 0. Default: 18 */
  itbis?: number;
  /** The name of the shop in the tables, 1 to 40 characters, where several share a database. Default: `shop` */
  shop?: string;
}

/** What the parts of the package work with: the options, checked, and the rows of the tables. */
export type Parts = ReturnType<typeof partsOf>;

/** @throws ArgumentError naming the option, what came and what was expected */
export function partsOf(options: LinksOptions) {
  const names = ["store", "publicUrl", "storefront", "keys", "orderKeys", "itbis", "shop"];
  refuseUnknownNames("", options, names, { kind: "option" });
  const { shop: scope = "shop", itbis = 18 } = options;
  const { href: publicUrl, origin } = bareAddress("publicUrl", options.publicUrl);
  expectThat(publicUrl !== origin, "publicUrl", "an address with a path, as https://shop.example/pay");
  expectThat(typeof scope === "string" && /^.{1,40}$/s.test(scope), "shop", "1 to 40 characters", scope);
  const { database } = Object(options.store) as Partial<SqlStore>;
  expectThat(database !== undefined, "store", "what sqliteStore, postgresStore or mysqlStore returns");
  const uses = useRows(scope);
  return {
    database,
    links: linkRows(scope, publicUrl),
    uses,
    holds: makeHolds(database, uses),
    /** Without a slash at its end. */
    publicUrl,
    origin,
    storefront: storefrontOf(options.storefront),
    signer: makeSigner(checkKeys("keys", options.keys), scope),
    orderKeys: orderKeysOf(options.orderKeys ?? []),
    itbis: itbisOf(itbis),
    /** How many forms of one link, forms of one address and its wrong codes are answered in ten minutes, in each process. */
    limits: { link: 600, address: 60, wrongCodes: 30 },
  };
}

function storefrontOf(given: LinkStorefront) {
  refuseUnknownNames("storefront", given, ["name", "contact", "rnc", "color"]);
  const { contact, rnc, color = "#0b7a66" } = given;
  expectThat(rnc === undefined || /^(?:\d-?){8}\d(?:-?\d{2})?$/.test(rnc), "storefront.rnc", "9 or 11 digits", rnc);
  expectThat(/^#[0-9a-f]{6}$/i.test(color), "storefront.color", "# and six hex digits, as #0b7a66", color);
  const name = lineOf("storefront.name", given.name, 80);
  return { ...given, name, color, contact: contact && checkContact("storefront.contact", contact) };
}
