import assert from "node:assert/strict";
import { crc32, inflateRawSync } from "node:zlib";

/** The files within a zip file, by their names: as its directory says, which has to agree with what it leads to. */
export function unzipped(file: Buffer): Map<string, string> {
  const end = file.length - 22;
  assert.equal(file.readUInt32LE(end), 0x06054b50);
  const files = new Map<string, string>();
  let at = file.readUInt32LE(end + 16);
  for (let left = file.readUInt16LE(end + 10); left > 0; left--) {
    assert.equal(file.readUInt32LE(at), 0x02014b50);
    const [crc = 0, packed = 0, size = 0] = [16, 20, 24].map((field) => file.readUInt32LE(at + field));
    const [nameLength, begin] = [file.readUInt16LE(at + 28), file.readUInt32LE(at + 42)];
    const name = file.toString("utf8", at + 46, at + 46 + nameLength);
    assert.equal(file.readUInt32LE(begin), 0x04034b50);
    assert.equal(file.toString("utf8", begin + 30, begin + 30 + nameLength), name);
    const data = begin + 30 + nameLength;
    const content = inflateRawSync(file.subarray(data, data + packed));
    assert.deepEqual([content.length, crc32(content)], [size, crc]);
    const behind = [0, 4, 8, 12].map((field) => file.readUInt32LE(data + packed + field));
    assert.deepEqual(behind, [0x08074b50, crc, packed, size]);
    files.set(name, content.toString());
    at += 46 + nameLength;
  }
  assert.equal(at, end);
  return files;
}
