import { createPublicKey, generateKeyPairSync, randomBytes, sign } from "node:crypto";

/** A private key and its certificate, both PEM. */
export type Certificate = { readonly key: string; readonly cert: string };

/**
 * A self-signed certificate for host names and IP addresses, valid from 2000 on. Made at each start: no tool has to be
 * installed, and no private key is stored.
 */
export function certificateFor(hosts: readonly string[], validUntil: Date): Certificate {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const name = sequence(set(sequence(commonName, der(0x0c, Buffer.from(hosts[0] ?? "")))));
  const validity = sequence(time(new Date("2000-01-01")), time(validUntil));
  const publicKey = createPublicKey(privateKey).export({ type: "spki", format: "der" });
  const extensions = der(0xa3, sequence(sequence(subjectAltName, der(0x04, sequence(...hosts.map(hostName))))));
  const version = der(0xa0, der(0x02, Buffer.of(2)));
  // Browsers refuse a second certificate with the same name and serial.
  const serial = der(0x02, Buffer.concat([Buffer.of(1), randomBytes(8)]));
  const toSign = sequence(version, serial, ecdsaWithSha256, name, validity, name, publicKey, extensions);
  const signature = der(0x03, Buffer.concat([Buffer.of(0), sign("sha256", toSign, privateKey)]));
  const certificate = sequence(toSign, ecdsaWithSha256, signature).toString("base64");
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.replace(/.{64}(?=.)/g, "$&\n")}\n-----END CERTIFICATE-----\n`,
  };
}

/** A host as a certificate holds it: an address as its bytes, a name as its text. */
function hostName(host: string): Buffer {
  if (host === "::1") return der(0x87, Buffer.concat([Buffer.alloc(15), Buffer.of(1)]));
  const isAddress = /^[\d.]+$/.test(host);
  return isAddress ? der(0x87, Buffer.from(host.split(".").map(Number))) : der(0x82, Buffer.from(host));
}

/** Encodes one value by X.690 (DER): its tag, its length, its content. */
function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const long = length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...(length < 0x80 ? [length] : long)]), content]);
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts));
}

function set(part: Buffer): Buffer {
  return der(0x31, part);
}

/** `20991231235959Z`. */
function time(instant: Date): Buffer {
  return der(0x18, Buffer.from(instant.toISOString().replace(/[-:T]|\.\d+/g, "")));
}

// Object identifiers: 2.5.4.3, 2.5.29.17 and 1.2.840.10045.4.3.2.
const commonName = Buffer.from("0603550403", "hex");
const subjectAltName = Buffer.from("0603551d11", "hex");
const ecdsaWithSha256 = Buffer.from("300a06082a8648ce3d040302", "hex");
