import { crc32, deflateSync } from "node:zlib";

const [width, height] = [1200, 630];
const stripe = 100;
const paper = "#f3f7f6";

const channels = (color: string): number[] => [...Buffer.from(color.slice(1), "hex")];

/** The color of the stripes between: mostly white. */
const paleOf = (color: string): string =>
  `#${Buffer.from(channels(color).map((channel) => Math.round(channel * 0.2 + 204))).toString("hex")}`;

/** The two colors of the awning, as custom properties of what a selector names. */
export const shopColors = (color: string, where = ":root"): string =>
  `${where}{--shop:${color};--pale:${paleOf(color)}}`;

/** A chunk of a PNG file (RFC 2083, section 3.2). */
function chunk(type: string, data: Uint8Array | number[]): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), Uint8Array.from(data)]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

/** Draws the picture that chats show beside a link: the shop's awning, as a PNG. It has no letters: the title has them. */
export function drawAwning(color: string): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  // Eight bits for each point, which name a color of the palette.
  header.set([8, 3], 8);
  const palette = [paper, color, paleOf(color)].flatMap(channels);
  // A row begins with its filter: none. The stripes hang from the top; below them is paper.
  const stripes = [0, ...Array.from({ length: width }, (_, x) => 1 + (Math.floor(x / stripe) % 2))];
  const below = stripes.map(() => 0);
  const points = Array.from({ length: height }, (_, y) => (y < height / 2 ? stripes : below));
  const picture = deflateSync(Uint8Array.from(points.flat()));
  const chunks = [chunk("IHDR", header), chunk("PLTE", palette), chunk("IDAT", picture), chunk("IEND", [])];
  return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), ...chunks]);
}
