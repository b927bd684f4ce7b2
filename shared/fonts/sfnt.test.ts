import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readSfnt, writeSfnt } from './sfnt.ts';

const TRUETYPE = 0x00010000;
const tag = fc
  .array(fc.constantFrom(...'abcdefgh'), { minLength: 4, maxLength: 4 })
  .map((letters) => letters.join(''));
const tables = fc.uniqueArray(fc.tuple(tag, fc.uint8Array({ maxLength: 40 })), {
  selector: ([name]) => name,
  minLength: 1,
  maxLength: 20,
});

/** The directory as OpenType, "Table Directory", prints it: [tag, checksum, offset, length] each. */
function directory(font: Uint8Array) {
  const view = new DataView(font.buffer);
  return Array.from({ length: view.getUint16(4) }, (_, index) => {
    const at = 12 + 16 * index;
    const name = String.fromCharCode(...font.subarray(at, at + 4));
    return [name, view.getUint32(at + 4), view.getUint32(at + 8), view.getUint32(at + 12)] as const;
  });
}

function sumOfWords(bytes: Uint8Array): bigint {
  let sum = 0n;
  for (const [at, byte] of bytes.entries()) sum += BigInt(byte) << BigInt(8 * (3 - (at % 4)));
  return sum % 2n ** 32n;
}

test('a font reads back table by table, in the order of their tags', () => {
  fc.assert(
    fc.property(tables, (given) => {
      const font = writeSfnt({ version: TRUETYPE, tables: new Map(given) });
      const read = readSfnt(font)!;
      expect(read.version).toBe(TRUETYPE);
      expect([...read.tables]).toEqual(given.toSorted(([one], [other]) => (one < other ? -1 : 1)));
    }),
  );
});

test('tables begin at words, have their sums, and the search fields are those of a binary search', () => {
  fc.assert(
    fc.property(tables, (given) => {
      const font = writeSfnt({ version: TRUETYPE, tables: new Map(given) });
      for (const [name, sum, offset, length] of directory(font)) {
        expect(offset % 4, name).toBe(0);
        const padded = new Uint8Array(Math.ceil(length / 4) * 4);
        padded.set(font.subarray(offset, offset + length));
        expect(BigInt(sum), name).toBe(sumOfWords(padded));
      }
      const view = new DataView(font.buffer);
      const most = Math.max(...[1, 2, 4, 8, 16].filter((power) => power <= given.length));
      expect([view.getUint16(6), view.getUint16(8), view.getUint16(10)]).toEqual([
        16 * most,
        Math.log2(most),
        16 * (given.length - most),
      ]);
    }),
  );
});

test('with a head, the whole font adds up to the number of the specification, whatever the head said', () => {
  fc.assert(
    fc.property(tables, fc.uint8Array({ minLength: 54, maxLength: 54 }), (given, head) => {
      const font = writeSfnt({ version: TRUETYPE, tables: new Map([...given, ['head', head]]) });
      expect(sumOfWords(font)).toBe(0xb1b0afban);
    }),
  );
});

test('a head without room for a sum is left as it is', () => {
  const font = writeSfnt({ version: TRUETYPE, tables: new Map([['head', new Uint8Array(11).fill(7)]]) });
  expect(readSfnt(font)!.tables.get('head')).toEqual(new Uint8Array(11).fill(7));
});

test('tables that leave the file are skipped, and of two with one tag the first counts', () => {
  const font = writeSfnt({
    version: TRUETYPE,
    tables: new Map([
      ['aaaa', Uint8Array.of(1)],
      ['bbbb', Uint8Array.of(2)],
      ['cccc', Uint8Array.of(3, 3, 3, 3)],
    ]),
  });
  const named = (index: number, name: string) => font.set(new TextEncoder().encode(name), 12 + 16 * index);
  named(1, 'aaaa');
  expect(readSfnt(font)!.tables).toEqual(
    new Map([
      ['aaaa', Uint8Array.of(1)],
      ['cccc', Uint8Array.of(3, 3, 3, 3)],
    ]),
  );
  new DataView(font.buffer).setUint32(12 + 32 + 12, 5);
  expect([...readSfnt(font)!.tables.keys()]).toEqual(['aaaa']);
});

test('bytes that end inside the directory are no font', () => {
  const font = writeSfnt({ version: TRUETYPE, tables: new Map([['aaaa', new Uint8Array(0)]]) });
  expect(readSfnt(font)!.tables.size).toBe(1);
  for (let length = 0; length < font.length; length += 1)
    expect(readSfnt(font.slice(0, length)), `${length} bytes`).toBeNull();
});
