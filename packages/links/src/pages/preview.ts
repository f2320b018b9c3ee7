import { crc32, deflateSync } from "node:zlib";

const width = 1200;
const height = 630;
/** How wide a stripe is. They hang from the top, and end in half circles. */
const stripe = 100;
const straight = 300;
const paper = "#f3f7f6";

function bytesOf(number: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(number);
  return bytes;
}

/** A chunk of a PNG file (RFC 2083, section 3.2). */
function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  return Buffer.concat([bytesOf(data.length), body, bytesOf(crc32(body))]);
}

const channels = (color: string): number[] => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

/** Which color of the palette a point has: the paper below the awning, or one of its two stripes. */
function colorAt(x: number, y: number): number {
  const reach = Math.sqrt(Math.max(0, 1 - ((x % stripe) / (stripe / 2) - 1) ** 2)) * (stripe / 2);
  if (y > straight + reach) return 0;
  return Math.floor(x / stripe) % 2 === 0 ? 1 : 2;
}

/** Draws the picture that chats show beside a link: the shop's awning, as a PNG. It has no letters: the title has them. */
export function drawAwning(color: string): Buffer {
  const rows = Array.from({ length: height }, (_, y) =>
    // A row begins with its filter: none.
    Buffer.from([0, ...Array.from({ length: width }, (_column, x) => colorAt(x, y))]),
  );
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    // Eight bits for each point, which name a color of the palette.
    chunk("IHDR", Buffer.concat([bytesOf(width), bytesOf(height), Buffer.from([8, 3, 0, 0, 0])])),
    chunk("PLTE", Buffer.from([paper, color, paleOf(color)].flatMap(channels))),
    chunk("IDAT", deflateSync(Buffer.concat(rows))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** The two colors of the awning, as custom properties of what a selector names. */
export const shopColors = (color: string, where = ":root"): string =>
  `${where}{--shop:${color};--pale:${paleOf(color)}}`;

/** The color of the stripes between: mostly white, so that each channel has two digits. */
const paleOf = (color: string): string =>
  `#${channels(color)
    .map((channel) => Math.round(channel * 0.2 + 204).toString(16))
    .join("")}`;
