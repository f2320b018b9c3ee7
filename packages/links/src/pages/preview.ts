import { crc32, deflateSync } from "node:zlib";

const [width, height] = [1200, 630];

const channels = (color: string): Buffer => Buffer.from(color.slice(1), "hex");

/** The color of the stripes between: mostly white. */
const paleOf = (color: string): string =>
  `#${Buffer.from(channels(color).map((channel) => Math.round(channel * 0.2 + 204))).toString("hex")}`;

/** The two colors of the awning, as custom properties of what a selector names. */
export const shopColors = (color: string, where = ":root"): string =>
  `${where}{--shop:${color};--pale:${paleOf(color)}}`;

const uint32 = (value: number): Buffer => Buffer.from(value.toString(16).padStart(8, "0"), "hex");

/** A chunk of a PNG file (RFC 2083, section 3.2). */
function chunk(type: string, ...data: Uint8Array[]): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), ...data]);
  return Buffer.concat([uint32(body.length - 4), body, uint32(crc32(body))]);
}

/** Draws the picture that chats show beside a link: the shop's awning, as a PNG. It has no letters: the title has them. */
export function drawAwning(color: string): Buffer {
  const palette = ["#f3f7f6", color, paleOf(color)].map(channels);
  // A row begins with its filter: none. The stripes hang from the top; below them is paper.
  const stripes = Buffer.from([0, ...Array.from({ length: width }, (_, x) => 1 + (Math.floor(x / 100) % 2))]);
  const rows = Array.from({ length: height }, (_, y) => (y < height / 2 ? stripes : Buffer.alloc(stripes.length)));
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    // Eight bits for each point, which name a color of the palette.
    chunk("IHDR", uint32(width), uint32(height), Buffer.from([8, 3, 0, 0, 0])),
    chunk("PLTE", ...palette),
    chunk("IDAT", deflateSync(Buffer.concat(rows))),
    chunk("IEND"),
  ]);
}
