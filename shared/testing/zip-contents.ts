const END = Buffer.from('PK\x05\x06', 'latin1');
const ENTRY = 0x02014b50;

/** Returns the files in a ZIP that stores them uncompressed, by path (PKWARE APPNOTE 4.3.12, 4.3.16). */
export function zipContents(zip: Buffer): ReadonlyMap<string, Buffer> {
  const end = zip.lastIndexOf(END);
  const count = zip.readUInt16LE(end + 10);
  const files = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let index = 0; index < count; index += 1) {
    if (zip.readUInt32LE(at) !== ENTRY) throw new Error('not an entry of the central directory');
    const size = zip.readUInt32LE(at + 24);
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) =>
      zip.readUInt16LE(at + offset),
    );
    const local = zip.readUInt32LE(at + 42);
    const data = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    files.set(zip.toString('utf8', at + 46, at + 46 + nameLength!), zip.subarray(data, data + size));
    at += 46 + nameLength! + extraLength! + commentLength!;
  }
  return files;
}
